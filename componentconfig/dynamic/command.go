package dynamic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/identity"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// newCommand returns the operator's command:
//
//	component dynamic-config status --dynamic-config-dir DIR [--output text|json|yaml]
//	component dynamic-config clear --dynamic-config-dir DIR [DIGEST]
//	component dynamic-config confirm --dynamic-config-dir DIR
//	component dynamic-config rollback --dynamic-config-dir DIR DIGEST
//	component dynamic-config wait --dynamic-config-dir DIR [--timeout 10m]
//	component dynamic-config digest FILE [--key KEY]
//
// It is part of the component's own binary, because failure records belong to a build. The exit status tells whether
// the command could do its work; only the exit status of wait tells whether the configuration is good. No command
// creates a directory, and status and wait change nothing. Only the options that identify the build and give access to
// the disk are used.
func newCommand(opts Options) *cobra.Command {
	opts.Check = func(Payload) error { return errors.New("the command loads no configuration") }
	cmd := &cobra.Command{
		Use:           "dynamic-config",
		Short:         "Shows the state of dynamic configuration, and changes it for an operator",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	dir := cmd.PersistentFlags().String("dynamic-config-dir", "",
		"Directory for the state of dynamic configuration, as the component has it.")
	cmd.AddCommand(newStatusCommand(dir, opts), newWaitCommand(dir, opts), newClearCommand(dir, opts),
		newConfirmCommand(dir, opts), newRollBackCommand(dir, opts), newDigestCommand())
	return cmd
}

// checkDirectory tells a wrong name from a directory that is still empty: status would report the same for both, and
// clear would create one.
func checkDirectory(dir string) error {
	if dir == "" {
		return errors.New("--dynamic-config-dir is required: use the component's state directory")
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--dynamic-config-dir=%s: the directory does not exist; use the component's state "+
			"directory, which is created on first start", dir)
	case err != nil:
		return fmt.Errorf("--dynamic-config-dir: %w", err)
	case !info.IsDir():
		return fmt.Errorf("--dynamic-config-dir=%s: it is not a directory; use the component's state directory", dir)
	}
	// To another user than the component's the state would look damaged.
	if _, err := os.ReadDir(dir); err != nil {
		return fmt.Errorf("--dynamic-config-dir=%s: it cannot be read: %w", dir, err)
	}
	return nil
}

// checkUser refuses to write into the state of another user, root or not: the component could not read what is written
// there. The component's user is the owner of the lock, which the component creates first; the directory itself may
// have been created by others, as a Kubernetes volume is.
func checkUser(dir string, user int) error {
	info, err := os.Lstat(filepath.Join(dir, store.LockFile))
	if err != nil {
		info, err = os.Stat(dir)
	}
	if err != nil {
		return err
	}
	owner, known := identity.Owner(info)
	if !known || owner == user {
		return nil
	}
	return fmt.Errorf("--dynamic-config-dir=%s: its state belongs to user ID %d, and your user ID is %d: run the "+
		"command as that user, for example by sudo -u '#%d'", dir, owner, user, owner)
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
			return show(c.OutOrStdout(), output, shownStatus{s.Status(), s.journal.dir.InQuarantine(), s.owning.other})
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "Output format: text, json or yaml.")
	return cmd
}

// shownStatus is a status with what is in quarantine, and the process that owns the directory.
type shownStatus struct {
	Status
	Quarantined []string `json:"quarantined,omitempty"`
	Owner       *owner   `json:"owner,omitempty"`
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
		return fmt.Errorf("invalid --output %q: must be text, json or yaml", format)
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
			return change(c, *dir, opts, func(s *Controller) (string, error) { return clearRecords(s, args) })
		},
	}
}

