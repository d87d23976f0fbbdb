package dynamic

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

	"github.com/spf13/cobra"
	"sigs.k8s.io/yaml"
)

// newCommand returns the operator's command:
//
//	component dynamic-config status --dynamic-config-dir DIR [--output text|json|yaml]
//	component dynamic-config clear --dynamic-config-dir DIR [DIGEST]
//
// It is part of the component's own binary, because failure records belong to a build. The exit status tells whether
// the command could do its work, not whether the configuration is good; the condition in the output tells that. Neither
// command creates a directory. Of opts, only what identifies the build and reaches the disk is used.
func newCommand(opts Options) *cobra.Command {
	opts.Check = func(Payload) error { return errors.New("the command loads no configuration") }
	cmd := &cobra.Command{
		Use:           "dynamic-config",
		Short:         "Shows the state of dynamic configuration and clears failure records",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	dir := cmd.PersistentFlags().String("dynamic-config-dir", "",
		"Directory for the state of dynamic configuration, as the component has it.")
	cmd.AddCommand(newStatusCommand(dir, opts), newClearCommand(dir, opts))
	return cmd
}

// checkDirectory tells a wrong name from a directory that is still empty: status would report the same for both, and
// clear would create one.
func checkDirectory(dir string) error {
	if dir == "" {
		return errors.New("--dynamic-config-dir is required: write the state directory, as the component has it")
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--dynamic-config-dir=%s: the directory does not exist; write that of the component, which "+
			"creates "+
			"it at its first start", dir)
	case err != nil:
		return fmt.Errorf("--dynamic-config-dir: %w", err)
	case !info.IsDir():
		return fmt.Errorf("--dynamic-config-dir=%s: it is not a directory; write that of the component", dir)
	}
	// To another user than the component's the state would look damaged.
	if _, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("--dynamic-config-dir=%s: it cannot be read: %w", dir, err)
	}
	return nil
}

func newStatusCommand(dir *string, opts Options) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Shows which configuration is assigned, which was last known good, and which failed",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkDirectory(*dir); err != nil {
				return err
			}
			s, err := inspect(*dir, opts)
			if err != nil {
				return err
			}
			return show(c.OutOrStdout(), output, shownStatus{s.Status(), s.owning.other})
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "Output format: text, json or yaml.")
	return cmd
}

// shownStatus is a status with the process that owns the directory.
type shownStatus struct {
	Status
	Owner *owner `json:"owner,omitempty"`
}

func show(out io.Writer, format string, st shownStatus) error {
	if format == "text" {
		return printStatus(out, st)
	}
	text, err := json.MarshalIndent(st, "", "  ")
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

func newClearCommand(dir *string, opts Options) *cobra.Command {
	return &cobra.Command{
		Use:   "clear [DIGEST]",
		Short: "Clears failure records, so that the next start tries the configurations again",
		Long: "Clears the failure record of a configuration and the count of its starts, so that the next start tries it " +
			"again. " +
			"DIGEST is a digest that status shows, or its beginning; without it the records of all configurations are cleared.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkDirectory(*dir); err != nil {
				return err
			}
			if err := checkUser(*dir, os.Geteuid()); err != nil {
				return err
			}
			s, err := Open(*dir, opts)
			if err != nil {
				return err
			}
			defer s.Close()
			text, err := clearRecords(s, args)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), text)
			return err
		},
	}
}

// clearRecords clears what the arguments name, and returns what it did.
func clearRecords(s *Controller, args []string) (string, error) {
	var one Digest
	what := "all failure records"
	if len(args) > 0 {
		var err error
		if one, err = find(s.Status(), args[0]); err != nil {
			return "", err
		}
		what = "the failure record of " + one.Short()
	}
	pending, err := s.Clear(one)
	switch {
	case err != nil:
		return "", err
	case pending:
		return "requested to clear " + what + "; the running process clears it within a minute or at its next start, which " +
			"tries what is assigned again", nil
	}
	return "cleared " + what + "; the next start tries what is assigned again", nil
}

