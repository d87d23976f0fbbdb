package dynamic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// waitEvery is how often wait looks.
const waitEvery = time.Second / 4

func newWaitCommand(dir *string, opts Options) *cobra.Command {
	var timeout time.Duration
	var reason string
	cmd := &cobra.Command{
		Use:   "wait",
		Short: "Waits until ConfigOK is True, so that a script goes on only then",
		Long: "Waits until a process runs and its condition ConfigOK is True or has the reason that --for names. The exit " +
			"status is 0 then, and 1 if it has not come to that when the time is over. A configuration on its first trial is " +
			"True; its reason is OnTrial. The process may make the directory meanwhile.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if known := reasons(); reason != "" && !slices.Contains(known, Reason(reason)) {
				slices.Sort(known)
				return fmt.Errorf("invalid --for %q: must be one of %v", reason, known)
			}
			ctx, cancel := context.WithTimeout(c.Context(), timeout)
			defer cancel()
			return wait(ctx, c.OutOrStdout(), *dir, Reason(reason), opts)
		},
	}
	cmd.Flags().DurationVar(&timeout, "timeout", 10*time.Minute, "How long to wait.")
	cmd.Flags().StringVar(&reason, "for", "", "Reason to wait for, such as Assigned or CrashLoop.")
	return cmd
}

func wait(ctx context.Context, out io.Writer, dir string, reason Reason, opts Options) error {
	clock := opts.system.withDefaults().clock
	for {
		text, reached, err := reached(dir, reason, opts)
		if err != nil {
			return err
		}
		if reached {
			_, err = fmt.Fprintln(out, text)
			return err
		}
		select {
		case <-ctx.Done():
			return errors.New(text)
		case <-clock.After(waitEvery):
			if ctx.Err() != nil {
				return errors.New(text)
			}
		}
	}
}

// reached reports whether a process has the condition that is waited for, and describes its condition.
func reached(dir string, reason Reason, opts Options) (text string, ok bool, err error) {
	const nobody = "no process runs"
	if _, err := os.Stat(dir); dir != "" && errors.Is(err, fs.ErrNotExist) {
		return nobody, false, nil
	}
	if err := checkDirectory(dir); err != nil {
		return "", false, err
	}
	s, err := inspect(dir, opts)
	if err != nil || s.owning.other == nil {
		return nobody, false, err
	}
	now := s.Status().Condition
	ok = now.Reason == reason || reason == "" && now.Status == metav1.ConditionTrue
	text = fmt.Sprintf("%s: %s (%s): %s", ConditionType, now.Status, now.Reason, now.Message)
	return layers.PlainLines(text), ok, nil
}
