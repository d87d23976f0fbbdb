package source

import (
	"go/ast"
	"go/types"
	"slices"
)

// helpOf describes the help of a flag where it is written: a parameter has what it is called with.
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
	described.Varies = varies(s, e)
	return described
}

// varies reports whether the value of an expression is known only when the program runs. It is not if the expression is
// made of constants, of parameters and variables of loops that stand for constants, and of what packages that only
// look at their arguments make of these.
func varies(s *scope, e ast.Expr) bool {
	tv := s.pkg.Info.Types[e]
	if tv.Value != nil || tv.IsNil() {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return varies(s, e.X) || varies(s, e.Y)
	case *ast.Ident:
		return variableVaries(s, e)
	case *ast.SelectorExpr:
		value, of := s.element(e)
		return value == nil || varies(of, value)
	case *ast.CompositeLit:
		return slices.ContainsFunc(e.Elts, func(element ast.Expr) bool {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				element = pair.Value
			}
			return varies(s, element)
		})
	case *ast.CallExpr:
		return callVaries(s, e)
	}
	return true
}

// variableVaries reports whether the value of a variable is known only when the program runs.
func variableVaries(s *scope, name *ast.Ident) bool {
	object := s.pkg.Info.Uses[name]
	if given, found := s.params[object]; found {
		return given.below != "" || varies(given.scope, given.expr)
	}
	from, found := s.locals[object]
	if !found || from == ast.Expr(name) {
		return true
	}
	if _, basic := object.Type().Underlying().(*types.Basic); !basic {
		return true // its elements can be changed
	}
	return varies(s, from)
}

// lookers are packages whose functions look at their arguments alone.
var lookers = []string{"strings", "strconv", "path", "time"}

// callVaries reports whether the result of a call is known only when the program runs.
func callVaries(s *scope, call *ast.CallExpr) bool {
	arguments := slices.Clone(call.Args)
	if tv := s.pkg.Info.Types[call.Fun]; !tv.IsType() && !tv.IsBuiltin() {
		f := s.callee(call)
		if f == nil || f.Pkg() == nil {
			return true
		}
		selector, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		method := f.Signature().Recv() != nil
		switch path := f.Pkg().Path(); {
		case path == "fmt" && slices.Contains([]string{"Sprint", "Sprintf", "Sprintln"}, f.Name()):
		case !slices.Contains(lookers, path) || selector == nil || path == "time" && !method:
			return true
		case method:
			arguments = append(arguments, selector.X)
		}
	}
	return slices.ContainsFunc(arguments, func(argument ast.Expr) bool { return varies(s, argument) })
}
