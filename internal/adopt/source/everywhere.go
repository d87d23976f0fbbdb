package source

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// Target is a registration with the variable or field that it sets.
type Target struct {
	Registration
	// Variable is the source text of the variable or field, and Type the type of its value; empty and nil if they are
	// unknown. Uses are the positions of all its uses, except the registration.
	Variable string
	Type     types.Type
	Uses     []token.Position
}

// Everywhere returns the calls that register flags in the user's packages that were read, whichever functions they are
// in, but for generated code.
func (m *Module) Everywhere() []Target {
	var all []Target
	for _, pkg := range m.Packages() {
		for _, file := range pkg.Files {
			if strings.HasPrefix(filepath.Base(m.Fset.Position(file.Package).Filename), load.GeneratedPrefix) {
				continue
			}
			for _, declaration := range file.Decls {
				all = append(all, m.within(pkg, declaration)...)
			}
		}
	}
	return all
}

// LoadedBy returns the type argument of the first call of a function, by its name in package go/types; nil if there is
// no such call, or if the type is in another module.
func (m *Module) LoadedBy(function string) *types.TypeName {
	for _, pkg := range m.Packages() {
		for use, object := range pkg.Info.Uses {
			f, ok := object.(*types.Func)
			if !ok || f.FullName() != function {
				continue
			}
			if arguments := pkg.Info.Instances[use].TypeArgs; arguments.Len() > 0 {
				if argument := Named(arguments.At(0)); argument != nil && m.Package(argument.Obj().Pkg().Path()) != nil {
					return argument.Obj()
				}
			}
		}
	}
	return nil
}

// within returns the calls in a declaration.
func (m *Module) within(pkg *Package, declaration ast.Decl) (all []Target) {
	w, s := &walker{Module: m, facts: &Facts{}}, &scope{module: m, pkg: pkg}
	if f, ok := declaration.(*ast.FuncDecl); ok && f.Body != nil {
		s.locals = locals(pkg, f)
	}
	assigned := map[ast.Expr]ast.Expr{}
	ast.Inspect(declaration, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				assigned[n.Rhs[min(i, len(n.Rhs)-1)]] = left
			}
		case *ast.ValueSpec:
			for i, e := range n.Values {
				assigned[e] = n.Names[i]
			}
		case *ast.CallExpr:
			if f := s.callee(n); f != nil && isFlagSet(f) && w.registration(s, n, f, around{}) {
				r := w.facts.Registrations[len(w.facts.Registrations)-1]
				if r.value == nil {
					r.value = assigned[n]
				}
				all = append(all, m.target(pkg, r))
			}
		}
		return true
	})
	return all
}

// target finds the variable of a registration.
func (m *Module) target(pkg *Package, r Registration) Target {
	found := Target{Registration: r}
	e := r.value
	if address, ok := e.(*ast.UnaryExpr); ok && address.Op == token.AND {
		e = address.X
	}
	var name *ast.Ident
	switch e := e.(type) {
	case *ast.Ident:
		name = e
	case *ast.SelectorExpr:
		name = e.Sel
	}
	object := pkg.Info.ObjectOf(name)
	if name == nil || object == nil {
		return found
	}
	found.Variable, found.Type = m.textOf(e), Deref(object.Type())
	for _, other := range m.Packages() {
		for use, used := range other.Info.Uses {
			if at := m.Fset.Position(use.Pos()); used == object && (at.Offset < r.Start.Offset || at.Offset >= r.End.Offset ||
				at.Filename != r.Start.Filename) {
				found.Uses = append(found.Uses, at)
			}
		}
	}
	slices.SortFunc(found.Uses, func(a, b token.Position) int {
		return cmp.Or(strings.Compare(a.Filename, b.Filename), cmp.Compare(a.Offset, b.Offset))
	})
	return found
}
