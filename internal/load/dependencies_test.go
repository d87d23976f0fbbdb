package load

import (
	"go/types"
	"strings"
	"testing"
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
	after := other.Underlying().(*types.Struct).Field(0).Type()
	if duration := fields.Field(4).Type(); !types.Identical(after, duration) || duration.String() != "time.Duration" {
		t.Errorf("%s in the dependency is not %s in the package", after, duration)
	}
	if pkg, _, err := w.Types("net/url"); err != nil || pkg.Scope().Lookup("URL") == nil {
		t.Errorf("of a package that nothing imports: got %v, %v", pkg, err)
	}
	if c.others.known["net/http"].parsed {
		t.Error("a package that only a function body needs has been read")
	}
}
