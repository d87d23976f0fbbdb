package commandline

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// goFlags are the flags of package flag, such as those of flag.CommandLine.
type goFlags struct {
	fs *flag.FlagSet
	alone
}

// alone is what is the same for all flag sets without a command.
type alone struct{}

func (alone) command() []string      { return nil }
func (alone) hasCommand(string) bool { return false }
func (alone) status() int            { return misused }

func (s goFlags) all() (out []*pflag.Flag) {
	s.fs.VisitAll(func(f *flag.Flag) {
		p := pflag.PFlagFromGoFlag(f)
		p.Name, p.Shorthand = f.Name, ""
		out = append(out, p)
	})
	return out
}

func (s goFlags) register(f *pflag.Flag) {
	switch kind := f.Value.Type(); {
	case kind == "bool":
		s.fs.Bool(f.Name, f.DefValue == "true", f.Usage)
	case kind == "string":
		s.fs.String(f.Name, f.DefValue, f.Usage)
	default:
		s.fs.Var(&inert{kind, strings.Trim(f.DefValue, "[]")}, f.Name, f.Usage)
	}
}

func (s goFlags) parse(args []string, strict bool, set setter) ([]string, error) {
	same := flag.NewFlagSet(s.fs.Name(), flag.ContinueOnError)
	same.SetOutput(io.Discard)
	same.Usage = func() {}
	use := ignore
	for _, f := range s.all() {
		same.Var(goValue{f, func(f *pflag.Flag, value string) error { return use(f, value) }}, f.Name, "")
	}
	for !strict {
		name, unknown := strings.CutPrefix(fmt.Sprint(same.Parse(args)), "flag provided but not defined: -")
		if !unknown {
			break
		}
		same.Var(goValue{unknownFlag(name, args), ignore}, name, "")
	}
	use = set
	err := same.Parse(args)
	return same.Args(), err
}

// unknownFlag is a flag that has the next argument as its value, unless that is a flag.
func unknownFlag(name string, args []string) *pflag.Flag {
	f := &pflag.Flag{Name: name}
	at := 1 + slices.IndexFunc(args, func(arg string) bool { return strings.TrimLeft(arg, "-") == name })
	if at == len(args) || strings.HasPrefix(args[at], "-") {
		f.NoOptDefVal = "true"
	}
	return f
}

// ignore is a setter.
func ignore(*pflag.Flag, string) error { return nil }

func (s goFlags) assign(name string, by func(pflag.Value) error) error {
	f, p := s.fs.Lookup(name), pflag.PFlagFromGoFlag(s.fs.Lookup(name))
	before := f.Value
	defer func() { f.Value = before }()
	f.Value = goValue{p, func(*pflag.Flag, string) error { return by(p.Value) }}
	return s.fs.Set(name, "")
}

// goValue is a flag that is parsed for another function.
type goValue struct {
	flag *pflag.Flag
	set  setter
}

func (v goValue) Set(text string) error { return v.set(v.flag, text) }
func (goValue) String() string          { return "" }
func (v goValue) IsBoolFlag() bool      { return v.flag.NoOptDefVal == "true" }
