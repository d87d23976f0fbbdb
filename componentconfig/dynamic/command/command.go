// Package command is the operator's side of dynamic configuration: a cobra command that a component adds to its own, to see the state of
// --dynamic-config-dir and to clear bad marks.
//
//	root.AddCommand(command.New(dynamic.Options{}))
//
//	component dynamic-config status --dynamic-config-dir DIR [--output text|json|yaml]
//	component dynamic-config clear --dynamic-config-dir DIR [DIGEST]
//
// It must be part of the component's own binary, because bad marks belong to a build. The exit status says whether the command could do its work, not
// whether the configuration is well; for that there is the condition in the output. Neither command makes a folder that is not there.
package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

// New returns the command "dynamic-config". Of opts, those that identify the build and that reach the disk count; Check is not needed, since no
// configuration is loaded.
func New(opts dynamic.Options) *cobra.Command {
	opts.Check = func(dynamic.Payload) error { return errors.New("the command loads no configuration") }
	cmd := &cobra.Command{
		Use:           "dynamic-config",
		Short:         "Shows the state of dynamic configuration, and clears bad marks",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	dir := cmd.PersistentFlags().String("dynamic-config-dir", "", "the state folder, as the component has it")
	cmd.AddCommand(newStatus(dir, opts), newClear(dir, opts))
	return cmd
}

// checkFolder tells a wrong name from a folder in which nothing has happened yet: status would take both for the same, and clear would make one.
func checkFolder(dir string) error {
	if dir == "" {
		return errors.New("--dynamic-config-dir is missing: write the state folder, as the component has it")
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--dynamic-config-dir=%s: there is no such folder; write that of the component, which makes it at its first start", dir)
	case err != nil:
		return fmt.Errorf("--dynamic-config-dir: %w", err)
	case !info.IsDir():
		return fmt.Errorf("--dynamic-config-dir=%s: it is no folder; write that of the component", dir)
	}
	// To another user than the component's the state would look damaged.
	if _, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("--dynamic-config-dir=%s: it cannot be read: %w", dir, err)
	}
	return nil
}

func newStatus(dir *string, opts dynamic.Options) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Shows which configuration is assigned, which was good last, and which failed",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkFolder(*dir); err != nil {
				return err
			}
			s, err := dynamic.Inspect(*dir, opts)
			if err != nil {
				return err
			}
			return show(c.OutOrStdout(), output, s.Status())
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text, json or yaml")
	return cmd
}

func show(out io.Writer, format string, st dynamic.Status) error {
	if format == "text" {
		return printStatus(out, st)
	}
	// The counters are those of this process, which has done nothing.
	text, err := json.MarshalIndent(struct {
		dynamic.Status
		Counters *dynamic.Counters `json:"counters,omitempty"`
	}{Status: st}, "", "  ")
	switch {
	case err != nil:
		return err
	case format == "json":
		text = append(text, '\n')
	case format == "yaml":
		if text, err = yaml.JSONToYAML(text); err != nil {
			return err
		}
	default:
		return fmt.Errorf("--output=%s: write text, json or yaml", format)
	}
	_, err = out.Write(text)
	return err
}

func newClear(dir *string, opts dynamic.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "clear [DIGEST]",
		Short: "Forgets that a configuration failed, or that any did, so that the next start tries it again",
		Long: "Forgets that a configuration failed and how often it was tried, so that the next start tries it again. DIGEST is that of status, or its " +
			"beginning; without it all configurations are meant.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkFolder(*dir); err != nil {
				return err
			}
			if err := checkOwner(*dir, os.Geteuid()); err != nil {
				return err
			}
			s, err := dynamic.Open(*dir, opts)
			if err != nil {
				return err
			}
			defer s.Close()
			text, err := clearMarks(s, args)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), text)
			return err
		},
	}
}

// clearMarks clears what the arguments say, and returns what has come of it.
func clearMarks(s *dynamic.Store, args []string) (string, error) {
	var one dynamic.Digest
	what := "all marks"
	if len(args) > 0 {
		var err error
		if one, err = find(s.Status(), args[0]); err != nil {
			return "", err
		}
		what = "the mark of " + one.Short()
	}
	pending, err := s.Clear(one)
	switch {
	case err != nil:
		return "", err
	case pending:
		return "requested to clear " + what + "; the running process does it within a minute or at its next start, which tries what is assigned again", nil
	}
	return "cleared " + what + "; the next start tries what is assigned again", nil
}

// shortest is how much of a digest has to be written.
const shortest = 4

// find returns the one digest that has a mark, or is assigned, and begins with text.
func find(st dynamic.Status, text string) (dynamic.Digest, error) {
	known := make([]dynamic.Digest, 0, len(st.Failed)+1)
	for _, f := range st.Failed {
		known = append(known, f.Digest)
	}
	if st.Assigned != nil {
		known = append(known, st.Assigned.Digest)
	}
	slices.Sort(known)
	known = slices.DeleteFunc(slices.Compact(known), func(d dynamic.Digest) bool { return !strings.HasPrefix(string(d), text) })
	switch {
	case len(text) < shortest:
		return "", fmt.Errorf("%q is too short for a digest: write at least %d of the characters that status shows", text, shortest)
	case len(known) == 0:
		return "", fmt.Errorf("no configuration that failed, or is assigned, has the digest %.80q: write one that status shows", text)
	case len(known) > 1:
		return "", fmt.Errorf("several digests begin with %s: write more of it", text)
	}
	return known[0], nil
}

func printStatus(out io.Writer, st dynamic.Status) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s:\t%s (%s): %s\n", dynamic.ConditionType, st.Condition.Status, st.Condition.Reason, st.Condition.Message)
	if advice := advices[st.Condition.Reason]; advice != "" {
		fmt.Fprintf(w, "What to do:\t%s\n", advice)
	}
	if d := st.Desired; d != nil && (st.Assigned == nil || st.Assigned.Digest != d.Digest) {
		fmt.Fprintf(w, "Desired:\t%s by %s\n", d.Digest, d.Origin)
	}
	fmt.Fprintf(w, "Assigned:\t%s\n", reference(st.Assigned, "assigned"))
	fmt.Fprintf(w, "Last known good:\t%s\n", reference(st.LastKnownGood, "confirmed"))
	if t := st.Trial; t != nil {
		fmt.Fprintf(w, "Trial:\t%d of %d starts used, %d given back\n", t.Used, t.Allowed, t.Returned)
	}
	if o := st.Owner; o != nil {
		fmt.Fprintf(w, "In use:\tby process %d since %s: %s\n", o.PID, o.Since.UTC().Format(time.RFC3339), strings.TrimSpace(string(o.Layer)+" "+string(o.Active)))
	}
	for _, f := range st.Failed {
		fmt.Fprintf(w, "Failed:\t%s at %s with build %s: %s\n", f.Digest, f.Time.UTC().Format(time.RFC3339), f.Build, f.Reason)
	}
	for _, text := range st.Warnings {
		fmt.Fprintf(w, "Warning:\t%s\n", text)
	}
	return w.Flush()
}

func reference(r *dynamic.Reference, verb string) string {
	if r == nil {
		return "none"
	}
	text := fmt.Sprintf("%s, %s at %s", r.Digest, verb, r.Time.UTC().Format(time.RFC3339))
	if r.Origin != "" {
		text += " by " + r.Origin
	}
	return text
}
