package commandline

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// pFlags are the flags of a set of pflag, such as pflag.CommandLine.
type pFlags struct {
	fs *pflag.FlagSet
	alone
}

func (s pFlags) all() (out []*pflag.Flag) {
	s.fs.VisitAll(func(f *pflag.Flag) { out = append(out, f) })
	return out
}

func (s pFlags) register(f *pflag.Flag) { s.fs.AddFlag(inertCopy(f, s.fs)) }

// inertCopy returns a flag that help shows like another one, for a set that may have its shorthand.
func inertCopy(f *pflag.Flag, fs *pflag.FlagSet) *pflag.Flag {
	c := *f
	if c.DefValue == "[]" {
		c.DefValue = "" // Help shows no default.
	}
	c.Value = inert{f.Value.Type(), c.DefValue}
	if f.Shorthand != "" && fs.ShorthandLookup(f.Shorthand) != nil {
		c.Shorthand = ""
	}
	return &c
}

func (s pFlags) parse(args []string, unknown func(...string), set setter) ([]string, error) {
	return parseCopy(*s.fs, args, unknown, set)
}

// parseCopy parses with a copy of a set, which shares the flags and all settings.
func parseCopy(same pflag.FlagSet, args []string, unknown func(...string), set setter) ([]string, error) {
	same.Init("", pflag.ContinueOnError)
	same.SetOutput(io.Discard)
	same.Usage = func() {}
	ignored := same.ParseErrorsWhitelist.UnknownFlags || unknown != nil
	same.ParseErrorsWhitelist.UnknownFlags = false
	args = withoutUnknown(args, unknown, func(args []string) error { return same.ParseAll(args, ignore) })
	same.ParseErrorsWhitelist.UnknownFlags = ignored
	err := same.ParseAll(args, set)
	return same.Args(), err
}

func (s pFlags) assign(name string, by func(pflag.Value) error) error {
	return assignIn(s.fs, name, by)
}

func assignIn(fs *pflag.FlagSet, name string, by func(pflag.Value) error) error {
	f := fs.Lookup(name)
	if f == nil {
		return nil // A subcommand runs that does not have the flag.
	}
	value, deprecated := &assigned{Value: f.Value, by: by}, f.Deprecated
	f.Value, f.Deprecated = value, "" // The deprecation has been printed.
	defer func() { f.Value, f.Deprecated = value.Value, deprecated }()
	if err := fs.Set(name, ""); err != nil && value.err == nil {
		return err
	}
	return value.err
}

// assigned is a value that is set by a function. It keeps the error, which pflag would quote the value in.
type assigned struct {
	pflag.Value
	by  func(pflag.Value) error
	err error
}

func (a *assigned) Set(string) error {
	a.err = a.by(a.Value)
	return a.err
}

// cobraFlags are the flags of a cobra command, a root or the subcommand that files configure.
type cobraFlags struct {
	cmd *cobra.Command
	// target is the command that runs: cmd, or one below it.
	target *cobra.Command
	// added are the flags that the component does not know.
	added *pflag.FlagSet
}

func (s *cobraFlags) all() []*pflag.Flag {
	s.cmd.InheritedFlags() // adds them to Flags
	return pFlags{fs: s.cmd.Flags()}.all()
}

func (s *cobraFlags) register(f *pflag.Flag) {
	if s.added == nil {
		s.added = pflag.NewFlagSet("", pflag.ContinueOnError)
		s.showAdded()
	}
	set := s.cmd.Flags()
	c := inertCopy(f, set)
	if s.cmd.HasSubCommands() {
		set = s.cmd.PersistentFlags()
	}
	set.AddFlag(c)
	s.added.AddFlag(c)
}

// showAdded makes usage and help show the added flags, also if functions and templates of the component do not.
func (s *cobraFlags) showAdded() {
	usage, help := s.cmd.UsageFunc(), s.cmd.HelpFunc()
	s.cmd.SetUsageFunc(func(c *cobra.Command) (err error) {
		s.complete(c, c.OutOrStderr(), func() { err = usage(c) })
		return err
	})
	s.cmd.SetHelpFunc(func(c *cobra.Command, args []string) {
		s.complete(c, c.OutOrStdout(), func() { help(c, args) })
	})
}

// complete calls print, and then prints the added flags that are missing from its output.
func (s *cobraFlags) complete(c *cobra.Command, out io.Writer, print func()) {
	var printed bytes.Buffer
	c.SetOut(io.MultiWriter(out, &printed))
	print()
	c.SetOut(out)
	missing := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.added.VisitAll(func(f *pflag.Flag) {
		if !strings.Contains(printed.String(), "--"+f.Name+" ") {
			missing.AddFlag(f)
		}
	})
	if missing.HasAvailableFlags() {
		//nolint:errcheck // An error of the output cannot be reported.
		fmt.Fprintf(out, "\nConfiguration Flags:\n%s", missing.FlagUsages())
	}
}

// otherCommand is the error that a command line is for another command of the component.
type otherCommand struct {
	runs, wanted string
	// above reports whether more words would make it the right one.
	above bool
}

func (e otherCommand) Error() string {
	return fmt.Sprintf("the arguments are for %q, and the configuration is that of %q", e.runs, e.wanted)
}

func (s *cobraFlags) parse(args []string, unknown func(...string), set setter) ([]string, error) {
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		return nil, pflag.ErrHelp
	}
	target, rest, err := s.cmd.Root().Find(args)
	if err != nil {
		return nil, err
	}
	path, within := []*cobra.Command{target}, target == s.cmd
	for c := target; c.HasParent(); c = c.Parent() {
		path, within = append(path, c.Parent()), within || c.Parent() == s.cmd
	}
	if !within || target.DisableFlagParsing {
		above := strings.HasPrefix(s.cmd.CommandPath(), target.CommandPath()+" ")
		return nil, otherCommand{target.CommandPath(), s.cmd.CommandPath(), above}
	}
	target.InitDefaultHelpFlag()
	target.InitDefaultVersionFlag()
	s.target = target
	if s.cmd.Root().TraverseChildren {
		rest = args
		for i := len(path) - 1; i > 0; i-- { // Each command has the flags before the word of the next one.
			path[i].InheritedFlags() // adds them to Flags
			flags := *path[i].Flags()
			flags.SetInterspersed(false)
			if rest, err = parseCopy(flags, rest, unknown, set); err != nil {
				return nil, err
			}
			rest = rest[min(1, len(rest)):]
		}
	}
	target.InheritedFlags() // adds them to Flags
	flags := *target.Flags()
	flags.ParseErrorsWhitelist = pflag.ParseErrorsWhitelist(target.FParseErrWhitelist)
	return parseCopy(flags, rest, unknown, func(f *pflag.Flag, value string) error {
		if f.Name == "version" && target.Version != "" {
			return pflag.ErrHelp
		}
		return set(f, value)
	})
}

func (s *cobraFlags) assign(name string, by func(pflag.Value) error) error {
	return assignIn(s.target.Flags(), name, by)
}

func (s *cobraFlags) command() []string { return strings.Fields(s.target.CommandPath())[1:] }

func (s *cobraFlags) hasCommand(name string) bool {
	for _, c := range s.cmd.Root().Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return true
		}
	}
	return false
}

func (*cobraFlags) status() int { return 1 }
