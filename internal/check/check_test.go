package check

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// Types of fields.
var (
	text   = &group.Type{Kind: "string", Name: "string"}
	number = &group.Type{Kind: "int32", Name: "int32"}
	texts  = list(text)
	inner  = &group.Type{Kind: "struct", Package: config, PackageName: "config", Name: "Inner", Own: true}
)

// config is the package of the types.
const config = "example.com/relay/config"

// one is a run over a single group.
func one(g *group.Group) []*group.Group { return []*group.Group{g} }

func list(of *group.Type) *group.Type    { return &group.Type{Kind: "slice", Elem: of} }
func pointer(to *group.Type) *group.Type { return &group.Type{Kind: "pointer", Elem: to} }
func mapOf(of *group.Type) *group.Type   { return &group.Type{Kind: "map", Key: text, Elem: of} }

// at is a position on a line of the source.
func at(line, column int) token.Position {
	return token.Position{Filename: "/relay/config/types.go", Line: line, Column: column}
}

// field is a field of the user's on a line, documented, with markers on the lines before it.
func field(line int, name string, t *group.Type, texts ...string) *group.Field {
	f := &group.Field{
		Name: name, Path: name, JSONName: strings.ToLower(name), Type: t, Doc: name + " is something.", Package: config,
		Position: at(line, 2), End: at(line, 20),
	}
	for i, text := range texts {
		m := marker(line-len(texts)+i, 5, text)
		f.Markers = append(f.Markers, m)
		if value, ok := m.Value.(*markers.Flag); ok && !strings.Contains(name, "[*]") {
			flag := &group.Flag{Name: value.Name, Shorthand: value.Shorthand, Position: m.Position, End: m.End}
			f.Flags = append(f.Flags, flag)
		}
	}
	return f
}

// marker is a marker at a position.
func marker(line, column int, text string) markers.Marker {
	var m markers.Marker
	if err := m.UnmarshalText([]byte(text)); err != nil {
		panic(err)
	}
	m.Position, m.End = at(line, column), at(line, column+len(text))
	return m
}

// marked are the markers of a struct: one, on a line.
func marked(line int, text string) markers.Set { return markers.Set{marker(line, 4, text)} }

// with adds fields to one that holds a struct.
func with(outer *group.Field, fields ...*group.Field) *group.Field {
	outer.Fields = fields
	for _, f := range fields {
		f.Parent, f.Path = outer, outer.Path+outer.Type.Elements()+"."+f.Name
		with(f, f.Fields...)
	}
	return outer
}

// foreign is a field of a struct that another module declares.
func foreign(f *group.Field) *group.Field {
	f.Package = ""
	return f
}

// relay is a group with one root, which is registered and an object in both packages.
func relay(fields ...*group.Field) *group.Group {
	object := map[string]group.Declaration{
		"Relay":       {Kind: "type", Object: true, Position: at(6, 6), End: at(6, 11)},
		"AddToScheme": {Kind: "var"},
	}
	pkg := func(path, name string) group.Package {
		return group.Package{Path: path, Name: name, Declared: object, Own: true, Position: at(1, 9)}
	}
	g := &group.Group{
		Package: pkg(config, "config"), FlagsPackage: group.Package{Path: config + "/options"},
		ValidationPackage: group.Package{Path: config + "/validation"},
	}
	v1 := pkg(config+"/v1", "v1")
	g.Versions = []group.Version{{Name: "v1", Package: v1, Types: v1}}
	g.Roots = []*group.Root{root("Relay", g.Package, fields...)}
	g.Roots[0].Version = &g.Versions[0]
	return g
}

func root(name string, pkg group.Package, fields ...*group.Field) *group.Root {
	t := &group.Type{Kind: "struct", Package: pkg.Path, PackageName: pkg.Name, Name: name, Own: true}
	return &group.Root{Name: name, Package: pkg, Type: t, Fields: fields, Position: at(6, 6), End: at(6, 11)}
}

// changed is a relay that a function has changed.
func changed(change func(*group.Group), fields ...*group.Field) *group.Group {
	g := relay(fields...)
	change(g)
	return g
}

// flagStruct moves the fields of the root into a +flags struct.
func flagStruct(g *group.Group) { g.FlagStructs, g.Roots = g.Roots, nil }

// rows are the findings about groups; a group without any is a neighbor of the one before that must stay silent.
var rows = slices.Concat(accessRows, changeRows, defaultRows, flagRows, hookRows, jsonRows, lintRows, outputRows,
	pathRows, placeRows, preflightRows, resourceRows, secretRows, silenceRows, systemRows)

type row struct {
	name   string
	groups []*group.Group
	want   []string
}

// TestRules runs all rules on each group and compares findings, with their positions, texts and codes.
func TestRules(t *testing.T) {
	found := map[string]bool{}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var got []string
			for _, d := range Groups(row.groups) {
				d.Position.Filename = filepath.Base(d.Position.Filename)
				for i := range d.Related {
					d.Related[i].Position.Filename = filepath.Base(d.Related[i].Position.Filename)
				}
				got = append(got, d.String())
				found[d.Code] = true
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got: %s", diff)
			}
		})
	}
	for _, rule := range Rules() {
		if !found[rule.Code] {
			t.Errorf("no row has a finding of the rule %s; add one in the file of its family, FAMILY_rows_test.go", rule.Code)
		}
	}
}

// TestRuleValues expects that each rule can be explained, and that no two have one code.
func TestRuleValues(t *testing.T) {
	codes := map[string]bool{}
	for _, rule := range Rules() {
		if codes[rule.Code] || rule.Run == nil {
			t.Errorf("rule %q", rule.Code)
		}
		codes[rule.Code] = true
	}
}

// TestGroupsSorts expects the findings of all rules in the order of the source.
func TestGroupsSorts(t *testing.T) {
	g := relay(field(20, "CertFile", text), field(10, "B", number, "+path"))
	lines := fmt.Sprint(slices.Collect(func(yield func(int) bool) {
		for _, d := range Groups([]*group.Group{g}) {
			yield(d.Position.Line)
		}
	}))
	if lines != "[9 20]" || !diag.Failed(Groups([]*group.Group{g})) {
		t.Errorf("got findings in the lines %s", lines)
	}
}