// change opens the state directory as its user, and prints what do did.
func change(c *cobra.Command, dir string, opts Options, do func(*Controller) (string, error)) error {
	if err := checkDirectory(dir); err != nil {
		return err
	}
	if err := checkUser(dir, os.Geteuid()); err != nil {
		return err
	}
	s, err := open(dir, opts, func(*Controller) {}) // It does not begin to use a configuration.
	if err != nil {
		return err
	}
	defer s.Close()
	text, err := do(s)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), text)
	return err
}

func newConfirmCommand(dir *string, opts Options) *cobra.Command {
	return &cobra.Command{
		Use:   "confirm",
		Short: "Confirms the configuration on trial, without waiting for the end of its trial",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return change(c, *dir, opts, func(s *Controller) (string, error) {
				o := s.owning.other
				if o == nil || !o.OnTrial {
					return "", errors.New("no configuration is on trial in a running process")
				}
				if _, err := s.ask(store.Request{Verb: store.Confirm, Digest: o.Active}); err != nil {
					return "", err
				}
				return "requested to confirm " + o.Active.Short() + "; the running process confirms it within seconds", nil
			})
		},
	}
}

func newRollBackCommand(dir *string, opts Options) *cobra.Command {
	return &cobra.Command{
		Use:   "rollback DIGEST",
		Short: "Gives up the assigned configuration and returns to one that was confirmed before",
		Long: "Gives up the assigned configuration, as if it had failed, and returns to one that was confirmed before. " +
			"DIGEST is a digest that status shows as last or earlier known good, or its beginning. A running process restarts " +
			"with it. What the source assigns later is used as usual.",
		Args: one("digest, as status shows it"),
		RunE: func(c *cobra.Command, args []string) error {
			return change(c, *dir, opts, func(s *Controller) (string, error) { return rollBackTo(s, args[0]) })
		},
	}
}

// one demands one argument.
func one(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("specify one %s", what)
		}
		return nil
	}
}

func rollBackTo(s *Controller, text string) (string, error) {
	st := s.Status()
	var known []store.Digest
	for _, r := range st.goods() {
		known = append(known, store.Digest(r.Digest))
	}
	d, err := findIn(known, text, "was confirmed before")
	if err != nil {
		return "", err
	}
	if st.Assigned != nil && st.Assigned.Digest == Digest(d) {
		return "", fmt.Errorf("%s is assigned already: to have it tried again, clear its failure record", d.Short())
	}
	pending, err := s.ask(store.Request{Verb: store.RollBack, Digest: d})
	switch {
	case err != nil:
		return "", err
	case pending:
		return "requested to roll back to " + d.Short() + "; the running process restarts with it within seconds, or the " +
			"next start uses it", nil
	}
	return "rolled back to " + d.Short() + "; the next start uses it", nil
}

// clearRecords clears the failure record that the first argument names, or all without arguments, and returns a
// sentence about the result.
func clearRecords(s *Controller, args []string) (string, error) {
	var one store.Digest
	what := "all failure records"
	if len(args) > 0 {
		var err error
		if one, err = find(s.Status(), args[0]); err != nil {
			return "", err
		}
		what = "the failure record of " + one.Short()
	}
	pending, err := s.Clear(Digest(one))
	switch {
	case err != nil:
		return "", err
	case pending:
		return "requested to clear " + what + "; the running process clears it within seconds or at its next start, which " +
			"tries what is assigned again", nil
	}
	return "cleared " + what + "; the next start tries what is assigned again", nil
}

// shortest is the least number of characters of a digest that an operator has to write.
const shortest = 4

// find returns the one digest that has a failure record or is assigned, and begins with text.
func find(st Status, text string) (store.Digest, error) {
	known := make([]store.Digest, 0, len(st.Failed)+1)
	for _, f := range st.Failed {
		known = append(known, store.Digest(f.Digest))
	}
	if st.Assigned != nil {
		known = append(known, store.Digest(st.Assigned.Digest))
	}
	return findIn(known, text, "failed or is assigned")
}

