package removal

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// assigning are the statements, in the functions that register flags, that assign to the field of a registration, or to
// a struct that it is in. They stay, and the generated function is called after them.
func assigning(p *program, g Generated, r source.Registration) []ast.Stmt {
	path, ok := g.below(r)
	if !ok {
		return nil
	}
	var found []ast.Stmt
	w := &walk{p: p}
	for _, f := range p.order {
		ast.Inspect(f.decl.Body, func(node ast.Node) bool {
			assign, ok := node.(*ast.AssignStmt)
			if !ok || !slices.ContainsFunc(assign.Lhs, func(e ast.Expr) bool { return isField(p, f, e, g.Type, path) }) {
				return true
			}
			is := func(node ast.Node) bool { return node == ast.Node(assign) }
			if slices.ContainsFunc(p.order, func(root *function) bool {
				return root.root && w.reaches(root, root.decl.Body, is, nil)
			}) {
				found = append(found, assign)
			}
			return true
		})
	}
	return found
}

// isField reports whether an expression is the field at a path below a type, or a struct that it is in: the field by
// its declaration, and those around it by their names, as far as the expression has them.
func isField(p *program, f *function, e ast.Expr, of, path string) bool {
	selector, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	names := []string{}
	for at := selector; at != nil; {
		names = append([]string{at.Sel.Name}, names...)
		at, _ = ast.Unparen(at.X).(*ast.SelectorExpr)
	}
	for path != "" {
		if field := fieldAt(p, of, path); field != nil && f.pkg.Info.Uses[selector.Sel] == field {
			all := strings.Split(path, ".")
			short := min(len(all), len(names))
			return slices.Equal(all[len(all)-short:], names[len(names)-short:])
		}
		path = path[:max(strings.LastIndexByte(path, '.'), 0)]
	}
	return false
}
