package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/parallel"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestTypeImports holds which imports a file's declarations need when nobody looks into functions.
func TestTypeImports(t *testing.T) {
	const source = `package x

import (
	"context"
	"fmt"
	. "strings"
	_ "embed"
	alias "net/url"
	unused "net/http"

	"example.com/go-foo/v2"
	"gopkg.in/bar.v3"
	"k8s.io/api/core/v1"
)

var builder = fmt.Sprint

type T struct {
	A alias.URL
	B bar.Node
	C v1.Taint
}

func (t T) Do(ctx context.Context) { unused.Get(""); foo.Call() }

var _ = builder
`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	needed, slim := typeImports(file)
	var paths []string
	for _, spec := range needed {
		paths = append(paths, spec.path)
	}
	want := []string{"context", "fmt", "strings", "net/url", "gopkg.in/bar.v3", "k8s.io/api/core/v1"}
	if !slices.Equal(paths, want) {
		t.Errorf("got %q, want %q", paths, want)
	}
	kept := 0
	for _, decl := range slim.Decls {
		if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.IMPORT {
			kept += len(general.Specs)
		}
	}
	if kept != len(paths) || len(file.Imports) != 9 {
		t.Errorf("%d imports are kept of %d", kept, len(file.Imports))
	}
}

// TestTypeImportsKeepsWhatItCannotExplain: a package may be called otherwise than its path says.
func TestTypeImportsKeepsWhatItCannotExplain(t *testing.T) {
	const source = "package x\n\nimport (\n\t\"example.com/oddly-named\"\n\t\"fmt\"\n)\n\nvar A surprise.Type\n"
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if needed, _ := typeImports(file); len(needed) != 2 {
		t.Errorf("got %v, want both: either may be the package surprise", needed)
	}
}

// loadTypes loads the named packages and the types of those with the given import paths.
func loadTypes(t *testing.T, request Request, paths ...string) (*loader, *checker) {
	t.Helper()
	l := newLoader(t.Context(), request)
	t.Cleanup(l.abandon)
	listed, err := l.list(modeNamed, request.Patterns)
	if l.named(listed); err != nil || len(l.findings) > 0 {
		t.Fatal(err, l.findings)
	}
	c := reach(l, wanted{typed: paths})
	c.check()
	return l, c
}

// extract writes an archive into a directory with a space in its name.
func extract(t *testing.T, archive string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a b")
	for _, file := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, file.Name)
		testfiles.Write(t, name, file.Data)
	}
	return dir
}

const sources = `
-- go.mod --
module example.com/world

go 1.26.0
-- a/a.go --
package a

import (
	"time"

	"example.com/world/b"
	"example.com/world/nested/c"
)

type T struct {
	B b.Type
	C c.Type
	D time.Duration
	E Missing
}

var _ = NotYetGenerated()

func f() { return undefined }
-- a/zz_generated.x.go --
package a

type Generated struct{}
-- a/a_windows.go --
package a

type Windows struct{}
-- b/b.go --
package b

type Type string

func g() { AlsoUndefined() }
-- nested/go.mod --
module example.com/world/nested

go 1.26.0
-- nested/c/c.go --
package c

type Type string
-- other/other.go --
package other
`

