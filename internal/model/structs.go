package model

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// structsBelow lists the struct that start names and the structs of the same package inside it, each before the structs
// inside it. It omits structs with +configgen:skip, and structs that another system declares differently.
func structsBelow(b *builder, start *types.TypeName, pkg group.Package) []*group.Struct {
	var found []*group.Struct
	source := b.session.Source(start.Pkg().Path()) // nil for types of another module
	seen := map[*types.TypeName]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		if alias, ok := t.(*types.Alias); ok {
			if alias.Obj().Pkg() != start.Pkg() || !varies(source, alias.Obj().Name()) {
				visit(types.Unalias(alias))
			}
			return
		}
		switch t := t.(type) {
		case *types.Named:
			name := t.Obj().Name()
			if t.Obj().Pkg() != start.Pkg() || t.TypeArgs().Len() > 0 || seen[t.Obj()] || varies(source, name) {
				return
			}
			seen[t.Obj()] = true
			s, ok := t.Underlying().(*types.Struct)
			if !ok {
				visit(t.Underlying())
				return
			}
			found = append(found, declaredStruct(t.Obj(), s, pkg))
			for field := range s.Fields() {
				if !skips(source, name, field.Name()) {
					visit(field.Type())
				}
			}
		case *types.Map:
			visit(t.Elem())
		case *types.Struct:
			for field := range t.Fields() {
				visit(field.Type())
			}
		case interface{ Elem() types.Type }:
			visit(t.Elem())
		}
	}
	visit(start.Type())
	return found
}

// varies reports whether a file that is excluded from the reference platform declares a type of the given name: it is
// another one on other systems.
func varies(pkg *load.Package, name string) bool {
	return pkg != nil && slices.ContainsFunc(pkg.Excluded, func(file *ast.File) bool {
		return slices.ContainsFunc(file.Decls, func(decl ast.Decl) bool {
			declared, ok := decl.(*ast.GenDecl)
			return ok && slices.ContainsFunc(declared.Specs, func(spec ast.Spec) bool {
				declared, ok := spec.(*ast.TypeSpec)
				return ok && declared.Name.Name == name
			})
		})
	})
}

// skips reports whether a field of a struct is marked +configgen:skip.
func skips(pkg *load.Package, structName, fieldName string) bool {
	if pkg == nil {
		return false
	}
	field := pkg.Types[structName].Field(fieldName)
	return field != nil && field.Markers.Has("configgen:skip")
}

