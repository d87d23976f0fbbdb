package configcommand

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/running"
)

// newReload returns the verb reload.
func newReload(a *client) *cobra.Command {
	var q asking
	var format string
	cmd := &cobra.Command{
		Use:   "reload --running=URL...",
		Short: "Makes running processes read their files now",
		Long: "Makes running processes read their files now, as SIGHUP does, and prints which of them use the files, wait " +
			"for a\nrestart to use them, or refuse them. The exit status is 0 if all use their files.",
		Example: "  config reload --running=http://127.0.0.1:8080\n  config reload --running=@relays.txt --token-file=token",
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unexpected argument %q: a process reads the files of its own command line", args[0])
			}
			return q.stand(a, cmd, format, standing{}, func(ctx context.Context, t target) (answer, error) {
				return t.reload(ctx, a)
			})
		}),
	}
	q.addFlags(cmd, usualLimit)
	addOutput(cmd, &format, "text", "json")
	return cmd
}

// newWait returns the verb wait.
func newWait(a *client) *cobra.Command {
	var q asking
	var format string
	cmd := &cobra.Command{
		Use:   "wait --running=URL... DIGEST | [FILE|DIR...] [-- FLAG...]",
		Short: "Waits until running processes use a configuration",
		Long: "Waits until running processes use files with a digest. Its first 8 characters are enough. Without a digest, " +
			"it is\nthat of the files that the arguments name. A process that starts meanwhile may be silent until then. One " +
			"that refuses\nthe files is not waited for. The exit status is 0 if all use the files.",
		Example: "  config wait --running=@relays.txt --timeout=5m relay.yaml conf.d\n" +
			"  config wait --running=@relays.txt -- --config=relay.yaml\n  config wait --running=http://127.0.0.1:8080 0f3a9c12",
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			operands, flags := split(cmd, args)
			want, err := digestOf(a, cmd, operands, flags)
			if err != nil {
				return err
			}
			return q.stand(a, cmd, format, standing{want: want}, func(ctx context.Context, t target) (answer, error) {
				return t.await(ctx, a, want)
			})
		}),
	}
	q.addFlags(cmd, time.Minute)
	addOutput(cmd, &format, "text", "json")
	return cmd
}

// shortest is the length of the beginning of a digest that identifies it.
const shortest = 8

// isDigest reports whether an argument looks like a digest or its beginning.
func isDigest(text string) bool {
	return len(text) >= 4 && len(text) <= 64 && strings.Trim(text, "0123456789abcdef") == ""
}

// digestOf returns the digest, or the beginning of one, that the arguments of wait name.
func digestOf(a *client, cmd *cobra.Command, operands, flags []string) (string, error) {
	if len(operands) == 1 && len(flags) == 0 && isDigest(operands[0]) {
		if _, err := os.Stat(operands[0]); err != nil && len(operands[0]) < shortest {
			return "", fmt.Errorf("%s: specify at least %d characters of a digest", operands[0], shortest)
		} else if err != nil {
			return operands[0], nil
		}
	}
	found, err := a.one(operands, flags)
	switch {
	case err != nil:
		return "", err
	case len(found.Problems) > 0 && !nothing(operands, flags, found):
		return "", refused(cmd, found)
	case len(found.Files) == 0:
		return "", errors.New("specify what to wait for: a digest, files, or flags such as --config=FILE after two dashes")
	}
	return found.Digest, nil
}

// stand asks all processes something, and prints how they stand.
func (q *asking) stand(a *client, cmd *cobra.Command, format string, s standing,
	ask func(context.Context, target) (answer, error)) error {
	print, err := printer(format)
	if err != nil {
		return err
	}
	if len(q.running) == 0 {
		return errors.New("specify the processes by --running, such as --running=http://127.0.0.1:8080")
	}
	answers, silent, err := q.ask(a, cmd, ask)
	if err != nil {
		return err
	}
	component, err := a.Component()
	if err != nil {
		return err
	}
	s.Conditions, s.Silent, s.single = conditionsOf(answers), silent, len(answers)+silent == 1
	s.dynamic = component.Name + " " + component.Extension
	if err := print(s, cmd.OutOrStdout()); err != nil {
		return err
	}
	return s.status()
}

var errFile = errors.New("it is a file and not a process; specify a URL or a Unix socket")

