package pathrefs

import (
	"bytes"
	"strings"
	"testing"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
)

var text = &group.Type{Kind: "string", Name: "string"}

func pointerTo(elem *group.Type) *group.Type { return &group.Type{Kind: "pointer", Elem: elem} }
func listOf(elem *group.Type) *group.Type    { return &group.Type{Kind: "slice", Elem: elem} }

func mapOf(elem *group.Type) *group.Type {
	return &group.Type{Kind: "map", Key: text, Elem: elem}
}

func named(name string) *group.Type {
	return &group.Type{Kind: "struct", Package: "example.com/relay", PackageName: "relay", Name: name}
}

func path(name string, of *group.Type) *group.Field {
	return &group.Field{Name: name, Path: name, Type: of, Facts: descriptor.Field{File: &descriptor.File{}}}
}

// relay is a group with one root that has the given fields.
func relay(fields ...*group.Field) *group.Group {
	pkg := group.Package{Path: "example.com/relay", Name: "relay", Dir: "/relay", Declared: map[string]group.Declaration{}}
	return &group.Group{
		Package: pkg,
		Roots:   []*group.Root{{Name: "Relay", Package: pkg, Type: named("Relay"), Fields: fields}},
	}
}

func generate(t *testing.T, g *group.Group) string {
	t.Helper()
	files, findings := Generator.Run(generators.NewInput(g))
	if len(findings) > 0 || len(files) != 1 || files[0].Dir != "/relay" || files[0].Name != fileName {
		t.Fatalf("%v, %v", files, findings)
	}
	return string(files[0].Content)
}

// Each shape of a list costs one allocation: its capacity is what is appended.
func TestCapacities(t *testing.T) {
	tls := []*group.Field{path("Cert", text), path("Key", text)}
	for _, tc := range []struct {
		name  string
		field *group.Field
		want  string
	}{
		{"one path", path("A", text), "return []*string{\n\t\t&c.A,\n\t}"},
		{"a pointer", path("A", pointerTo(text)), "make([]*string, 0, 1)"},
		{"a list", path("A", listOf(text)), "make([]*string, 0, len(c.A))"},
		{"a list of structs", &group.Field{Name: "A", Type: listOf(named("TLS")), Fields: tls},
			"make([]*string, 0, 2*len(c.A))"},
		{"a pointer to a struct", &group.Field{Name: "A", Type: pointerTo(named("TLS")), Fields: tls},
			"make([]*string, 0, 2)"},
		{"a list behind a pointer", &group.Field{Name: "A", Type: pointerTo(named("B")), Fields: []*group.Field{path("C",
			listOf(text))}},
			"n := 0\n\tif c.A != nil {\n\t\tn += len(c.A.C)\n\t}\n\trefs := make([]*string, 0, n)"},
		{"a list of lists", &group.Field{Name: "A", Type: listOf(listOf(named("TLS"))), Fields: tls},
			"for i := range c.A {\n\t\tn += 2 * len(c.A[i])\n\t}"},
		{"a map of pointers", path("A", mapOf(pointerTo(text))), "make([]*string, 0, len(c.A))"},
		{"a map of texts", path("A", mapOf(text)), "RelayPathRefs(*Relay) []*string {\n\treturn nil"},
	} {
		if content := generate(t, relay(tc.field)); !strings.Contains(content, tc.want) {
			t.Errorf("%s: want %s in\n%s", tc.name, tc.want, content)
		}
	}
}

// A struct that is the value of a map is a copy in the loop: it is written back where it has changed, and only
// there.
func TestMapsAreWrittenBack(t *testing.T) {
	byValue := &group.Field{Name: "A", Type: mapOf(named("B")), Fields: []*group.Field{path("C", text)}}
	inner := &group.Field{Name: "A", Type: mapOf(named("B")), Fields: []*group.Field{path("C", mapOf(text))}}
	for name, tc := range map[string]struct {
		field *group.Field
		back  bool
	}{"a field of the copy": {byValue, true}, "a map that the copy shares": {inner, false}} {
		content := generate(t, relay(tc.field))
		if got := strings.Contains(content, "c.A[key] = value\n"); got != tc.back {
			t.Errorf("%s: written back is %t, want %t:\n%s", name, got, tc.back, content)
		}
	}
}

func TestNothingWithoutRoots(t *testing.T) {
	g := relay()
	g.FlagStructs, g.Roots = g.Roots, nil
	if files, findings := Generator.Run(generators.NewInput(g)); len(files)+len(findings) > 0 {
		t.Errorf("%v, %v", files, findings)
	}
}

func TestOutputDependsOnTheGroupAlone(t *testing.T) {
	g := relay(path("A", listOf(text)), path("B", mapOf(text)))
	if first, second := generate(t, g), generate(t, g); !bytes.Equal([]byte(first), []byte(second)) {
		t.Errorf("%s\n%s", first, second)
	}
}
