package plan

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// model has the types of a session that a plan needs.
type model struct {
	session *load.Session
}

// lookup finds a type by its import path and name.
func (m *model) lookup(name string) (*types.Named, error) {
	name = strings.TrimLeft(name, "*&")
	at := strings.LastIndexByte(name, '.')
	if at < 0 {
		return nil, fmt.Errorf("%s is not a type with an import path", name)
	}
	pkg, _, err := m.session.Types(name[:at])
	if err != nil {
		return nil, fmt.Errorf("cannot load the types of %s: %w", name[:at], err)
	}
	object, ok := pkg.Scope().Lookup(name[at+1:]).(*types.TypeName)
	if !ok {
		return nil, fmt.Errorf("%s does not declare a type %s in a file that is read on all systems and without cgo; "+
			"move it to one", name[:at], name[at+1:])
	}
	named, ok := types.Unalias(object.Type()).(*types.Named)
	if !ok {
		return nil, fmt.Errorf("%s is not a type of its own", name)
	}
	return named, nil
}

// step is a field on the way to another one.
type step struct {
	variable *types.Var
	owner    *types.Named // the type of the struct that has the field
}

// steps follows a Go path from a type.
func (m *model) steps(from types.Type, path string) ([]step, *problem) {
	var all []step
	for _, name := range strings.Split(path, ".") {
		name, _, _ := strings.Cut(name, "[")
		found, problem := below(from, name, path)
		if problem != nil {
			return nil, problem
		}
		all = append(all, found...)
		from = element(all[len(all)-1].variable.Type())
	}
	return all, nil
}

// element returns the type of the elements of lists and maps, and any other type itself.
func element(t types.Type) types.Type {
	for range 16 { // deeper nesting is not a configuration
		inner, ok := deref(t).Underlying().(interface{ Elem() types.Type })
		if !ok {
			break
		}
		t = inner.Elem()
	}
	return t
}

// below finds the field with a name in a struct, or in the structs that it embeds.
func below(from types.Type, name, path string) ([]step, *problem) {
	owner, ok := types.Unalias(deref(from)).(*types.Named)
	if !ok {
		return nil, &problem{Unnamed, path + " is in a struct without a name"}
	}
	s, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return nil, &problem{NoField, path + " is not a field"}
	}
	for field := range s.Fields() {
		if field.Name() == name {
			return []step{{field, owner}}, nil
		}
	}
	for field := range s.Fields() {
		if !field.Embedded() {
			continue
		}
		if inner, problem := below(field.Type(), name, path); problem == nil {
			return append([]step{{field, owner}}, inner...), nil
		}
	}
	return nil, &problem{NoField, owner.Obj().Name() + " has no field " + name}
}

// deref returns the type that pointers lead to.
func deref(t types.Type) types.Type {
	for {
		pointer, ok := t.Underlying().(*types.Pointer)
		if !ok {
			return t
		}
		t = pointer.Elem()
	}
}

// declared returns the declaration of a type in a hand-written file that the user can edit; nil if there is none.
func (m *model) declared(named *types.Named) (*load.Package, *load.Type) {
	if named == nil || named.Obj().Pkg() == nil {
		return nil, nil
	}
	return m.named(markers.Ref{Package: named.Obj().Pkg().Path(), Name: named.Obj().Name()})
}

func (m *model) isGenerated(pkg *load.Package, declared *load.Type) bool {
	for _, file := range pkg.Files {
		if file.FileStart <= declared.Span.Pos && declared.Span.Pos < file.FileEnd {
			return ast.IsGenerated(file)
		}
	}
	return false
}

