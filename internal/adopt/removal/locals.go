package removal

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/configgen/configgen/internal/adopt/source"
)

// uses are the objects that a function uses outside of deleted statements, and objects that only deleted statements
// use. An assignment to a variable is not a use.
type uses struct {
	used, lost map[types.Object]bool
	assigns    []*ast.AssignStmt
	declares   []*ast.DeclStmt
}

// unused deletes the local variables that deleted statements used, and nothing else does, until there is nothing more.
// What makes their values stays if it may have an effect, without a name.
func (d *deletion) unused() {
	for before := -1; before < len(d.gone)+len(d.blank); {
		before = len(d.gone) + len(d.blank)
		for _, f := range d.functions {
			u := d.usesIn(f.Package, f.Decl.Body)
			for _, c := range d.calls {
				for _, object := range c.needs {
					u.used[object] = true
				}
			}
			isUnused := func(e ast.Expr) bool {
				name, ok := e.(*ast.Ident)
				if !ok || d.blank[name] || name.Name == "_" {
					return ok
				}
				v, ok := f.Package.Info.ObjectOf(name).(*types.Var)
				return ok && u.lost[v] && !u.used[v] && f.Decl.Body.Pos() < v.Pos() && v.Pos() < f.Decl.Body.End()
			}
			acts := func(e ast.Expr) bool { return mayAct(f, e) }
			for _, s := range u.assigns {
				some := false
				for _, e := range s.Lhs {
					if name, ok := e.(*ast.Ident); ok && isUnused(e) && name.Name != "_" {
						some, d.blank[name] = true, true
					}
				}
				all := !slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return !isUnused(e) })
				if some && all && !slices.ContainsFunc(s.Rhs, acts) {
					d.gone[s] = true
				}
			}
			for _, s := range u.declares {
				spec, ok := s.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
				if ok && len(spec.Names) == 1 && isUnused(spec.Names[0]) && !slices.ContainsFunc(spec.Values, acts) {
					d.gone[s] = true
				}
			}
		}
	}
}

// usesIn looks for uses in a node.
func (d *deletion) usesIn(pkg *source.Package, node ast.Node) uses {
	u := uses{used: map[types.Object]bool{}, lost: map[types.Object]bool{}}
	var walk func(node ast.Node, into map[types.Object]bool)
	walk = func(node ast.Node, into map[types.Object]bool) {
		ast.Inspect(node, func(inner ast.Node) bool {
			switch n := inner.(type) {
			case *ast.Ident:
				into[pkg.Info.Uses[n]] = true
			case *ast.DeclStmt:
				u.declares = append(u.declares, n)
			case *ast.AssignStmt:
				if d.gone[n] || n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
					break
				}
				u.assigns = append(u.assigns, n)
				for _, e := range slices.Concat(n.Lhs, n.Rhs) {
					if _, name := e.(*ast.Ident); !name || slices.Contains(n.Rhs, e) {
						walk(e, into)
					}
				}
				return false
			}
			if inner != node && d.gone[inner] {
				walk(inner, u.lost)
				return false
			}
			return true
		})
	}
	walk(node, u.used)
	return u
}

// mayAct reports whether the value of an expression may have an effect.
func mayAct(f source.Function, e ast.Expr) bool {
	acts := false
	ast.Inspect(e, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			acts = acts || n.Op == token.ARROW
		case *ast.CallExpr:
			tv := f.Package.Info.Types[n.Fun]
			acts = acts || !tv.IsType() && !tv.IsBuiltin() && !source.IsSection(f.Package, n)
		}
		return !acts
	})
	return acts
}
