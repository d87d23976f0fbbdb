package probe_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/probe"
)

// TestKnown observes generated code that is not written yet, with what was read before of the packages.
func TestKnown(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "broken.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir, program := extract(t, archive)
	first, err := probe.Observe(t.Context(), program)
	if err != nil || len(first.Findings) != 1 {
		t.Fatal(first, err)
	}
	options := filepath.Join(dir, "options", "options.go")
	content := string(first.Source.Content(options))
	program.Known = first.Source
	program.Overlay = map[string][]byte{
		options: []byte(strings.ReplaceAll(content, "Names:", "Name:")),
		filepath.Join(dir, "generated", "zz_generated.flags.go"): []byte(`package generated

import (
	"github.com/spf13/pflag"

	"example.com/relay/options"
)

func AddFlags(fs *pflag.FlagSet, o *options.Options) {
	fs.StringVar(&o.Name, "generated", o.Name, "")
	wrong
}
`),
	}
	program.Sides[0].Registrations = []string{"example.com/relay/generated.AddFlags"}
	second, err := probe.Observe(t.Context(), program)
	if err != nil || len(second.Findings) != 1 {
		t.Fatal(second, err)
	}
	at := filepath.Join(dir, "generated", "zz_generated.flags.go") + ":11:2: "
	if got := second.Findings[0].String(); !strings.HasPrefix(got, at+"the package does not compile: undefined: wrong") {
		t.Errorf("got %s, want it at %s", got, at)
	}

	program.Overlay[filepath.Join(dir, "options", "late.go")] = []byte(`package options

import (
	"container/ring"

	"github.com/spf13/pflag"
)

func (o *Options) AddLate(fs *pflag.FlagSet, _ ring.Ring) { o.AddFlags(fs) }
`)
	delete(program.Overlay, filepath.Join(dir, "generated", "zz_generated.flags.go"))
	program.Sides[0].Registrations = []string{"AddLate"} // with a type of a package that nothing imported
	third, err := probe.Observe(t.Context(), program)
	if err != nil || len(third.Findings) > 0 || len(third.Observations[0].Flags) != 1 {
		t.Fatal(third, err)
	}
}
