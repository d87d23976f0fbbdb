package observer

import (
	"errors"
	"flag"
	"io"
	"slices"

	"github.com/spf13/pflag"
)

// process has the flags of the process before the first registration.
type process struct {
	flags  []*flag.Flag
	values []string
	pflags []*pflag.Flag
	names  func(*pflag.FlagSet, string) pflag.NormalizedName
}

// remember notes the flags that the initialization of packages has registered for the process.
func remember() *process {
	p := &process{names: pflag.CommandLine.GetNormalizeFunc()}
	flag.CommandLine.VisitAll(func(f *flag.Flag) {
		p.flags, p.values = append(p.flags, f), append(p.values, text(f.Value))
	})
	pflag.CommandLine.VisitAll(func(f *pflag.Flag) { p.pflags = append(p.pflags, f) })
	return p
}

// restore resets the flags of the process to the flags in p: a registration that adds its own flags to them can then
// run a second time. Flag sets of component-base use the function for names of the process's flag set.
func (p *process) restore(s *Subject) {
	*flag.CommandLine = *flag.NewFlagSet("", flag.ContinueOnError) // a package can have kept the pointer
	flag.CommandLine.SetOutput(io.Discard)
	for i, f := range p.flags {
		if text(f.Value) != p.values[i] {
			caught(func() error { return f.Value.Set(p.values[i]) })
		}
		flag.CommandLine.Var(f.Value, f.Name, f.Usage)
	}
	*pflag.CommandLine = *pflag.NewFlagSet("", pflag.ContinueOnError)
	pflag.CommandLine.SetOutput(io.Discard)
	for _, f := range p.pflags {
		again := *f
		again.Changed = false
		pflag.CommandLine.AddFlag(&again)
	}
	s.names = p.names
	pflag.CommandLine.SetNormalizeFunc(s.process)
}

// take adds the flags of the process to a subject that has no others: its registration works on them. It returns an
// error if all flags are in package flag: generated code does not support such a component.
func (p *process) take(s *Subject) error {
	if slices.ContainsFunc(s.sets, func(in *set) bool { return in.HasFlags() }) {
		return nil
	}
	if pflag.CommandLine.HasFlags() {
		s.Set(pflag.CommandLine)
		return nil
	}
	count := 0
	flag.CommandLine.VisitAll(func(*flag.Flag) { count++ })
	if count > len(p.flags) {
		return errors.New("the flags are those of package flag; register them on a *pflag.FlagSet")
	}
	return nil
}
