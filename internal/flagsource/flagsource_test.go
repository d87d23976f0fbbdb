package flagsource_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/flagsource"
	"github.com/configgen/configgen/internal/testfiles"
)

const library = `package library

import (
	"flag"

	"example.com/other"
	"github.com/spf13/pflag"
)

const levelFlag, prefix = "level", "trace-"

func AddFlags(o *Options, fs *pflag.FlagSet) {
	fs.StringVar(&o.Format, "format", "json", "")
	fs.BoolVarP(&o.Text.Split, "split", "s", o.Text.Split, "")
	fs.Lookup("format").Hidden = true
	add(fs, o)
	o.AddMore(fs)
}

func add(set *pflag.FlagSet, o *Options) {
	set.VarP(o.Level, levelFlag, "v", "")
	f := set.VarPF(o.Level, "other-"+levelFlag, "", "")
	f.Hidden = true
	set.IntP("depth", "d", 3, "How deep "+"to look.")
	_ = set.MarkDeprecated("depth", "")
}

func (o *Options) AddMore(fs *pflag.FlagSet) {
	fs.Float32Var(&o.Rate, prefix+"rate", 0.5, "")
	fs.DurationVar(&o.Wait, "wait", 5*time.Second, "")
}

func Computed(o *Options, fs *pflag.FlagSet) {
	fs.Bool("known", false, "")
	fs.Bool(o.Prefix+"unknown", false, "")
}

func Elsewhere(fs *pflag.FlagSet) {
	fs.Bool("known", false, "")
	other.AddFlags(fs)
}

func ElsewhereWithTheNameOfAMethod(fs *pflag.FlagSet) {
	fs.Bool("known", false, "")
	other.AddMore(fs)
}

var commandLine flag.FlagSet

func init() {
	commandLine.BoolVar(&toStderr, "logtostderr", true, "")
	commandLine.Var(&verbosity, "v", "")
}

func InitFlags(flagset *flag.FlagSet) {
	commandLine.VisitAll(func(f *flag.Flag) { flagset.Var(f.Value, f.Name, f.Usage) })
}
`

func TestFlags(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"library.go": library, "library_test.go": "package library\n\nfunc AddFlags() {}\n",
		"broken.go": "package library\n\nfunc {", "other.go": "//go:build !linux\n\npackage library\n\nfunc AddFlags() {}\n",
	} {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	for function, want := range map[string]struct {
		Flags []flagsource.Flag
		All   bool
	}{
		"AddFlags": {[]flagsource.Flag{
			{Name: "depth", Shorthand: "d", Usage: "How deep to look."}, {Name: "format", Field: "Format", Default: `"json"`},
			{Name: "level", Shorthand: "v"}, {Name: "other-level"}, {Name: "split", Shorthand: "s"},
			{Name: "trace-rate", Field: "Rate", Default: "0.5"}, {Name: "wait"},
		}, true},
		"Computed":                      {[]flagsource.Flag{{Name: "known"}}, false},
		"Elsewhere":                     {[]flagsource.Flag{{Name: "known"}}, false},
		"ElsewhereWithTheNameOfAMethod": {[]flagsource.Flag{{Name: "known"}}, false},
		"InitFlags":                     {[]flagsource.Flag{{Name: "logtostderr"}, {Name: "v"}}, true},
		"Missing":                       {},
	} {
		flags, all := flagsource.Flags(dir, "", function)
		if diff := cmp.Diff(want.Flags, flags); diff != "" || all != want.All {
			t.Errorf("%s: all: %t (-want +got):\n%s", function, all, diff)
		}
	}
}

// TestMethodsOfOneName reads the method of the type that is asked for, and does not claim to know which one is called
// where several types have it.
func TestMethodsOfOneName(t *testing.T) {
	dir := t.TempDir()
	testfiles.Write(t, filepath.Join(dir, "library.go"), `package library

import "github.com/spf13/pflag"

type A struct{ Size int }
type B struct{ A A }

func (a *A) AddFlags(fs *pflag.FlagSet) { fs.IntVar(&a.Size, "a-size", 0, "") }
func (b *B) AddFlags(fs *pflag.FlagSet) { fs.Int("b-size", 0, "") }
func Both(b *B, fs *pflag.FlagSet)      { b.A.AddFlags(fs) }
`)
	for receiver, want := range map[string]string{"A": "a-size", "B": "b-size"} {
		flags, all := flagsource.Flags(dir, receiver, "AddFlags")
		if len(flags) != 1 || flags[0].Name != want || !all {
			t.Errorf("%s: %v, all: %t", receiver, flags, all)
		}
	}
	if _, all := flagsource.Flags(dir, "", "Both"); all {
		t.Error("a call of a method that two types have is known")
	}
}