// reload makes the process read its files, after it has told that it is of this component.
func (t target) reload(ctx context.Context, a *client) (answer, error) {
	if t.read != nil {
		return answer{}, errFile
	}
	found, err := t.answer(ctx, a)
	if err != nil {
		return answer{}, err
	}
	data, err := t.do(ctx, http.MethodPost, running.ReloadPath)
	switch {
	case errors.Is(err, errNoPage):
		return answer{}, fmt.Errorf("the process has no page %s; send it SIGHUP, or restart it", running.ReloadPath)
	case err != nil:
		return answer{}, err
	}
	found.status, found.old = processStatus{}, false
	if err := json.Unmarshal(data, &found.status); err != nil || found.status.State == "" {
		return answer{}, errors.New("the answer has an invalid status")
	}
	return found, nil
}

// The times between two questions, and after which one is asked again: a process that ends may leave it open.
const (
	pause   = 500 * time.Millisecond
	attempt = 5 * time.Second
)

// await asks the process until it uses files with a digest, or refuses them. It returns the last answer.
func (t target) await(ctx context.Context, a *client, digest string) (found answer, err error) {
	if t.read != nil {
		return answer{}, errFile
	}
	for first := true; ; first = false {
		once, cancel := context.WithTimeout(ctx, attempt)
		now, failed := t.answer(once, a)
		cancel()
		if first || ctx.Err() == nil {
			found, err = now, failed
		}
		var starting absent
		switch {
		case err == nil && found.status.State == "":
			return answer{}, fmt.Errorf("the process has no page %s, and does not tell the digest of its files",
				running.OriginsPath)
		case err == nil && found.status.decided(digest):
			return found, nil
		case err != nil && !errors.As(err, &starting) && !errors.Is(err, context.DeadlineExceeded):
			return answer{}, err
		}
		select {
		case <-ctx.Done():
			return found, err
		case <-time.After(pause):
		}
	}
}

// decided reports whether a process uses files with a digest, or will never do so without a change.
func (s processStatus) decided(digest string) bool {
	return strings.HasPrefix(s.Digest, digest) || s.Refused != nil && strings.HasPrefix(s.Refused.Digest, digest) &&
		s.Refused.Result != "refused" // The component itself is asked again.
}

// standing is how processes stand to their files.
type standing struct {
	Conditions []condition `json:"conditions"`
	// Silent is the number of processes that did not answer.
	Silent int `json:"noAnswer,omitempty"`
	// want is the digest that was waited for; "" for none.
	want   string
	single bool
	// dynamic is the command about dynamic configuration.
	dynamic string
}