// findIn returns the known digest that begins with text. It returns an error if text is too short, or if not exactly
// one digest begins with it.
func findIn(known []store.Digest, text, what string) (store.Digest, error) {
	slices.Sort(known)
	other := func(d store.Digest) bool { return !strings.HasPrefix(string(d), text) }
	known = slices.DeleteFunc(slices.Compact(known), other)
	switch {
	case len(text) < shortest:
		return "", fmt.Errorf("%q is too short for a digest: specify at least %d of the characters that status shows", text,
			shortest)
	case len(known) == 0:
		return "", fmt.Errorf("no configuration that %s has the digest %.80q: use one that status shows", what, text)
	case len(known) > 1:
		return "", fmt.Errorf("several digests begin with %s: specify more characters", text)
	}
	return known[0], nil
}

// advice tells an operator what to do about a condition, by its reason. Nothing needs to be done about the others. The
// page about dynamic configuration has the same table.
func advice(r Reason) string {
	switch r {
	case ReasonOnTrialAfterCrash:
		return "read the log of the start that crashed; the component falls back when the threshold is exceeded"
	case reasonStarting:
		return "wait; a source has five seconds to answer, and a configuration half a minute to be validated"
	case ReasonRestartPending:
		return "check that the supervisor restarts the component"
	case ReasonSourceUnavailable:
		return "repair the source or the connection to it; the configuration in use stays"
	case reasonAssignmentPending:
		return "wait; a configuration has half a minute to be validated"
	case ReasonAssignmentNotStored:
		return "free space on the disk of the state directory; the component tries again"
	case ReasonReadOnly:
		return "stop the other process that owns the state directory, or allow the component to write to it; it takes over " +
			"within seconds"
	case ReasonRejected, ReasonInvalid:
		return "fix the mistake that the message names and push again"
	case ReasonConfirmationNotStored:
		return "free space on the disk of the state directory, or repair it; the component tries again"
	case ReasonUnreadable:
		return "check the disk, then restart the component: its next start reads the state again"
	case ReasonEarlyExits:
		return "find out what ends the component, and clear the record if that was intended"
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
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s:\t%s (%s): %s\n", ConditionType, st.Condition.Status, st.Condition.Reason, st.Condition.Message)
	if advice := advice(st.Condition.Reason); advice != "" {
		fmt.Fprintf(w, "What to do:\t%s\n", advice)
	}
	if d := st.Desired; d != nil && (st.Assigned == nil || st.Assigned.Digest != d.Digest) {
		fmt.Fprintf(w, "Desired:\t%s by %s\n", d.Digest, d.Origin)
	}
	fmt.Fprintf(w, "Assigned:\t%s\n", referenced(st.Assigned, "assigned"))
	fmt.Fprintf(w, "Last known good:\t%s\n", referenced(st.LastKnownGood, "confirmed"))
	for _, r := range st.EarlierGood {
		fmt.Fprintf(w, "Known good before:\t%s\n", referenced(&r, "confirmed"))
	}
	if t := st.Trial; t != nil {
		fmt.Fprintf(w, "Trial:\t%d of %d starts used (%d after a failed health check, %d ended with the machine), %d clean "+
			"exits in a row\n", t.Used, t.Allowed, t.Unhealthy, t.Rebooted, t.Returned)
	}
	if o := st.Owner; o != nil && !o.Starting {
		used := strings.TrimSpace(string(o.Layer) + " " + string(o.Active))
		fmt.Fprintf(w, "In use:\tby process %d since %s: %s\n", o.PID, stamp(o.Since), used)
	}
	for _, f := range st.Failed {
		fmt.Fprintf(w, "Failed:\t%s at %s with build %s: %s\n", f.Digest, stamp(f.Time), f.Build, f.Reason)
	}
	for _, path := range st.Quarantined {
		fmt.Fprintf(w, "In quarantine:\t%s\n", path)
	}
	for _, text := range st.Warnings {
		fmt.Fprintf(w, "Warning:\t%s\n", text)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, layers.PlainLines(table.String())) // A server has written some of it.
	return err
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
