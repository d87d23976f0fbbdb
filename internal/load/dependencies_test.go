package load

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

const dependent = `
-- go.mod --
module example.com/world

go 1.26.0

require example.com/other v0.0.0

replace example.com/other => ./other
-- a/a.go --
package a

import (
	"time"

	"example.com/other"
	"example.com/other/broken"
	"example.com/other/indirect"
	"example.com/other/missing"
)

type T struct {
	A odd.Type
	B broken.Type
	C indirect.Type
	D missing.Type
	E time.Duration
}
-- other/go.mod --
module example.com/other

go 1.26.0
-- other/other.go --
package odd

import (
	"net/http"
	"time"
)

type Type struct{ After time.Duration }

func (t *Type) Do() any { return http.Get }

func Generic[T any]() T { panic(0) }

var Table = &[]Type{{http.MethodGet}}

var Counted = [...]string{"GET", "PUT"}
-- other/other_windows.go --
package odd

type Windows struct{}
-- other/broken/broken.go --
package broken

type Type struct{ Field Undefined }
-- other/indirect/indirect.go --
package indirect

import "example.com/other/broken"

type Type broken.Type
`

// TestDependenciesFromSource: with an empty build cache, types of other modules come from source and are the same for
// all who import them; what cannot be had is a finding at the import.
func TestDependenciesFromSource(t *testing.T) {
	t.Setenv("GOCACHE", t.TempDir())
	dir := extract(t, dependent)
	w, c := loadTypes(t, Request{Dir: dir, Patterns: []string{"./a"}}, "example.com/world/a", "net/url")
	want := map[int]string{
		7: "cannot load example.com/other/broken: it does not compile: ",
		8: "cannot load example.com/other/indirect: it does not compile: ",
		9: "cannot load example.com/other/missing: ",
	}
	for _, finding := range w.findings {
		if text := want[finding.Position.Line]; text == "" || !strings.HasPrefix(finding.Message, text) {
			t.Errorf("unexpected: %s", finding)
		}
		delete(want, finding.Position.Line)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
	pkg, _, err := w.Types("example.com/world/a")
	if err != nil {
		t.Fatal(err)
	}
	fields := pkg.Scope().Lookup("T").Type().Underlying().(*types.Struct)
	other, ok := fields.Field(0).Type().(*types.Named)
	if !ok || other.Obj().Pkg().Scope().Lookup("Windows") != nil || other.Obj().Pkg().Scope().Lookup("Generic") == nil {
		t.Fatalf("got %s for odd.Type", fields.Field(0).Type())
	}
	for name, want := range map[string]string{"Table": "*[]example.com/other.Type", "Counted": "[2]string"} {
		if got := other.Obj().Pkg().Scope().Lookup(name).Type().String(); got != want {
			t.Errorf("got %s for %s, want %s", got, name, want)
		}
	}
	after := other.Underlying().(*types.Struct).Field(0).Type()
	if duration := fields.Field(4).Type(); !types.Identical(after, duration) || duration.String() != "time.Duration" {
		t.Errorf("%s in the dependency is not %s in the package", after, duration)
	}
	if pkg, _, err := w.Types("net/url"); err != nil || pkg.Scope().Lookup("URL") == nil {
		t.Errorf("of a package that nothing imports: got %v, %v", pkg, err)
	}
	if c.others.known["net/http"].parsed {
		t.Error("a package that only function bodies and tables need has been read")
	}
}

// TestWithoutBodies parses files whose functions are blank, and expects the same declarations at the same places.
func TestWithoutBodies(t *testing.T) {
	const tricky = "package p\n\nfunc A() int { return 1 }\n\nfunc B(\n\ta int,\n) {\n\tpanic(a)\n}\n\n" +
		"func C() string {\n\treturn `\n}\n` + \"`\"\n}\n\nfunc D()\n\nfunc E() {\n}\n\ntype F struct{ G int }\n\n" +
		"func H() {\n\tif true {\n}\n}\n\nfunc I() {\r\n}\r\n\nvar J = func() int {\n\treturn 1\n}\n\nfunc K() {}"
	plain := "package p\n\nfunc A() {\n\tpanic(1)\n}\n\nfunc B() {}\n\n" +
		"func E() interface {\n\tF()\n} {\n\treturn nil\n}\n\n" +
		"func G() struct {\n\tH int\n} {\n\tpanic(2)\n}\n\nconst C = `\nfunc D() {\n\tkept\n}\n`\n"
	want := strings.Replace(plain, "\tpanic(1)", "         ", 1)
	if got := string(withoutBodies([]byte(plain))); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	dir := t.TempDir()
	files := []string{filepath.Join(dir, "tricky.go")}
	testfiles.Write(t, files[0], tricky)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range []string{"net/http", "time", "unicode"} {
		found, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", pkg, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatal(err, found)
		}
		files = append(files, found...)
	}
	declared := func(fset *token.FileSet, file *ast.File, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		dropBodies(file)
		var text strings.Builder
		for _, decl := range file.Decls {
			fmt.Fprintln(&text, fset.Position(decl.Pos()), fset.Position(decl.End()))
			if err := format.Node(&text, fset, decl); err != nil {
				t.Fatal(err)
			}
		}
		return text.String()
	}
	for _, name := range files {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		want := declared(fset, file, err)
		file, err = parseDeclarations(fset, name, 0)
		if got := declared(fset, file, err); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}
