package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// opaqueLamps returns the group without the moves of the serving and the areas: their conversions are hand-written, and
// the conversion of the areas reads the labels.
func opaqueLamps(t *testing.T) *Group {
	t.Helper()
	g := undeclaredLamps(t)
	g.Compared = []string{"v1", "v1alpha1"}
	g.Opaque = []binding.Opaque{
		{Version: "v1alpha1", Fields: []string{"Serving", "Port"}},
		{Version: "v1alpha1", Fields: []string{"Areas", "Zones"}, Reads: []string{"Labels"}},
	}
	return g
}

// TestOpaqueFieldsHaveNoPlace checks that an opaque field is not found by its name or in any other way.
func TestOpaqueFieldsHaveNoPlace(t *testing.T) {
	for _, c := range []struct {
		path, exact, covering string
		opaque                bool
	}{
		{"Port", "[]", "[serving]", true},
		{"Zones", "[]", "[areas]", true},
		{"Zones[].Name", "[]", "[areas]", true},
		{"Labels", "[labels]", "[labels]", false},
		{"Brightness", "[brightness]", "[brightness]", false},
		{"Robot.Speed", "[]", "[]", false},
		{"Missing", "[]", "[]", false},
	} {
		g := opaqueLamps(t)
		exact, covering := fmt.Sprint(g.PatternsOf(c.path, "v1alpha1")), fmt.Sprint(g.Covering(c.path, "v1alpha1"))
		if opaque := g.IsOpaque(c.path, "v1alpha1"); exact != c.exact || covering != c.covering || opaque != c.opaque {
			t.Errorf("%s: got %s, %s, %t, want %s, %s, %t", c.path, exact, covering, opaque, c.exact, c.covering, c.opaque)
		}
		if g.IsOpaque(c.path, "v1") {
			t.Errorf("%s is opaque in v1", c.path)
		}
	}
}

// TestOpaqueFieldsOfMovedStructs checks that an opaque field in a moved struct has no place, and the others have.
func TestOpaqueFieldsOfMovedStructs(t *testing.T) {
	g := undeclaredLamps(t)
	g.Compared = []string{"v1", "v1alpha1"}
	g.Moves = []binding.Move{{Version: "v1alpha1", From: "areas", Field: "Zones"}}
	g.Opaque = []binding.Opaque{{Version: "v1alpha1", Fields: []string{"Areas[].Title", "Zones[].Name"}}}
	got := fmt.Sprint(g.PatternsOf("Zones", "v1alpha1"), g.PatternsOf("Zones[].Name", "v1alpha1"),
		g.Covering("Zones[].Name", "v1alpha1"), g.GoPathsOf("areas", "v1alpha1"), g.GoPathsOf("areas[].title", "v1alpha1"))
	if want := "[areas] [] [areas[].title] [Zones] []"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestVersionsThatAreNotComparedAreOpaque checks that names alone say nothing about a version that configgen has not
// compared.
func TestVersionsThatAreNotComparedAreOpaque(t *testing.T) {
	g := undeclaredLamps(t)
	if got := fmt.Sprint(g.PatternsOf("Labels", "v1alpha1"), g.IsOpaque("Labels", "v1alpha1"),
		g.Covering("Labels", "v1alpha1")); got != "[] true [serving areas labels brightness token on]" {
		t.Errorf("got %s", got)
	}
}

// TestOpaqueSecretsAreCovered checks that everything that may have a secret is one.
func TestOpaqueSecretsAreCovered(t *testing.T) {
	declared, opaque, unknown := lamps(t), opaqueLamps(t), undeclaredLamps(t)
	for _, c := range []struct {
		g    *Group
		want string
	}{
		{declared, "[token zones[].name] [areas[].title token]"},
		{opaque, "[token zones] [areas[].title token]"},
		{unknown, "[brightness labels on port robot token zones] [areas areas[].title brightness labels on serving token]"},
	} {
		if got := fmt.Sprint(c.g.Secrets("v1"), c.g.Secrets("v1alpha1")); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestSourcesOfOpaqueFields checks that an opaque value comes from all that its conversion reads, and any other value
// from its own place.
func TestSourcesOfOpaqueFields(t *testing.T) {
	for _, c := range []struct{ version, file, path, want string }{
		{"v1alpha1", "serving:\n  port: 1\n", "port", "[serving] false"},
		{"v1alpha1", "areas:\n- title: a\n", "zones[0].name", "[areas labels] false"},
		{"v1alpha1", "labels:\n  a: b\n", "labels[a]", "[labels[a]] true"},
		{"v1", "port: 1\n", "port", "[port] true"},
	} {
		g := opaqueLamps(t)
		tree := parse(t, g, c.version, c.file)
		object, err := g.FromTree(tree, c.version)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := g.Tree(object, "v1")
		if err != nil {
			t.Fatal(err)
		}
		leaves := shown.Leaves()
		at := slices.IndexFunc(leaves, func(l layers.Leaf) bool { return l.Path.String() == c.path })
		paths, declared := SourcesOf(g, leaves[at].Path, c.version, tree)
		if got := fmt.Sprint(paths, declared); got != c.want {
			t.Errorf("%s of %s: got %s, want %s", c.path, c.version, got, c.want)
		}
	}
}

// TestOpaqueFieldsAreNotTranslated checks that a field is not carried to another version on a guess.
func TestOpaqueFieldsAreNotTranslated(t *testing.T) {
	for _, c := range []struct{ from, to, file, blocked string }{
		{"v1alpha1", "v1", "serving:\n  port: 1\n", "serving.port"},
		{"v1", "v1alpha1", "port: 1\n", "port"},
		{"v1", "v1alpha1", "zones:\n- name: a\n", "zones[0].name"},
		{"v1", "v1alpha1", "labels:\n  a: b\n", ""},
	} {
		g := opaqueLamps(t)
		_, blocked := g.Translate(parse(t, g, c.from, c.file), c.from, c.to)
		var where []string
		for _, b := range blocked {
			where = append(where, b.Path.String())
		}
		if got := strings.Join(where, " "); got != c.blocked {
			t.Errorf("%s from %s to %s: got %q, want %q", c.file, c.from, c.to, got, c.blocked)
		}
		leaves := parse(t, g, c.from, c.file).Leaves()
		undeclared := g.Undeclared(leaves[len(leaves)-1].Path.Pattern(), c.from, c.to)
		if undeclared != (c.blocked != "") {
			t.Errorf("%s from %s to %s: undeclared is %t", c.file, c.from, c.to, undeclared)
		}
	}
}

// TestPartOfAValueIsNotTranslated checks that a field does not get a place that has another field, too: the other value
// would be lost.
func TestPartOfAValueIsNotTranslated(t *testing.T) {
	g := lamps(t)
	g.Moves = append(g.Moves, binding.Move{Version: "v1alpha1", From: "brightness", Field: "Brightness"},
		binding.Move{Version: "v1alpha1", From: "brightness", Field: "On"})
	for _, c := range []struct{ from, to, file, want string }{
		{"v1", "v1alpha1", "on: true\n", "on"}, {"v1", "v1alpha1", "brightness: 3\n", "brightness"},
		{"v1alpha1", "v1", "brightness: \"3\"\n", "brightness"}, {"v1", "v1alpha1", "port: 1\n", ""},
	} {
		_, blocked := g.Translate(parse(t, g, c.from, c.file), c.from, c.to)
		got := ""
		for _, b := range blocked {
			got += b.Path.String()
		}
		if got != c.want {
			t.Errorf("%s to %s: %q is blocked, want %q", c.file, c.to, got, c.want)
		}
	}
}
