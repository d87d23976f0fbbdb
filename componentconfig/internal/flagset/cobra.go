package flagset

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/component-base/term"
)

// Isolate makes a cobra command leave its flags to the set: cobra does not parse them, and does not add the flags of
// the process (pflag.CommandLine) to them or to the help. The RunE of the command gets the raw arguments. It works for
// root commands and subcommands, and completes the names of flags.
func (s *Set) Isolate(cmd *cobra.Command) {
	cmd.DisableFlagParsing = true
	cmd.SilenceUsage = true
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		s.usage(cmd.OutOrStderr(), cmd)
		return nil
	})
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := cmd.Long
		if text == "" {
			text = cmd.Short
		}
		if text != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n", text) //nolint:errcheck // An error of the output cannot be reported.
		}
		s.usage(cmd.OutOrStdout(), cmd)
	})
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		var names []string
		s.all().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, "--"+f.Name)
			}
		})
		return matching(names, toComplete), cobra.ShellCompDirectiveDefault
	}
}

func (s *Set) usage(w io.Writer, cmd *cobra.Command) {
	cols, _, err := term.TerminalSize(w)
	if err != nil {
		cols = 0
	}
	//nolint:errcheck // An error of the output cannot be reported.
	fmt.Fprintf(w, "Usage:\n  %s [flags]\n\n", cmd.CommandPath())
	s.PrintUsage(w, cols)
}

func matching(names []string, prefix string) []string {
	var out []string
	for _, n := range names {
		if len(n) >= len(prefix) && n[:len(prefix)] == prefix {
			out = append(out, n)
		}
	}
	return out
}
