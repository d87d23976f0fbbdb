package build

import (
	"go/types"
	"maps"
	"slices"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

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
		if pkg := b.source(path); pkg != nil && !grouped(b, pkg) {
			g.Shared = append(g.Shared, b.describe(pkg))
		}
	}
}

// grouped reports whether a package belongs to a group that was not asked for: it has roots, or is the version of one
// that has.
func grouped(b *builder, pkg *load.Package) bool {
	if pkg.Has("config") || pkg.Has("flags") {
		return true
	}
	for _, peer := range markers.All[markers.ConversionGen](pkg.Markers) {
		if internal := b.source(peer.Package); internal.Has("config") || internal.Has("flags") {
			return true
		}
	}
	return false
}
