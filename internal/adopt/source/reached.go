package source

import (
	"go/ast"
	"slices"
)

// Reached returns the functions of the facts and the functions in the user's packages that they call, at any depth,
// whether or not these register flags.
func (f *Facts) Reached(m *Module) []Function {
	all := slices.Clone(f.Functions)
	w := &walker{Module: m}
	for i := 0; i < len(all); i++ {
		s := &scope{module: m, pkg: all[i].Package}
		ast.Inspect(all[i].Decl, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			called := s.callee(call)
			if called == nil || slices.ContainsFunc(all, func(known Function) bool { return known.Name == called.FullName() }) {
				return true
			}
			if pkg, decl := w.declaration(called); decl != nil && !pkg.Published {
				all = append(all, Function{
					Name: called.FullName(), Start: m.Fset.Position(decl.Pos()), End: m.Fset.Position(decl.End()),
					Package: pkg, Decl: decl,
				})
			}
			return true
		})
	}
	return all
}
