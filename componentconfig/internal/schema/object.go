package schema

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// ObjectOf returns the pattern of the object that a Go field points to in a version: robot for Robot *Robot. It returns
// "" if the field is not a pointer to a struct. Such an object can be present without any value in it.
func (g *Group) ObjectOf(goPath, v string) string {
	key, steps := "object "+v+" "+goPath, parsePattern(goPath)
	if out, ok := g.patterns[key]; ok {
		return out[0]
	}
	found := ""
	t := typeAt(g.internal, steps, goField)
	switch {
	case t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct || opaque(t.Elem()):
	case search{Group: g, versions: []string{v}}.named(steps):
		found = strings.Join(sameGoName(g, g.Type(v), steps), "")
	default:
		without, with := reflect.New(g.internal), reflect.New(g.internal)
		place(without.Elem(), steps, goField, func(reflect.Value) {})
		place(with.Elem(), steps, goField, func(v reflect.Value) { v.Set(reflect.New(v.Type().Elem())) })
		a, errA := g.Tree(without.Interface(), v)
		b, errB := g.Tree(with.Interface(), v)
		if errA == nil && errB == nil {
			found = appeared(a, b, nil).Pattern()
		}
	}
	g.patterns[key] = []string{found}
	return found
}

// appeared returns the path of the topmost object that is in b and not in a; nil if there is none.
func appeared(a, b *layers.Node, at layers.Path) layers.Path {
	switch {
	case (a == nil || a.Kind == layers.Null) && b.Kind == layers.Map:
		return at
	case a == nil:
	case a.Kind == layers.Map && b.Kind == layers.Map:
		for _, key := range slices.Sorted(maps.Keys(b.Fields)) {
			if path := appeared(a.Fields[key], b.Fields[key], at.Child(b, key)); path != nil {
				return path
			}
		}
	case a.Kind == layers.List && b.Kind == layers.List:
		for i := range min(len(a.Items), len(b.Items)) {
			if path := appeared(a.Items[i], b.Items[i], at.Index(i)); path != nil {
				return path
			}
		}
	}
	return nil
}
