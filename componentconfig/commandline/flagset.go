package commandline

import (
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// goFlags are flags of package flag, such as flag.CommandLine.
type goFlags struct {
	fs *flag.FlagSet
	alone
}

// alone has the methods that are the same for all flag sets without a command.
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

func (s goFlags) parse(args []string, unknown func(...string), set setter) ([]string, error) {
	same := flag.NewFlagSet(s.fs.Name(), flag.ContinueOnError)
	same.SetOutput(io.Discard)
	same.Usage = func() {}
	use := ignore
	for _, f := range s.all() {
		same.Var(goValue{f, func(f *pflag.Flag, value string) error { return use(f, value) }}, f.Name, "")
	}
	args = withoutUnknown(args, unknown, same.Parse)
	use = set
	err := same.Parse(args)
	return same.Args(), err
}

// unknownFlag matches the errors of pflag and of package flag about a flag that does not exist.
var unknownFlag = regexp.MustCompile(
	`^(?:unknown flag: -|unknown shorthand flag: .* in |flag provided but not defined: )-(.+)$`)

// withoutUnknown returns a command line without the flags that its parser refuses as unknown. These are passed to
// unknown, each with the next argument, unless that is a flag, or a value follows an equals sign.
func withoutUnknown(args []string, unknown func(...string), parse func([]string) error) []string {
	for unknown != nil {
		match := unknownFlag.FindStringSubmatch(fmt.Sprint(parse(args)))
		if match == nil {
			break
		}
		at := slices.IndexFunc(args, func(arg string) bool {
			text := strings.TrimLeft(arg, "-")
			return text != arg && (text == match[1] || strings.HasPrefix(text, match[1]+"="))
		})
		if at < 0 {
			break
		}
		end := at + 1
		if !strings.Contains(args[at], "=") && end < len(args) && !strings.HasPrefix(args[end], "-") {
			end++
		}
		unknown(args[at:end]...)
		args = slices.Delete(slices.Clone(args), at, end)
	}
	return args
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