func TestLoad(t *testing.T) {
	dir := extract(t, sources)
	wanted := func(source []byte) bool { return strings.Contains(string(source), "Missing") }
	w, _ := loadTypes(t, Request{Dir: dir, Patterns: []string{"./..."}, Wanted: wanted}, "example.com/world/a")
	if len(w.Packages) != 1 || w.Packages[0].Path != "example.com/world/a" || w.Packages[0].Name != "a" {
		t.Fatalf("got the packages %+v", w.Packages)
	}
	if a := w.Packages[0]; len(a.Files) != 1 || len(a.Excluded) != 1 {
		t.Errorf("%d files and %d excluded ones", len(a.Files), len(a.Excluded))
	}
	findings := w.findings
	if len(findings) != 1 || findings[0].Code != "import" || !findings[0].Transient || findings[0].Position.Line != 7 ||
		!strings.Contains(findings[0].Message, "example.com/world/nested/c") {
		t.Errorf("a package of a nested module is none of this module's: got %v", findings)
	}
	pkg, typeErrors, err := w.Types("example.com/world/a")
	declared := func(name string) bool { return pkg.Scope().Lookup(name) != nil }
	if err != nil || !declared("T") || declared("Generated") || declared("Windows") {
		t.Errorf("got %v, %v", pkg, err)
	}
	var messages []string
	for _, e := range typeErrors {
		messages = append(messages, e.Message)
	}
	inBody := func(m string) bool { return strings.Contains(m, "AlsoUndefined") }
	if !slices.Contains(messages, "undefined: Missing") || slices.ContainsFunc(messages, inBody) {
		t.Errorf("got the type errors %q", messages)
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := extract(t, sources)
	for name, test := range map[string]struct {
		dir     string
		pattern string
		want    string
	}{
		"no such directory": {dir, "./nowhere", "nowhere"},
		"no module":         {t.TempDir(), "./...", "main module"},
	} {
		_, _, err := Load(t.Context(), Request{Dir: test.dir, Patterns: []string{test.pattern}})
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestPanic expects that what goes wrong while packages are parsed side by side does not end the program.
func TestPanic(t *testing.T) {
	defer func() {
		panicked, ok := recover().(*parallel.Panic)
		if !ok || panicked.String() != "broken" || !strings.Contains(string(panicked.Stack), "parseAll") {
			t.Errorf("got %v", panicked)
		}
	}()
	broken := func([]byte) bool { panic("broken") }
	_, _, err := Load(t.Context(), Request{Dir: extract(t, sources), Patterns: []string{"./..."}, Wanted: broken})
	t.Errorf("no panic, but the error %v", err)
}

// TestRegistrations expects the types that hand-written code registers, in the forms that occur, unless
// nothing uses the function.
func TestRegistrations(t *testing.T) {
	const source = `package x

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(gv, &A{}, new(B))
	scheme.AddKnownTypeWithName(gv.WithKind("C"), &other.C{})
	scheme.AddConversionFuncs(&E{})
	return nil
}

func init() { SchemeBuilder.Register(&D{}) }

func forgotten(scheme *runtime.Scheme) { scheme.AddKnownTypes(gv, &F{}) }

var SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)
`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg := &Package{mentions: map[string][]string{}}
	pkg.noteMentions(file)
	var names []string
	for _, decl := range file.Decls {
		names = append(names, (&indexer{pkg: pkg}).registered(decl)...)
	}
	if want := []string{"A", "B", "C", "D"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

// TestObjectsOfControllerGen expects that a root of controller-gen is an object, whose method is in a generated file.
func TestObjectsOfControllerGen(t *testing.T) {
	const source = "package x\n\n// A is an object.\n// +kubebuilder:object:root=true\ntype A struct{}\n\n" +
		"// +kubebuilder:object:root=true\n// +kubebuilder:subresource:status\n\n// C is one, too.\ntype C struct{}\n\n" +
		"// B is none.\n// +kubebuilder:object:root=false\ntype B struct{}\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pkg := &Package{Files: []*ast.File{file}}
	index(fset, markers.NewParser(fset), pkg)
	for name, want := range map[string]bool{"A": true, "B": false, "C": true} {
		if got := pkg.Declared[name].Object; got != want {
			t.Errorf("%s is an object: %t", name, got)
		}
	}
}

// TestWholeCommand expects the command that the go command advises on a line of its own.
func TestWholeCommand(t *testing.T) {
	const missing, none = "missing go.sum entry for module providing package a", "no required module provides a"
	for text, want := range map[string]string{
		missing + "; to add:\n\tgo get example.com/b\n": missing + "; run go get example.com/b",
		none:                              none,
		none + "; to add it:\n\tgo get a": none + "; run go get a",
		"go: updates to go.mod needed; to update it:\n\tgo mod tidy": "go: updates to go.mod needed; run go mod tidy",
		"go: inconsistent vendoring in /a:\n\tb@v1: is replaced\n\n\tTo ignore the vendor directory, use -mod=mod.\n" +
			"\tTo sync the vendor directory, run:\n\t\tgo mod vendor": "go: inconsistent vendoring in /a; run go mod vendor",
		"go: errors parsing go.mod:\ngo.mod:6: unknown directive: <<<<<<<\ngo.mod:8: unknown directive: =======": "" +
			"go.mod:6: the file has a merge conflict; keep one of its sides",
		"go: errors parsing /a/go.mod:\n/a/go.mod:2: unknown directive: modul": "/a/go.mod:2: unknown directive: modul",
	} {
		if got := wholeCommand(text); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestMissingInVendor expects one finding about all imports that the directory vendor lacks, with the commands that
// fill it.
func TestMissingInVendor(t *testing.T) {
	dir := extract(t, `
-- go.mod --
module example.com/relay

go 1.26.0
-- vendor/modules.txt --
-- config/types.go --
package config

import (
	"example.com/dep/a"
	"example.com/dep/b"
	"time"
)

type T struct {
	A a.A
	B b.B
	C time.Time
}
`)
	w, _ := loadTypes(t, Request{Dir: dir, Patterns: []string{"./..."}}, "example.com/relay/config")
	const want = "config/types.go:4:2: cannot load example.com/dep/a: cannot find module providing package " +
		"example.com/dep/a: import lookup disabled by -mod=vendor; fix the import, or run go mod tidy && go mod vendor " +
		"(import)"
	if len(w.findings) != 1 || !strings.HasSuffix(w.findings[0].String(), want) {
		t.Errorf("got %v, want %s", w.findings, want)
	}
}

// TestGroupVersions expects the API groups of literals, as strings and as constants of the package in any order.
func TestGroupVersions(t *testing.T) {
	const source = `package v1
var A = schema.GroupVersion{Group: GroupName, Version: "v1"}
var B, C = schema.GroupVersion{Group: "b.example.com"}, schema.GroupVersion{Group: variable}
var D, E = schema.GroupVersion{Group: config.GroupName}, schema.GroupKind{Group: GroupName}
var variable = "variable.example.com"
const GroupName = "a.example.com"
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "types.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pkg := &Package{Files: []*ast.File{file}}
	index(fset, markers.NewParser(fset), pkg)
	for name, want := range map[string]string{"A": "a.example.com", "B": "b.example.com", "C": "", "D": "", "E": ""} {
		if got := pkg.Declared[name].Group; got != want {
			t.Errorf("%s has the group %q, want %q", name, got, want)
		}
	}
}

// TestOverlay reads changed and added files that are not on the disk, and a package that is only reached by an import.
func TestOverlay(t *testing.T) {
	dir := extract(t, sources)
	file := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	overlay := map[string][]byte{
		file("other/other.go"): []byte("package other\n\nimport \"example.com/world/b\"\n\ntype T struct{ B b.Type }\n"),
		file("other/more.go"):  []byte("// Package other has more.\n// +groupName=m\npackage other\n\ntype More struct{}\n"),
		file("b/b.go"):         []byte("package b\n\ntype Type struct{}\n"),
	}
	s, findings, err := Load(t.Context(), Request{Dir: dir, Patterns: []string{"./other"}, Overlay: overlay})
	if err != nil || len(findings) > 0 || len(s.Packages) != 1 {
		t.Fatal(err, findings, s)
	}
	other := s.Packages[0]
	if other.Types["More"] == nil || !other.Markers.Has("groupName") {
		t.Errorf("the added file is not read: %v, %v", other.TypeNames, other.Markers)
	}
	pkg, _, err := s.Types(other.Path)
	if err != nil {
		t.Fatal(err)
	}
	field := pkg.Scope().Lookup("T").Type().Underlying().(*types.Struct).Field(0)
	if _, changed := field.Type().Underlying().(*types.Struct); !changed {
		t.Errorf("the package on the disk is read: %v", field)
	}
	if content, _ := os.ReadFile(file("b/b.go")); !strings.Contains(string(content), "Type string") {
		t.Errorf("the disk was written: %s", content)
	}
}
