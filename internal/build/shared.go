package build

import (
	"go/types"
	"maps"
	"path"
	"slices"

	"github.com/configgen/configgen/group"
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
		if pkg := b.source(path); pkg != nil && !b.session.Grouped(pkg) {
			g.Shared = append(g.Shared, b.describe(pkg))
		}
	}
}

// families starts a group for each package, with its versions, that asks for Kubernetes' generators and belongs to no
// other group. What a group has in common with others is among them, whether the patterns name it or not.
func families(b *builder) {
	var shared []string
	for _, g := range b.groups {
		for _, pkg := range g.Shared {
			shared = append(shared, pkg.Path)
		}
	}
	for _, family := range b.session.Families(shared) {
		first := family.Internal
		if first == nil {
			first = family.Versions[0]
		}
		described := b.describe(first)
		g := &group.Group{Package: described, FlagsPackage: described, ValidationPackage: described, Alone: true}
		for _, pkg := range family.Versions {
			v := group.Version{Name: pkg.Name, Package: b.describe(pkg), Types: b.describe(pkg)}
			if types := pkg.TypesPath(); types != pkg.Path {
				v.Types = group.Package{Path: types, Name: path.Base(types)}
			}
			g.Versions = append(g.Versions, v)
		}
		for _, pkg := range append(family.Versions, first) {
			if output, ok := markers.Get[markers.Output](pkg.Markers); ok && output.SkipUnsafe {
				g.SkipUnsafe = true
			}
		}
		b.groups = append(b.groups, g)
	}
	b.sortGroups()
}
