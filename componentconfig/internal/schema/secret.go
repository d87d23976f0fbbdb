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
		secretsIn(g.Type(tagged), nil, g.Fields, func(p layers.Path) {
			if tagged == v {
				out = append(out, p.Pattern())
				return
			}
			out = append(out, g.Translated(p.Pattern(), tagged, v)...)
		})
	}
	secretsIn(g.internal, nil, goFields, func(p layers.Path) { out = append(out, g.PatternsOf(p.Pattern(), v)...) })
	slices.Sort(out)
	return slices.Compact(out)
}

func goFields(t reflect.Type) []Field {
	var out []Field
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() {
			out = append(out, Field{Name: f.Name, Type: f.Type, Secret: isSecret(f.Tag)})
		}
	}
	return out
}

// secretsIn visits the secrets of a type, which is at a path. Where a type contains itself, all of that is a secret if
// the type has one: a pattern has an end.
func secretsIn(t reflect.Type, at layers.Path, fields func(reflect.Type) []Field, found func(layers.Path)) {
	walker{fields: fields,
		enter: func(path layers.Path, f Field) bool {
			if f.Secret {
				found(path)
			}
			return !f.Secret
		},
		again: func(path layers.Path, t reflect.Type) {
			secret := false
			walker{fields: fields, enter: func(_ layers.Path, f Field) bool {
				secret = secret || f.Secret
				return !secret
			}}.walk(t, nil, map[reflect.Type]bool{})
			if secret {
				found(path)
			}
		},
	}.walk(t, at, map[reflect.Type]bool{})
}