// shortest is the least number of characters of a digest that an operator has to write.
const shortest = 4

// find returns the one digest that has a failure record or is assigned, and begins with text.
func find(st Status, text string) (Digest, error) {
	known := make([]Digest, 0, len(st.Failed)+1)
	for _, f := range st.Failed {
		known = append(known, f.Digest)
	}
	if st.Assigned != nil {
		known = append(known, st.Assigned.Digest)
	}
	slices.Sort(known)
	known = slices.DeleteFunc(slices.Compact(known), func(d Digest) bool { return !strings.HasPrefix(string(d), text) })
	switch {
	case len(text) < shortest:
		return "", fmt.Errorf("%q is too short for a digest: write at least %d of the characters that status shows", text,
			shortest)
	case len(known) == 0:
		return "", fmt.Errorf("no configuration that failed or is assigned has the digest %.80q: write one that status "+
			"shows", text)
	case len(known) > 1:
		return "", fmt.Errorf("several digests begin with %s: write more of it", text)
	}
	return known[0], nil
}

// advice tells an operator what to do about a condition, by its reason. Nothing needs to be done about the others. The
// page about dynamic configuration has the same table.
func advice(r Reason) string {
	switch r {
	case ReasonOnTrialAfterCrash:
		return "read the log of the start that crashed; the component falls back when the threshold is exceeded"
	case ReasonRestartPending:
		return "check that the supervisor restarts the component"
	case ReasonSourceUnavailable:
		return "repair the source or the connection to it; the configuration in use stays"
	case ReasonAssignmentNotStored:
		return "free space on the disk of the state directory; the component tries again"
	case ReasonReadOnly:
		return "stop the other process that owns the state directory, or allow the component to write to it; it takes over " +
			"within a minute"
	case ReasonRejected, ReasonInvalid:
		return "fix the mistake that the message names and push again"
	case ReasonFailed, ReasonCrashLoop:
		return "push another configuration, or fix the environment and clear the record"
	case ReasonAttemptNotRecorded:
		return "make the state directory writable: a start that cannot be counted is not tried"
	case ReasonCheckpointMissing, ReasonCheckpointDamaged, ReasonStateLost:
		return "check the disk; the lost data is restored when the source is read"
	}
	return ""
}

func printStatus(out io.Writer, st shownStatus) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s:\t%s (%s): %s\n", ConditionType, st.Condition.Status, st.Condition.Reason, st.Condition.Message)
	if advice := advice(st.Condition.Reason); advice != "" {
		fmt.Fprintf(w, "What to do:\t%s\n", advice)
	}
	if d := st.Desired; d != nil && (st.Assigned == nil || st.Assigned.Digest != d.Digest) {
		fmt.Fprintf(w, "Desired:\t%s by %s\n", d.Digest, d.Origin)
	}
	fmt.Fprintf(w, "Assigned:\t%s\n", referenced(st.Assigned, "assigned"))
	fmt.Fprintf(w, "Last known good:\t%s\n", referenced(st.LastKnownGood, "confirmed"))
	if t := st.Trial; t != nil {
		fmt.Fprintf(w, "Trial:\t%d of %d starts used, %d returned\n", t.Used, t.Allowed, t.Returned)
	}
	if o := st.Owner; o != nil {
		used := strings.TrimSpace(string(o.Layer) + " " + string(o.Active))
		fmt.Fprintf(w, "In use:\tby process %d since %s: %s\n", o.PID, stamp(o.Since), used)
	}
	for _, f := range st.Failed {
		fmt.Fprintf(w, "Failed:\t%s at %s with build %s: %s\n", f.Digest, stamp(f.Time), f.Build, f.Reason)
	}
	for _, text := range st.Warnings {
		fmt.Fprintf(w, "Warning:\t%s\n", text)
	}
	return w.Flush()
}

func referenced(r *Reference, verb string) string {
	if r == nil {
		return "none"
	}
	text := fmt.Sprintf("%s, %s at %s", r.Digest, verb, stamp(r.Time))
	if r.Origin != "" {
		text += " by " + r.Origin
	}
	return text
}
