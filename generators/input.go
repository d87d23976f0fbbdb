package generators

import (
	"slices"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// Input is what a generator knows of a group.
type Input struct {
	// API is the group with its kinds, fields and flags.
	API *descriptor.Descriptor
	// Types is the package of the marked types. Flags takes files about flags, Validation files about validation, and
	// Docs the documentation; its path is empty if none is asked for.
	Types, Flags, Validation, Docs Package

	model *group.Group
}

// Package is a package that generated files go into.
type Package struct {
	// Path is the import path, Name the name in the package clause, Dir the absolute directory; it need not exist yet.
	Path, Name, Dir string
}

// NewInput returns the input of the generators for a group.
func NewInput(g *group.Group) *Input {
	of := func(p group.Package) Package { return Package{p.Path, p.Name, p.Dir} }
	return &Input{
		API:   g.Descriptor,
		Types: of(g.Package), Flags: of(g.FlagsPackage), Validation: of(g.ValidationPackage), Docs: of(g.DocsPackage),
		model: g,
	}
}

// Model returns the model of the group, for the generators of configgen itself: generators of others cannot name an
// Access.
func (in *Input) Model(group.Access) *group.Group { return in.model }

// Source is what generators of Go code need of a kind or a field, and no program that only reads a descriptor.
type Source struct {
	// Type is the type in Go.
	Type Type
	// Foreign are the markers whose names +configgen:foreign declares, as in +relay:variable=NAME, in the order of the
	// source.
	Foreign []string
}

// Type is a type in Go.
type Type struct {
	// Kind is the name of the underlying basic type (bool, string, int32 ...), or pointer, slice, array, map, struct,
	// interface, func, chan.
	Kind string
	// Package is the import path and PackageName the name of the package of a type with a name. A basic type has only a
	// Name.
	Package, PackageName, Name string
	// Elem is what a pointer points to, or a list or map holds, Key is a map's key.
	Elem, Key *Type
}

// Source returns what is known of a kind or, with the Go path of a field as the descriptor has it, of the field. It
// reports false if there is none of this name.
func (in *Input) Source(kind, path string) (Source, bool) {
	var found Source
	known := false
	for _, root := range in.model.AllRoots() {
		if root.Name != kind {
			continue
		}
		if path == "" {
			return newSource(root.Type, root.Foreign), true
		}
		root.Walk(func(field *group.Field) {
			if field.Path == path {
				found, known = newSource(field.Type, field.Foreign), true
			}
		})
	}
	return found, known
}

func newSource(t *group.Type, foreign []string) Source {
	return Source{Type: *newType(t), Foreign: slices.Clone(foreign)}
}

func newType(t *group.Type) *Type {
	if t == nil {
		return nil
	}
	return &Type{t.Kind, t.Package, t.PackageName, t.Name, newType(t.Elem), newType(t.Key)}
}
