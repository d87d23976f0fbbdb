package schema

import (
	"reflect"
	"slices"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Secrets returns the patterns of the secrets of a version: fields with the struct tag datapolicy there or in the
// component's own type.
func (g *Group) Secrets(v string) []string {
	var out []string
	walk(g.Type(v), nil, map[reflect.Type]bool{}, g.jsonFields, func(p layers.Path) { out = append(out, p.Pattern()) })
	var internal []string
	walk(g.internal, nil, map[reflect.Type]bool{}, goFields,
		func(p layers.Path) { internal = append(internal, p.Pattern()) })
	for _, p := range internal {
		out = append(out, g.PatternsOf(p, v)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (g *Group) jsonFields(t reflect.Type) []Field { return g.Fields(t) }

func goFields(t reflect.Type) []Field {
	var out []Field
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() {
			out = append(out, Field{Name: f.Name, Type: f.Type, Secret: isSecret(f.Tag)})
		}
	}
	return out
}

// walk visits the secrets of a type. A type that contains itself is visited once.
func walk(t reflect.Type, at layers.Path, active map[reflect.Type]bool, fields func(reflect.Type) []Field,
	found func(layers.Path)) {
	t = deref(t)
	switch {
	case active[t] || opaque(t):
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Map:
		walk(t.Elem(), at.Index(0), active, fields, found)
	case t.Kind() == reflect.Struct:
		active[t] = true
		defer delete(active, t)
		for _, f := range fields(t) {
			if path := at.Field(f.Name); f.Secret {
				found(path)
			} else {
				walk(f.Type, path, active, fields, found)
			}
		}
	}
}
