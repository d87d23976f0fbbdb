package commandline

import (
	"flag"
	"io"
	"strings"

	"github.com/spf13/pflag"
)

// goFlags are the flags of package flag, such as those of flag.CommandLine.
type goFlags struct{ fs *flag.FlagSet }

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

func (s goFlags) parse(args []string, set func(f *pflag.Flag, value string) error) ([]string, error) {
	same := flag.NewFlagSet(s.fs.Name(), flag.ContinueOnError)
	same.SetOutput(io.Discard)
	same.Usage = func() {}
	for _, f := range s.all() {
		same.Var(goValue{f, set}, f.Name, "")
	}
	err := same.Parse(args)
	return same.Args(), err
}

func (s goFlags) set(name, value string) error { return s.fs.Set(name, value) }

func (goFlags) hasCommand(string) bool { return false }

func (goFlags) status() int { return misused }

// goValue is a flag that is parsed for another function.
type goValue struct {
	flag   *pflag.Flag
	record func(f *pflag.Flag, value string) error
}

func (v goValue) Set(text string) error { return v.record(v.flag, text) }
func (goValue) String() string          { return "" }
func (v goValue) IsBoolFlag() bool      { return v.flag.NoOptDefVal == "true" }
