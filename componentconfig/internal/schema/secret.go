package schema

import (
	"reflect"
	"slices"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Secrets returns the patterns of the secrets of a version: fields with the struct tag datapolicy there, in any other
// version, or in the component's own type. Where nothing declares the place of a secret, all fields that may have its
// value are secrets.
func (g *Group) Secrets(v string) []string {
	var out []string
	for _, tagged := range g.Versions() {
		secretsIn(g.Type(tagged), nil, g.Fields, func(p layers.Path) {
			if tagged == v {
				out = append(out, p.Pattern())
				return
			}
			for _, goPath := range g.coveringGo(p.Pattern(), tagged) {
				out = append(out, g.Covering(goPath, v)...)
			}
		})
	}
	secretsIn(g.internal, nil, goFields, func(p layers.Path) { out = append(out, g.Covering(p.Pattern(), v)...) })
	slices.Sort(out)
	return slices.Compact(out)
}

// coveringGo returns the Go paths in the component's type that may have the value of a field of a version.
func (g *Group) coveringGo(pattern, v string) []string {
	if found := g.GoPathsOf(pattern, v); len(found) > 0 {
		return found
	}
	if o, _ := g.opaqueAt(patternOf(goNames(g.Type(v), parsePattern(pattern), g.jsonField)), v); o != nil {
		return o.Fields
	}
	return nil
}

// Undeclared reports whether a field of a version has a place in another version that a hand-written conversion knows
// and no marker declares.
func (g *Group) Undeclared(pattern, from, to string) bool {
	goPaths := g.coveringGo(pattern, from)
	return len(goPaths) > 0 && (len(g.GoPathsOf(pattern, from)) == 0 ||
		slices.ContainsFunc(goPaths, func(goPath string) bool { return g.IsOpaque(goPath, to) }))
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
