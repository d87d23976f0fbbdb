package analyzers

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/lint"
)

// TestAnalyzers runs all analyzers on the packages of a group, whose internal package and version are analyzed one
// after the other, and on a package of no group. Each finding is reported once, in the package that it is about.
func TestAnalyzers(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/relay.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join("../../../testdata/golden", name))
		if err != nil {
			t.Fatal(err)
		}
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: content})
	}
	for _, file := range archive.Files {
		name := filepath.Join(dir, file.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all := For(lint.Choice{Disable: []string{"number-unsigned"}})
	if err := analysis.Validate(all); err != nil {
		t.Fatal(err)
	}
	for pkg, want := range map[string][]string{
		"config": nil,
		"config/v1": {
			"14:2 list_type add +listType=map with a +listMapKey, or +listType=atomic: // +listType=atomic",
			"14:2 container_omitempty add +optional, and omitempty to its struct tag: // +optional",
			"12:2 container_omitempty add +optional, and omitempty to its struct tag: // +optional",
			"22:2 number_float ", "22:2 field_order ",
		},
		"other":  nil,
		"unused": {"12:5 exception "},
	} {
		got := run(t, all, filepath.Join(dir, pkg))
		if slices.Sort(want); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: got %q, want %q", pkg, got, want)
		}
	}
}

// run runs analyzers on a package as a driver does, without types, and returns their reports.
func run(t *testing.T, all []*analysis.Analyzer, dir string) []string {
	t.Helper()
	fset := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	var reported []string
	results := map[*analysis.Analyzer]any{}
	for _, a := range slices.Concat(all[0].Requires, all) {
		pass := &analysis.Pass{
			Analyzer: a, Fset: fset, Files: files, ResultOf: results,
			Report: func(d analysis.Diagnostic) {
				at := fset.Position(d.Pos)
				line := fmt.Sprintf("%d:%d %s ", at.Line, at.Column, a.Name)
				for _, fix := range d.SuggestedFixes {
					line += fix.Message + ": " + strings.TrimSpace(string(fix.TextEdits[0].NewText))
				}
				if d.URL == "" || !strings.HasSuffix(d.Message, "("+d.Category+")") {
					t.Errorf("%s: %+v", line, d)
				}
				reported = append(reported, line)
			},
		}
		if results[a], err = a.Run(pass); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(reported)
	return reported
}
