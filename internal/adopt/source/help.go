package source

import (
	"go/ast"
	"go/types"
	"slices"
)

// helpOf describes the help of a flag in the function with its text: a parameter is replaced by its argument.
func helpOf(s *scope, e ast.Expr) Expression {
	for {
		name, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			break
		}
		given, found := s.params[s.pkg.Info.Uses[name]]
		if !found || given.below != "" {
			break
		}
		e, s = given.expr, given.scope
	}
	described := s.expression(e)
	described.Varies = s.varies(e)
	return described
}

// lookers are packages whose functions look at their arguments alone.
var lookers = []string{"strings", "strconv", "path", "time", "fmt"}

// varies reports whether the value of an expression is known only when the program runs. It is known before if the
// expression consists of constants, of parameters and loop variables with constant values, and of calls of functions,
// in certain packages, whose results depend only on such arguments.
func (s *scope) varies(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if tv := s.pkg.Info.Types[e]; !ok || tv.Value != nil || tv.IsNil() || tv.IsType() {
			return !found && !ok
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			tv, f := s.pkg.Info.Types[n.Fun], s.callee(n)
			if f != nil && f.Pkg() != nil && slices.Contains(lookers, f.Pkg().Path()) && f.Signature().Recv() == nil &&
				f.FullName() != "time.Now" || tv.IsType() || tv.IsBuiltin() {
				found = found || slices.ContainsFunc(n.Args, s.varies)
				return false
			}
			found = true
		case *ast.SelectorExpr:
			value, of := s.element(n)
			found = found || value == nil || of.varies(value)
			return false
		case *ast.Ident:
			object, isVar := s.pkg.Info.Uses[n].(*types.Var)
			given, isParam := s.params[object]
			from := s.locals[object]
			switch {
			case !isVar:
			case isParam:
				found = found || given.below != "" || given.scope.varies(given.expr)
			case from == nil || from == ast.Expr(n):
				found = true
			default:
				_, basic := object.Type().Underlying().(*types.Basic) // the elements of others can change
				found = found || !basic || s.varies(from)
			}
		}
		return !found
	})
	return found
}
