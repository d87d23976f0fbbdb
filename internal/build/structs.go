package build

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/group"
)

// structsBelow lists the struct that start names and those that it leads to, as far as the same package declares them,
// each before those that it leads to.
func structsBelow(start *types.TypeName, pkg group.Package) []*group.Struct {
	var found []*group.Struct
	seen := map[*types.TypeName]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			if t.Obj().Pkg() != start.Pkg() || t.TypeArgs().Len() > 0 || seen[t.Obj()] {
				return
			}
			seen[t.Obj()] = true
			if s, ok := t.Underlying().(*types.Struct); ok {
				found = append(found, declaredStruct(t.Obj(), s, pkg))
			}
			visit(t.Underlying())
		case *types.Map:
			visit(t.Elem())
		case *types.Struct:
			for i := range t.NumFields() {
				visit(t.Field(i).Type())
			}
		case interface{ Elem() types.Type }:
			visit(t.Elem())
		}
	}
	visit(start.Type())
	return found
}

func declaredStruct(name *types.TypeName, s *types.Struct, pkg group.Package) *group.Struct {
	declared := &group.Struct{Package: pkg, Name: name.Name()}
	for i := range s.NumFields() {
		field := s.Field(i)
		declared.Fields = append(declared.Fields, group.StructField{
			Name: field.Name(), Embedded: field.Embedded(), Type: pieces(field.Type(), name.Pkg()),
		})
	}
	return declared
}

// pieces renders a type as the package home writes it.
func pieces(t types.Type, home *types.Package) []group.TypePiece {
	names := map[string]string{}
	text := types.TypeString(t, func(p *types.Package) string {
		if p == home {
			return ""
		}
		names[p.Path()] = p.Name()
		return "\x00" + p.Path() + "\x00"
	})
	var out []group.TypePiece
	parts := strings.Split(text, "\x00")
	for i, part := range parts {
		if i%2 == 1 {
			continue // a path, which the next part takes
		}
		if i > 0 {
			part = part[1:] // the dot
			end := strings.IndexFunc(part, func(r rune) bool { return strings.ContainsRune(" []{}(),;*", r) })
			if end < 0 {
				end = len(part)
			}
			out = append(out, group.TypePiece{Package: parts[i-1], PackageName: names[parts[i-1]], Text: part[:end]})
			part = part[end:]
		}
		if part != "" {
			out = append(out, group.TypePiece{Text: part})
		}
	}
	return out
}

// share lists the packages that a group has types from and that do not belong to a group: a project with several
// components keeps what their configurations have in common in a package of its own.
func share(b *builder, g *group.Group) {
	seen := map[*types.TypeName]bool{}
	found := map[string]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			object := t.Obj()
			if object.Pkg() == nil || seen[object] {
				return
			}
			seen[object] = true
			if source := b.session.Source(object.Pkg().Path()); source != nil { // another module's types do not lead to ours
				found[source.Path] = true
				visit(t.Underlying())
			}
		case *types.Map:
			visit(t.Key())
			visit(t.Elem())
		case *types.Struct:
			for i := range t.NumFields() {
				visit(t.Field(i).Type())
			}
		case interface{ Elem() types.Type }:
			visit(t.Elem())
		}
	}
	for _, path := range g.Paths() {
		checked, _, err := b.session.Types(path)
		if err != nil || checked == nil {
			continue
		}
		for _, root := range g.AllRoots() {
			if object := checked.Scope().Lookup(root.Name); object != nil {
				visit(object.Type())
			}
		}
	}
	for _, other := range b.groups {
		for _, path := range other.Paths() {
			delete(found, path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		if pkg := b.source(path); pkg != nil && !b.session.Grouped(pkg) {
			g.Shared = append(g.Shared, b.describe(pkg))
			if validation := b.source(path + "/validation"); validation != nil {
				g.SharedValidation = append(g.SharedValidation, b.describe(validation))
			}
		}
	}
}
