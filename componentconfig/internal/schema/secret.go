package schema

import (
	"reflect"
	"slices"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Secrets returns the patterns of the secrets of a version: fields with the struct tag datapolicy there, in any other
// version, or in the component's own type.
func (g *Group) Secrets(v string) []string {
	var out []string
	for _, tagged := range g.Versions() {
		walk(g.Type(tagged), nil, map[reflect.Type]bool{}, g.jsonFields, func(p layers.Path) {
			if tagged == v {
				out = append(out, p.Pattern())
				return
			}
			out = append(out, g.Translated(p.Pattern(), tagged, v)...)
		})
	}
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

// walk visits the secrets of a type. Where a type contains itself, all of that is a secret if the type has one: a
// pattern has an end.
func walk(t reflect.Type, at layers.Path, active map[reflect.Type]bool, fields func(reflect.Type) []Field,
	found func(layers.Path)) {
	t = deref(t)
	switch {
	case opaque(t):
	case active[t]:
		if hasSecret(t, map[reflect.Type]bool{}, fields) {
			found(at)
		}
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map:
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

// hasSecret reports whether a type contains a secret.
func hasSecret(t reflect.Type, seen map[reflect.Type]bool, fields func(reflect.Type) []Field) bool {
	t = deref(t)
	if seen[t] || opaque(t) {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return hasSecret(t.Elem(), seen, fields)
	case reflect.Struct:
		return slices.ContainsFunc(fields(t), func(f Field) bool { return f.Secret || hasSecret(f.Type, seen, fields) })
	}
	return false
}
