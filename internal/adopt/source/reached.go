package source

import (
	"go/ast"
	"slices"
)

// Reached are the functions of the facts and those of the user's that they call, at any depth, whether these have to do
// with flags or not.
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
