package commandline

import (
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// pFlags are the flags of a set of pflag, such as pflag.CommandLine.
type pFlags struct{ fs *pflag.FlagSet }

func (s pFlags) all() (out []*pflag.Flag) {
	s.fs.VisitAll(func(f *pflag.Flag) { out = append(out, f) })
	return out
}

func (s pFlags) register(f *pflag.Flag) { addInert(s.fs, f) }

func addInert(fs *pflag.FlagSet, f *pflag.Flag) {
	added := *f
	if added.DefValue == "[]" {
		added.DefValue = "" // Help shows no default.
	}
	added.Value = inert{f.Value.Type(), added.DefValue}
	if f.Shorthand != "" && fs.ShorthandLookup(f.Shorthand) != nil {
		added.Shorthand = ""
	}
	fs.AddFlag(&added)
}

func (s pFlags) parse(args []string, set func(f *pflag.Flag, value string) error) ([]string, error) {
	return parseAll(*s.fs, args, set)
}

// parseAll parses with a copy of a set, which shares the flags and all settings.
func parseAll(same pflag.FlagSet, args []string, set func(f *pflag.Flag, value string) error) ([]string, error) {
	same.Init("", pflag.ContinueOnError)
	same.SetOutput(io.Discard)
	same.Usage = func() {}
	err := same.ParseAll(args, set)
	return same.Args(), err
}

func (s pFlags) set(name, value string) error { return setIn(s.fs, name, value) }

// setIn sets a flag. Pflag's error would quote the value.
func setIn(fs *pflag.FlagSet, name, value string) error {
	f := fs.Lookup(name)
	if f == nil {
		return nil // A subcommand runs that does not have the flag.
	}
	refused := &refusing{Value: f.Value}
	deprecated := f.Deprecated
	f.Value, f.Deprecated = refused, ""
	err := fs.Set(name, value)
	f.Value, f.Deprecated = refused.Value, deprecated
	if refused.err != nil {
		return refused.err
	}
	return err
}

// refusing keeps the error of a value.
type refusing struct {
	pflag.Value
	err error
}

func (r *refusing) Set(text string) error {
	r.err = r.Value.Set(text)
	return r.err
}

func (pFlags) hasCommand(string) bool { return false }

func (pFlags) status() int { return misused }

// command is the flags of a cobra command, a root or the subcommand that files configure.
type command struct {
	cmd *cobra.Command
	// target is the command that runs: cmd, or one below it.
	target *cobra.Command
}

func (s *command) all() []*pflag.Flag {
	s.cmd.InheritedFlags() // adds them to Flags
	return pFlags{s.cmd.Flags()}.all()
}

func (s *command) register(f *pflag.Flag) {
	if s.cmd.HasSubCommands() {
		addInert(s.cmd.PersistentFlags(), f)
		return
	}
	addInert(s.cmd.Flags(), f)
}

func (s *command) parse(args []string, set func(f *pflag.Flag, value string) error) ([]string, error) {
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		return nil, pflag.ErrHelp
	}
	root := s.cmd.Root()
	target, rest, err := root.Find(args)
	if err != nil {
		return nil, err
	}
	within := target
	for within != nil && within != s.cmd {
		within = within.Parent()
	}
	if within == nil {
		return nil, pflag.ErrHelp // Another command runs.
	}
	target.InitDefaultHelpFlag()
	target.InitDefaultVersionFlag()
	target.InheritedFlags() // adds them to Flags
	s.target = target
	same := *target.Flags()
	if root.TraverseChildren {
		same = *pflag.NewFlagSet("", pflag.ContinueOnError)
		for c := target; c != nil; c = c.Parent() {
			same.AddFlagSet(c.Flags())
		}
	}
	same.ParseErrorsWhitelist = pflag.ParseErrorsWhitelist(target.FParseErrWhitelist)
	return parseAll(same, rest, func(f *pflag.Flag, value string) error {
		if f.Name == "help" || f.Name == "version" && target.Version != "" {
			return pflag.ErrHelp
		}
		return set(f, value)
	})
}

func (s *command) set(name, value string) error { return setIn(s.target.Flags(), name, value) }

func (s *command) hasCommand(name string) bool {
	for _, c := range s.cmd.Root().Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return true
		}
	}
	return false
}

func (*command) status() int { return 1 }
