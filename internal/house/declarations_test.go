package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDeclarations refuses, in hand-written files outside of testdata: init functions, except the one that the plugin
// interface of golangci-lint requires; tests that are named after an entry of a list; exported functions with a bool
// parameter; and packages with names such as util.
func TestDeclarations(t *testing.T) {
	for _, s := range sources(t, func(file string) bool { return path.Ext(file) == ".go" && !within(file, "testdata") }) {
		if s.generated() {
			continue
		}
		if name := path.Base(path.Dir(s.path)); slices.Contains([]string{"util", "utils", "common", "helpers"}, name) {
			t.Errorf("%s: name the package after what it does", s.path)
		}
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok {
				checkFunction(t, positions, function)
			}
		}
	}
}

// numbered matches tests that are named after an entry of a list instead of a behavior.
var numbered = regexp.MustCompile(`^(Test|Fuzz|Benchmark)[A-Z]{1,2}[0-9]+[a-z]?([A-Z_]|$)`)

func checkFunction(t *testing.T, positions *token.FileSet, function *ast.FuncDecl) {
	t.Helper()
	at, name := positions.Position(function.Pos()), function.Name.Name
	if name == "init" && function.Recv == nil && !strings.HasPrefix(at.String(), "lint/golangci/plugin.go:") {
		t.Errorf("%s: write a function that somebody calls instead of init", at)
	}
	if numbered.MatchString(name) {
		t.Errorf("%s: name %s after the behavior that it tests", at, name)
	}
	if !function.Name.IsExported() || strings.HasSuffix(at.Filename, "_test.go") {
		return
	}
	for _, parameter := range function.Type.Params.List {
		kind, ok := parameter.Type.(*ast.Ident)
		if ok && kind.Name == "bool" {
			t.Errorf("%s: exported %s has a bool parameter, which a caller cannot read", at, name)
		}
	}
}

// TestLargePackagesAreExplained: a package of more than 300 lines explains itself in doc.go, for those who read it the
// first time. A command does so in its main.go.
func TestLargePackagesAreExplained(t *testing.T) {
	lines, documented := map[string]int{}, map[string]bool{}
	for _, s := range sources(t, func(file string) bool {
		return path.Ext(file) == ".go" && !within(file, "testdata") && !within(file, "examples") &&
			!strings.HasSuffix(file, "_test.go") && !strings.HasPrefix(path.Base(file), "zz_generated")
	}) {
		dir := path.Dir(s.path)
		lines[dir] += strings.Count(s.text, "\n")
		explained := path.Base(s.path) == "doc.go" && strings.HasPrefix(s.text, "// Package ")
		documented[dir] = documented[dir] || explained || strings.Contains(s.text, "\npackage main\n")
	}
	for dir, count := range lines {
		if count > 300 && !documented[dir] {
			t.Errorf("%s has %d lines and no doc.go that explains it", dir, count)
		}
	}
}