// fields returns the declaration with the fields of a type: its own declaration, or the declaration of the type in its
// package that it is defined by; nil if there is no such declaration.
func (m *model) fields(named *types.Named) (*load.Package, *load.Type) {
	pkg, declared := m.declared(named)
	for range 8 {
		if declared == nil {
			return nil, nil
		}
		switch syntax := declared.Spec.Type.(type) {
		case *ast.StructType:
			return pkg, declared
		case *ast.Ident:
			declared = pkg.Types[syntax.Name]
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// editable reports whether a marker can be written on a type.
func (m *model) editable(ref markers.Ref) bool {
	_, declared := m.named(ref)
	return declared != nil
}

// named returns the declaration of a name, as declared has it.
func (m *model) named(ref markers.Ref) (*load.Package, *load.Type) {
	if m.session.Directory(ref.Package) == "" {
		return nil, nil
	}
	pkg := m.session.Source(ref.Package)
	if pkg == nil || pkg.Types[ref.Name] == nil || m.isGenerated(pkg, pkg.Types[ref.Name]) {
		return nil, nil
	}
	return pkg, pkg.Types[ref.Name]
}

// anchor returns the index of the last field of a path that can have a marker; -1 if there is none.
func (m *model) anchor(path []step) int {
	for i := len(path) - 1; i >= 0; i-- {
		if _, declared := m.fields(path[i].owner); declared.Field(path[i].variable.Name()) != nil {
			return i
		}
	}
	return -1
}

// declaration is where a marker goes.
type declaration struct {
	pkg      *load.Package
	declared *load.Type
	field    *load.Field
	file     string
}

func (d declaration) typeName() string {
	if d.declared == nil {
		return ""
	}
	return d.declared.Name
}

func (d declaration) fieldName() string {
	if d.field == nil {
		return ""
	}
	return d.field.Name
}

// markers returns the markers of the declaration; nil for a package.
func (d declaration) markers() markers.Set {
	switch {
	case d.field != nil:
		return d.field.Markers
	case d.declared != nil:
		return d.declared.Markers
	}
	return nil
}

// String returns the declaration with its import path.
func (d declaration) String() string {
	return strings.TrimRight(d.pkg.Path+"."+d.typeName()+"."+d.fieldName(), ".")
}

// at returns the declaration of a field.
func (m *model) at(s step) declaration {
	pkg, declared := m.fields(s.owner)
	return declaration{pkg, declared, declared.Field(s.variable.Name()), fileOf(m.session, pkg, declared)}
}

// on returns the declaration of a type.
func (m *model) on(ref markers.Ref) declaration {
	pkg, declared := m.named(ref)
	return declaration{pkg, declared, nil, fileOf(m.session, pkg, declared)}
}

// occurrences returns the roots that the structs are below which can be edited: one for each place, in the order of the
// source.
func (p *planner) occurrences(roots []*root) map[*types.TypeName][]*root {
	found := map[*types.TypeName][]*root{}
	var visit func(r *root, t types.Type, path []step, outer []*types.TypeName)
	visit = func(r *root, t types.Type, path []step, outer []*types.TypeName) {
		named, ok := types.Unalias(deref(element(t))).(*types.Named)
		if !ok || slices.Contains(outer, named.Obj()) {
			return
		}
		s, ok := named.Underlying().(*types.Struct)
		if _, declared := p.model.fields(named); !ok || declared == nil {
			return
		}
		found[named.Obj()] = append(found[named.Obj()], r)
		outer = append(slices.Clone(outer), named.Obj())
		for field := range s.Fields() {
			next := append(slices.Clone(path), step{field, named})
			if !entered(r, field) || isRootAt(p, r, next) || isSkipped(p, named, field) {
				continue
			}
			visit(r, field.Type(), next, outer)
		}
	}
	for _, r := range roots {
		visit(r, r.named, nil, nil)
	}
	return found
}

// findShared finds the structs that other components can use, too: structs in another package than the root that leads
// to them, and structs below another root of its package. A marker in such a struct would affect the other components.
func findShared(p *planner) map[*types.TypeName]bool {
	shared := map[*types.TypeName]bool{}
	for name, list := range p.places {
		for _, r := range list {
			if name.Pkg().Path() != r.ref.Package {
				shared[name] = true
			}
		}
	}
	for _, r := range p.roots {
		pkg, _, err := p.Session.Types(r.ref.Package)
		if err != nil || p.Session.Source(r.ref.Package) == nil {
			continue
		}
		for name, declared := range p.Session.Source(r.ref.Package).Types {
			object, isType := pkg.Scope().Lookup(name).(*types.TypeName)
			if !isType || slices.ContainsFunc(p.roots, func(own *root) bool { return own.named.Obj() == object }) {
				continue
			}
			named, _ := types.Unalias(object.Type()).(*types.Named)
			if named == nil || !isConfiguration(p, named) && !declared.Markers.Has("flags") {
				continue
			}
			for below := range p.occurrences([]*root{{named: named, ref: markers.Ref{Package: r.ref.Package, Name: name}}}) {
				shared[below] = true
			}
		}
	}
	return shared
}
