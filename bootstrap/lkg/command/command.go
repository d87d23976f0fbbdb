// Package command is the operator's side of dynamic configuration: a cobra command that a component adds to its own, to see the state of
// --dynamic-config-dir and to clear bad marks.
//
//	root.AddCommand(command.New(lkg.Options{}))
//
//	component dynamic-config status --dynamic-config-dir DIR [--output text|json]
//	component dynamic-config clear --dynamic-config-dir DIR [DIGEST]
//
// It must be part of the component's own binary, because bad marks belong to a build.
package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/bootstrap/lkg"
)

// New returns the command "dynamic-config". Of opts, those that identify the build and that reach the disk count; Check is not needed, since no
// configuration is loaded.
func New(opts lkg.Options) *cobra.Command {
	opts.Check = func(lkg.Payload) error { return errors.New("the command loads no configuration") }
	cmd := &cobra.Command{
		Use:           "dynamic-config",
		Short:         "Shows the state of dynamic configuration, and clears bad marks",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	dir := cmd.PersistentFlags().String("dynamic-config-dir", "", "the state folder, as the component has it")
	if err := cmd.MarkPersistentFlagRequired("dynamic-config-dir"); err != nil {
		panic(err) // Cannot happen: the flag was made in the line before.
	}
	cmd.AddCommand(newStatus(dir, opts), newClear(dir, opts))
	return cmd
}

func newStatus(dir *string, opts lkg.Options) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Shows which configuration is assigned, which was good last, and which failed",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := lkg.Inspect(*dir, opts)
			if err != nil {
				return err
			}
			switch output {
			case "json":
				e := json.NewEncoder(c.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(s.Status())
			case "text":
				return printStatus(c.OutOrStdout(), s.Status())
			}
			return fmt.Errorf("--output=%s: write text or json", output)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	return cmd
}

func newClear(dir *string, opts lkg.Options) *cobra.Command {
	return &cobra.Command{
		Use:   "clear [DIGEST]",
		Short: "Forgets that a configuration failed, or that any did, so that the next start tries it again",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			s, err := lkg.Open(*dir, opts)
			if err != nil {
				return err
			}
			defer s.Close()
			var d lkg.Digest
			if len(args) > 0 {
				d = lkg.Digest(args[0])
			}
			pending, err := s.Clear(d)
			if err != nil {
				return err
			}
			text := "cleared; the next start tries what is assigned again"
			if pending {
				text = "requested; the running process clears it within a minute or at its next start, which tries what is assigned again"
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), text)
			return err
		},
	}
}

func printStatus(out io.Writer, st lkg.Status) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s:\t%s (%s): %s\n", lkg.ConditionType, st.Condition.Status, st.Condition.Reason, st.Condition.Message)
	fmt.Fprintf(w, "Assigned:\t%s\n", reference(st.Assigned, "assigned"))
	fmt.Fprintf(w, "Last known good:\t%s\n", reference(st.LastKnownGood, "confirmed"))
	if t := st.Trial; t != nil {
		fmt.Fprintf(w, "Trial:\t%d of %d starts used, %d given back\n", t.Used, t.Allowed, t.Returned)
	}
	if o := st.Owner; o != nil {
		fmt.Fprintf(w, "In use:\tby process %d since %s: %s %s\n", o.PID, o.Since.UTC().Format(time.RFC3339), o.Layer, o.Active)
	}
	for _, f := range st.Failed {
		fmt.Fprintf(w, "Failed:\t%s at %s with build %s: %s\n", f.Digest, f.Time.UTC().Format(time.RFC3339), f.Build, f.Reason)
	}
	for _, text := range st.Warnings {
		fmt.Fprintf(w, "Warning:\t%s\n", text)
	}
	return w.Flush()
}

func reference(r *lkg.Reference, verb string) string {
	if r == nil {
		return "none"
	}
	text := fmt.Sprintf("%s, %s at %s", r.Digest, verb, r.Time.UTC().Format(time.RFC3339))
	if r.Origin != "" {
		text += " by " + r.Origin
	}
	return text
}