func declaredStruct(name *types.TypeName, s *types.Struct, pkg group.Package) *group.Struct {
	declared := &group.Struct{Package: pkg, Name: name.Name()}
	for field := range s.Fields() {
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
	found := map[string]*types.Package{}
	for _, path := range g.Paths() {
		checked, _, err := b.session.Types(path)
		if err != nil || checked == nil {
			continue
		}
		for _, root := range g.AllRoots() {
			if object := checked.Scope().Lookup(root.Name); object != nil {
				packagesIn(b, object.Type(), found)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		if slices.Contains(g.Paths(), path) {
			continue
		}
		if pkg := ungrouped(b, path); pkg != nil {
			g.Shared = append(g.Shared, b.describe(pkg))
		}
		if validation := b.source(path + "/validation"); validation != nil {
			g.SharedValidation = append(g.SharedValidation, b.describe(validation))
		}
	}
	if len(g.Roots) > 0 {
		shareTypes(b, g, found)
	}
}

// ungrouped is the package of the user's at a path, unless it belongs to a group.
func ungrouped(b *builder, path string) *load.Package {
	if pkg := b.source(path); pkg != nil && !b.grouped[path] && !b.session.Grouped(pkg) && !b.session.HoldsVersion(path) {
		return pkg
	}
	return nil
}

// packagesIn adds the packages of the user's that a type consists of. Types of other modules do not lead to others.
func packagesIn(b *builder, t types.Type, found map[string]*types.Package) {
	seen := map[*types.TypeName]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			object := t.Obj()
			if object.Pkg() == nil || seen[object] {
				return
			}
			seen[object] = true
			if source := b.session.Source(object.Pkg().Path()); source != nil {
				found[source.Path] = object.Pkg()
				visit(t.Underlying())
			}
		case *types.Map:
			visit(t.Key())
			visit(t.Elem())
		case *types.Struct:
			for field := range t.Fields() {
				visit(field.Type())
			}
		case interface{ Elem() types.Type }:
			visit(t.Elem())
		}
	}
	visit(t)
}

// shareTypes adds the structs of shared packages, and of the packages that these lead to.
func shareTypes(b *builder, g *group.Group, found map[string]*types.Package) {
	for pending := slices.Sorted(maps.Keys(found)); len(pending) > 0; pending = pending[1:] {
		shared := shareStructs(b, found[pending[0]])
		if shared == nil || !validatedApart(b, g, shared.source) {
			continue
		}
		g.SharedTypes = append(g.SharedTypes, shared.model)
		for _, path := range slices.Sorted(maps.Keys(shared.below)) {
			if found[path] == nil {
				found[path] = shared.below[path]
				pending = append(pending, path)
			}
		}
	}
	slices.SortFunc(g.SharedTypes, func(x, y *group.SharedPackage) int {
		return strings.Compare(x.Package.Path, y.Package.Path)
	})
}

// sharedPackage is a package with types that groups share, and the packages of the user's that these consist of. It is
// the same for all groups, and so are the files that are generated for it.
type sharedPackage struct {
	source *load.Package
	model  *group.SharedPackage
	below  map[string]*types.Package
}

// shareStructs describes the structs of a package; nil if it belongs to a group.
func shareStructs(b *builder, checked *types.Package) *sharedPackage {
	path := checked.Path()
	b.sharing.Lock()
	defer b.sharing.Unlock()
	if known, done := b.ofGroups[path]; done {
		return known
	}
	pkg := ungrouped(b, path)
	if b.ofGroups[path] = nil; pkg == nil {
		return nil
	}
	shared := &sharedPackage{source: pkg, below: map[string]*types.Package{}, model: &group.SharedPackage{
		Package: b.describe(pkg), Validation: outputPackage(b, pkg, path+"/validation"),
	}}
	for _, name := range pkg.TypeNames {
		object, ok := checked.Scope().Lookup(name).(*types.TypeName)
		if !ok || !object.Exported() || object.IsAlias() || pkg.Types[name].Generic {
			continue
		}
		if root := sharedStruct(b, pkg, object); root != nil {
			shared.model.Structs = append(shared.model.Structs, root)
			packagesIn(b, object.Type(), shared.below)
		}
	}
	b.ofGroups[path] = shared
	return shared
}

// validatedApart reports whether a shared package can have its validation in the package validation below it, which the
// validation of the group imports.
func validatedApart(b *builder, g *group.Group, pkg *load.Package) bool {
	apart := pkg.Path + "/validation"
	return apart != g.ValidationPackage.Path && !leadsTo(b, pkg.Path, apart, map[string]bool{}) &&
		!leadsTo(b, apart, g.ValidationPackage.Path, map[string]bool{})
}

// leadsTo reports whether a package of the user's imports another one, directly or indirectly.
func leadsTo(b *builder, from, to string, seen map[string]bool) bool {
	pkg := b.session.Source(from)
	if seen[from] || pkg == nil {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(load.Imports(pkg.Files), func(imported string) bool {
		return imported == to || leadsTo(b, imported, to, seen)
	})
}

// sharedStruct is a struct of a shared package with the tree of its fields; nil if a file does not have names for them.
// What is wrong with the struct is reported where a group uses it.
func sharedStruct(b *builder, pkg *load.Package, object *types.TypeName) *group.Root {
	goType, ok := object.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	quiet, described := b.part(), b.describe(pkg)
	root := &group.Root{Name: object.Name(), Package: described, Type: typeOf(object.Type())}
	declared := pkg.Types[root.Name]
	root.Doc = declared.Doc
	root.Position, root.End = b.session.Position(declared.Span)
	alone := &group.Group{
		Package: described, FlagsPackage: described, ValidationPackage: described, Roots: []*group.Root{root},
		Versions: versions(quiet, pkg),
	}
	if len(alone.Versions) == 0 {
		alone.Versions = []group.Version{{Name: pkg.Name, Package: described, Types: described}}
	}
	at := place{
		builder: quiet, group: alone, scope: scope{elsewhere: true}, root: root, home: pkg.Path, goType: goType,
		declared: fieldsOf(quiet, pkg.Path, declared), outer: []types.Type{object.Type()},
		pending: subfields(declared.Markers),
	}
	if at.external = externalRoot(quiet, alone, root); at.external == nil || !named(b, at.external, nil) {
		return nil
	}
	if alone.Internal() {
		at.counterpart, at.counterpartHome = quiet.typeSource(root.Version.Types.Path, root.Name), root.Version.Types.Path
	}
	root.Fields = fields(at)
	secrets(quiet, alone, root)
	root.Version = nil // of no group
	return root
}

// named reports whether all fields in a struct that the user declares have names in JSON.
func named(b *builder, s *types.Struct, outer []types.Type) bool {
	for i := range s.NumFields() {
		field := s.Field(i)
		name, _ := jsonName(s.Tag(i))
		if !field.Exported() || name == "-" {
			continue
		}
		if name == "" && !field.Embedded() {
			return false
		}
		inner, behind, _ := structBehind(field.Type())
		if inner == nil || behind == nil || slices.Contains(outer, types.Type(behind)) || behind.Obj().Pkg() == nil ||
			b.session.Source(behind.Obj().Pkg().Path()) == nil {
			continue
		}
		if !named(b, inner, append(slices.Clone(outer), behind)) {
			return false
		}
	}
	return true
}
