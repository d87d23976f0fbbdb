package schema

import (
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Only tests try conversions: a loader reads the declarations.

// IsLeaf reports whether a field of a type has a value of its own: no struct, and no list or map of structs.
func IsLeaf(t reflect.Type) bool {
	for t = deref(t); !opaque(t); t = deref(t.Elem()) {
		switch t.Kind() {
		case reflect.Struct:
			return false
		case reflect.Slice, reflect.Array, reflect.Map:
			continue
		}
		return true
	}
	return true
}

// Trial returns the Go paths of the component's type that change if a file of a version has a value at a pattern, and
// the values with which the moves of the field apply. It returns false if the version does not accept the value, or
// cannot be converted with it.
func (g *Group) Trial(pattern, v string, value *layers.Node) (goPaths []string, ok bool) {
	with, without := layers.NewMap(), layers.NewMap()
	path := g.sample(pattern, v)
	with.Insert(path, value.Clone())
	if len(path) > 1 {
		without.Insert(path[:len(path)-1], layers.NewMap())
	}
	for _, move := range g.movesOf(v, pattern, movedFrom) {
		if move.When != "" {
			for _, tree := range []*layers.Node{with, without} {
				tree.Insert(g.sample(move.When, v), &layers.Node{Kind: layers.String, Text: move.Values[0]})
			}
		}
	}
	if problems, unknown := g.Check(with, g.Type(v), nil); len(problems)+len(unknown) > 0 {
		return nil, false
	}
	before, errA := g.internalTree(without, v)
	after, errB := g.internalTree(with, v)
	if errA != nil || errB != nil {
		return nil, false
	}
	for _, leaf := range after.Changed(before) {
		names := goNames(g.internal, parsePattern(leaf.Path.Pattern()), g.jsonField)
		if goPath := strings.TrimSuffix(patternOf(names), "[]"); names[0] != "TypeMeta" {
			goPaths = append(goPaths, goPath)
		}
	}
	slices.Sort(goPaths)
	return slices.Compact(goPaths), true
}

// sample returns a path that matches a pattern of a version, with the first item of each list and one key of each map.
func (g *Group) sample(pattern, v string) (path layers.Path) {
	t := g.Type(v)
	for _, step := range parsePattern(pattern) {
		t = deref(t)
		switch {
		case step != "[]":
			_, t, _ = g.jsonField(t, step)
			path = path.Field(step)
		case t.Kind() == reflect.Map:
			t, path = t.Elem(), path.Key("1")
		default:
			t, path = t.Elem(), path.Index(0)
		}
	}
	return path
}
