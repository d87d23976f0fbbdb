package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/adopt/source"
)

const program = `package main

import "flag"

type options struct{ port int }

var name = flag.String("name", "a", "Name.")

func load[T any](T) {}

func main() {
	var o options
	flag.IntVar(&o.port, "port", 1, "Port.")
	verbose := flag.Bool("verbose", false, "More.")
	flag.String("lost", "", "Nothing reads it.")
	flag.Parse()
	load(o)
	println(*name, o.port, *verbose, o.port)
}
`

// TestEverywhere finds the variables and fields that registrations set, and their uses, outside of generated code.
func TestEverywhere(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module example.com/a\n\ngo 1.25\n", "main.go": program,
		"zz_generated.flags.go": "package main\n\nimport \"flag\"\n\nvar _ = flag.Int(\"generated\", 1, \"\")\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	module, err := source.Load(t.Context(), source.Request{Dir: dir, Packages: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, target := range module.Everywhere() {
		line := fmt.Sprint(target.Flag, " ", target.Variable, " ", target.Type)
		for _, at := range target.Uses {
			line += fmt.Sprint(" ", at.Line)
		}
		got = append(got, line)
	}
	want := []string{"name name string 18", "port o.port int 18 18", "verbose verbose bool 18", "lost  <nil>"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), strings.Join(want, "; "))
	}
	if of := module.LoadedBy("example.com/a.load"); of == nil || of.Name() != "options" {
		t.Errorf("it is called with %v", of)
	}
}
