package probe

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestVisible follows the rule of the go command for internal packages.
func TestVisible(t *testing.T) {
	for _, row := range []struct {
		imported, from string
		want           bool
	}{
		{"example.com/a/options", "example.com/b", true},
		{"example.com/a/internal/options", "example.com/a/internal/options/configgenadopt", true},
		{"example.com/a/internal/options", "example.com/a/cmd", true},
		{"example.com/a/internal/options", "example.com/ab", false},
		{"example.com/a/internal/x/internal/y", "example.com/a/internal/z", false},
		{"internal/abi", "example.com/a", false},
	} {
		if got := visible(row.imported, row.from); got != row.want {
			t.Errorf("%s from %s: %v", row.imported, row.from, got)
		}
	}
}

// TestSplit separates functions from packages.
func TestSplit(t *testing.T) {
	for _, row := range [][3]string{
		{"example.com/a/options.New", "example.com/a/options", "New"},
		{"gopkg.in/a.v3.New", "gopkg.in/a.v3", "New"},
		{"./options.New", "./options", "New"},
		{"main.New", "main", "New"},
		{"AddFlags", "", "AddFlags"},
	} {
		if pkg, function := split(row[0]); pkg != row[1] || function != row[2] {
			t.Errorf("%s: %q %q", row[0], pkg, function)
		}
	}
}

const hosting = `
-- go.mod --
module example.com/relay

go 1.26.0
-- options/options.go --
package options

// Options are options.
type Options struct{ Name string }

func New() *Options { return &Options{} }
-- generated/generated.go --
package generated

import "example.com/relay/options"

func Add(o *options.Options) {}
`

// TestHost expects that what calls the functions of the user is in a package that is compiled anyway, unless that
// imports one that imports it, and that a file with another comment alone is not compiled.
func TestHost(t *testing.T) {
	dir := t.TempDir()
	archive := txtar.Parse([]byte(hosting))
	for _, file := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(file.Name))
		if os.MkdirAll(filepath.Dir(name), 0o777) != nil || os.WriteFile(name, file.Data, 0o666) != nil {
			t.Fatal(name)
		}
	}
	const options = "example.com/relay/options"
	for _, row := range []struct{ registration, file, added, host string }{
		{options + ".Add", "options/zz.go", "package options\n\nfunc Add(o *Options) {}\n", options},
		{options + ".Add", "options/zz.go", "package options\n\ntype error int\n\nfunc Add(o *Options) {}\n", ""},
		{"example.com/relay/generated.Add", "options/zz.go", "package options\n", ""},
		{"example.com/relay/generated.Add", "options/options.go", "// +marker\n" + string(archive.Files[1].Data), ""},
	} {
		program := Program{
			Dir: dir, Overlay: map[string][]byte{filepath.Join(dir, filepath.FromSlash(row.file)): []byte(row.added)},
			Sides: []Side{{Constructor: options + ".New", Registrations: []string{row.registration}}},
		}
		program.Overlay = withCode(program.Overlay)
		if len(program.Overlay) == 0 != (row.file == "options/options.go") {
			t.Errorf("%s: %d files have other code", row.file, len(program.Overlay))
		}
		p, _, err := prepare(t.Context(), program)
		if err != nil || len(p.findings) > 0 {
			t.Fatal(err, p.findings)
		}
		if p.local != row.host {
			t.Errorf("%s with %q: in %q, want %q", row.registration, row.added, p.local, row.host)
		}
	}
}
