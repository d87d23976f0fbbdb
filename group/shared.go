package group

import (
	"go/types"
	"maps"
	"slices"

	"github.com/configgen/configgen/markers"
)

// share lists the packages that groups have types from without being made of them: a project with several components keeps what
// their configurations have in common in a package of its own.
func (b *builder) share(g *Group) {
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
			if source, _ := b.world.Source(object.Pkg().Path()); source != nil { // another module's types lead to none of ours
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
		checked, _, err := b.world.Types(path)
		if err != nil || checked == nil {
			continue
		}
		for _, root := range slices.Concat(g.Roots, g.FlagStructs) {
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
		if s := b.syntaxOf(path); s != nil && !b.grouped(s) {
			g.Shared = append(g.Shared, s.packageOf())
		}
	}
}

// grouped reports whether a package belongs to a group that was not asked for: it has roots, or is the version of one that has.
func (b *builder) grouped(s *syntax) bool {
	if s.has("config") || s.has("flags") {
		return true
	}
	for _, peer := range markers.All[markers.ConversionGen](s.markers) {
		if internal := b.syntaxOf(peer.Package); internal != nil && (internal.has("config") || internal.has("flags")) {
			return true
		}
	}
	return false
}