// text prints the conditions.
func (s standing) text(out io.Writer) error {
	var b strings.Builder
	missing, dynamic := 0, false
	for _, c := range s.Conditions {
		if b.WriteString(c.text(s.single)); !strings.HasPrefix(c.Digest, s.want) {
			missing += len(c.Processes)
			dynamic = dynamic || c.Dynamic != ""
		}
	}
	switch {
	case missing > 0 && s.single:
		fmt.Fprintf(&b, "it does not use %s\n", short(s.want))
	case missing > 0:
		b.WriteString(counted(missing, "does", "do") + " not use " + short(s.want) + "\n")
	}
	if dynamic {
		fmt.Fprintf(&b, "dynamic configuration is used in place of the main file: assign the file in its source; "+
			"\"%s wait\" waits until a process uses what is assigned\n", s.dynamic)
	}
	if s.Silent > 0 {
		fmt.Fprintf(&b, "%d did not answer\n", s.Silent)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// status is the exit status of the command.
func (s standing) status() error {
	unmet := func(c condition) bool {
		return s.want == "" && c.State != isCurrent || !strings.HasPrefix(c.Digest, s.want)
	}
	switch {
	case s.Silent > 0:
		return extension.Exit{Status: failed}
	case slices.ContainsFunc(s.Conditions, unmet):
		return errFindings
	}
	return nil
}

// States of a process, as its status has them.
const (
	isCurrent = "current"
	isPending = "pending"
	isFailed  = "failed"
)

// condition is how some processes stand to their files.
type condition struct {
	Processes []string `json:"processes"`
	processStatus
	// Dynamic is the dynamic configuration that is in use in place of the main file; "" for none.
	Dynamic string `json:"dynamic,omitempty"`
}

// processStatus are the parts of a status that clients read.
type processStatus struct {
	State string `json:"state"`
	// Digest identifies the files in use.
	Digest string   `json:"digest"`
	Files  []string `json:"files"`
	// Pending are the changes of the files that wait for a restart, Refused are files that the process cannot use.
	Pending []waiting `json:"pending,omitempty"`
	Refused *refusal  `json:"refused,omitempty"`
}

// waiting is a change that waits for a restart or a reboot.
type waiting struct {
	Path   string          `json:"path"`
	Class  string          `json:"class"`
	Origin string          `json:"origin"`
	Old    json.RawMessage `json:"old,omitempty"`
	New    json.RawMessage `json:"new,omitempty"`
	// Content is true for a file with another content.
	Content bool `json:"content,omitempty"`
}

// refusal is a configuration that a process has refused. Time is the time of the first refusal.
type refusal struct {
	Time     time.Time        `json:"time"`
	Digest   string           `json:"digest"`
	Result   string           `json:"result"`
	Findings []layers.Finding `json:"findings"`
}

// conditionsOf returns the known conditions of processes, the most frequent first.
func conditionsOf(answers []answer) []condition {
	all, known := []condition{}, map[string]int{}
	for _, w := range answers {
		c := condition{processStatus: w.status, Dynamic: w.dynamic}
		if c.State == "" {
			continue
		}
		if c.State != isFailed {
			c.Refused = nil
		}
		key, at := c, time.Time{}
		if c.Refused != nil {
			refused := *c.Refused
			at, refused.Time = refused.Time, time.Time{}
			key.Refused = &refused
		}
		text, _ := json.Marshal(key) //nolint:errcheck // It was read from JSON.
		i, found := known[string(text)]
		if !found {
			i, known[string(text)] = len(all), len(all)
			all = append(all, c)
		}
		all[i].Processes = append(all[i].Processes, w.name)
		if all[i].Refused != nil && at.Before(all[i].Refused.Time) {
			all[i].Refused.Time = at
		}
	}
	slices.SortStableFunc(all, func(x, y condition) int { return cmp.Compare(len(y.Processes), len(x.Processes)) })
	return all
}

// text says in lines how the processes stand.
func (c condition) text(single bool) string {
	who := func(one, several string) string {
		if single {
			return "the process " + one
		}
		return counted(len(c.Processes), one, several)
	}
	var lines []string
	switch {
	case c.State == isPending:
		event := "restart"
		for _, w := range c.Pending {
			if lines = append(lines, w.String()); w.Class == "reboot" {
				event = "reboot"
			}
		}
		lines = slices.Insert(lines, 0, who("waits", "wait")+" for a "+event+" to use changed files:")
	case c.State == isFailed && c.Refused != nil:
		since := who("refuses its changed files since ", "refuse their changed files, the first since ")
		lines = []string{since + c.Refused.Time.UTC().Format(time.RFC3339) + ":"}
		for _, f := range c.Refused.Findings {
			pos := layers.Pos{File: f.File, Line: f.Line, Column: f.Column}
			lines = append(lines, layers.Plain(layers.Problem{Pos: pos, Message: f.Message}.String()))
		}
	case len(c.Files) == 0:
		lines = []string{who("has", "have") + " no configuration files"}
	case c.Dynamic != "":
		lines = []string{who("uses", "use") + " dynamic configuration, " + c.Dynamic + ", digest " + short(c.Digest)}
	default:
		lines = []string{who("uses its files", "use their files") + ", digest " + short(c.Digest)}
	}
	const most = 20
	if hidden := len(lines) - 1 - most; hidden > 0 {
		lines = append(lines[:1+most], fmt.Sprintf("and %d more", hidden))
	}
	text := strings.Join(lines, "\n  ") + "\n"
	if !single {
		text += names("  in ", "     ", c.Processes)
	}
	return text
}

// String returns the change in a line.
func (w waiting) String() string {
	values := briefly(w.Old) + " -> " + briefly(w.New)
	if w.Content {
		values = "new content of " + briefly(w.New)
	}
	return layers.Plain(fmt.Sprintf("%s: %s (%s, %s)", w.Path, values, w.Class, w.Origin))
}

// short is a digest for people.
func short(digest string) string { return layers.Plain(digest[:min(len(digest), 12)]) }
