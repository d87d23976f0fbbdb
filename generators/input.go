package generators

import (
	"go/token"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
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
	// Position and End are where the kind or the field is declared; for a field of another module, the field of the user's
	// that leads to it.
	Position, End token.Position
	// Foreign are the markers whose names +configgen:foreign declares, as in +relay:variable=NAME, in the order of the
	// source.
	Foreign []Marker
	// Flags are the flags that the field registers, also by a function, or the flags of the kind without a field.
	Flags []FlagSource
}

// Marker is a foreign marker.
type Marker struct {
	// Text is the whole marker, including the plus sign. Position and End are its place.
	Text          string
	Position, End token.Position

	removal diag.Advice
}

// Remove is the advice to remove the marker with its line.
func (m Marker) Remove() diag.Advice { return m.removal }

// FlagSource is the marker that registers a flag.
type FlagSource struct {
	// Name is the name of the flag. Position and End are the place of the marker.
	Name          string
	Position, End token.Position
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
			source := Source{Type: *newType(root.Type), Position: root.Position, End: root.End}
			source.mark(root.Foreign, root.Ignored, nil)
			return source, true
		}
		root.Walk(func(field *group.Field) {
			if field.Path == path {
				found, known = Source{Type: *newType(field.Type), Position: field.Position, End: field.End}, true
				found.mark(field.Foreign, field.Flags, field.Delegations)
			}
		})
	}
	return found, known
}

// mark adds markers to a source.
func (s *Source) mark(foreign []markers.Marker, flags []*group.Flag, delegations []*group.Delegation) {
	for _, m := range foreign {
		s.Foreign = append(s.Foreign, Marker{m.Text, m.Position, m.End, m.Remove()})
	}
	for _, flag := range flags {
		s.Flags = append(s.Flags, FlagSource{flag.Name, flag.Position, flag.End})
	}
	for _, d := range delegations {
		for _, flag := range d.Registers {
			s.Flags = append(s.Flags, FlagSource{d.Prefix + flag.Name, d.Position, d.End})
		}
	}
}

func newType(t *group.Type) *Type {
	if t == nil {
		return nil
	}
	return &Type{t.Kind, t.Package, t.PackageName, t.Name, newType(t.Elem), newType(t.Key)}
}
