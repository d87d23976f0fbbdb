package flagset

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/component-base/term"
)

// Isolate makes a cobra command leave its flags to the set: cobra does not parse them, and does not add the flags of
// the process (pflag.CommandLine) to the help. The RunE of the command gets the raw arguments. The command has copies
// of the flags, for documentation and completion. It works for root commands and subcommands, which have the persistent
// flags of their parents, too.
func (s *Set) Isolate(cmd *cobra.Command) {
	cmd.DisableFlagParsing = true
	cmd.SilenceUsage = true
	cmd.Flags().SetNormalizeFunc(s.NormalizeNameFunc)
	s.all().VisitAll(func(f *pflag.Flag) { cmd.Flags().AddFlag(documented(f)) })
	plain := new(cobra.Command) // Subcommands have other flags.
	cmd.SetUsageFunc(func(c *cobra.Command) error {
		if c != cmd {
			return plain.UsageFunc()(c)
		}
		s.usage(cmd.OutOrStderr(), cmd)
		return nil
	})
	cmd.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c != cmd {
			plain.HelpFunc()(c, args)
			return
		}
		text := cmd.Long
		if text == "" {
			text = cmd.Short
		}
		if text != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n", text) //nolint:errcheck // An error of the output cannot be reported.
		}
		s.usage(cmd.OutOrStdout(), cmd)
	})
	cmd.ValidArgsFunction = s.complete
}

// documented returns a copy of a flag for the documentation of a command. Package doc of cobra leaves deprecated flags
// out, which help shows: their message becomes a part of the text.
func documented(f *pflag.Flag) *pflag.Flag {
	c := *f
	if c.Deprecated != "" && !c.Hidden {
		c.Usage, c.Deprecated = fmt.Sprintf("%s (DEPRECATED: %s)", c.Usage, c.Deprecated), ""
	}
	return &c
}

// Inherited returns the persistent flags of the parents of a command that the set does not have.
func (s *Set) Inherited(cmd *cobra.Command) *pflag.FlagSet {
	own, out := s.all(), pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) {
		ofProcess := pflag.CommandLine.Lookup(f.Name) == f // Cobra adds them to the root.
		if !ofProcess && own.Lookup(f.Name) == nil && (f.Shorthand == "" || own.ShorthandLookup(f.Shorthand) == nil) {
			out.AddFlag(f)
		}
	})
	return out
}

// clearing is what help says about lists and maps.
const clearing = "An empty value, as in --flag=, clears a list or a map, unless it is merged with that of the files.\n"

// hasContainers reports whether a flag sets a list or a map.
func (s *Set) hasContainers() bool {
	found := false
	s.all().VisitAll(func(f *pflag.Flag) {
		kind := strings.ToLower(f.Value.Type())
		found = found || !f.Hidden && (strings.HasSuffix(kind, "slice") || strings.Contains(kind, "map"))
	})
	return found
}

// commands lists the available subcommands, except for help.
func (s *Set) commands(w io.Writer, cmd *cobra.Command) {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			names = append(names, fmt.Sprintf("  %s %-16s%s\n", cmd.CommandPath(), c.Name(), c.Short))
		}
	}
	if len(names) > 0 {
		//nolint:errcheck // An error of the output cannot be reported.
		fmt.Fprintf(w, "\nCommands:\n%s", strings.Join(names, ""))
	}
}

func (s *Set) usage(w io.Writer, cmd *cobra.Command) {
	cols, _, err := term.TerminalSize(w)
	if err != nil {
		cols = 0
	}
	arguments := ""
	if s.TakesArguments {
		arguments = " [arguments]"
	}
	//nolint:errcheck // An error of the output cannot be reported.
	fmt.Fprintf(w, "Usage:\n  %s [flags]%s\n", cmd.CommandPath(), arguments)
	s.commands(w, cmd)
	fmt.Fprintln(w) //nolint:errcheck // An error of the output cannot be reported.
	s.PrintUsage(w, cols)
	if s.hasContainers() {
		fmt.Fprint(w, "\n"+clearing) //nolint:errcheck // An error of the output cannot be reported.
	}
	if inherited := s.Inherited(cmd); inherited.HasAvailableFlags() {
		//nolint:errcheck // An error of the output cannot be reported.
		fmt.Fprintf(w, "\nGlobal Flags:\n%s", inherited.FlagUsagesWrapped(cols))
	}
}
