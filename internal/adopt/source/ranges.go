package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
)

// elements reads the body of a loop over a literal once for each of its elements, with the variables of the loop bound
// to it. It reports false for a loop over anything else.
func (w *walker) elements(s *scope, n *ast.RangeStmt, at around) bool {
	literal, of := s.literal(n.X)
	if literal == nil || n.Tok != token.DEFINE {
		return false
	}
	kind := of.pkg.Info.Types[literal].Type
	if kind == nil {
		return false
	}
	_, isMap := kind.Underlying().(*types.Map)
	for _, element := range literal.Elts {
		inner := s.with()
		value := element
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if value = pair.Value; isMap {
				inner.bindTo(n.Key, pair.Key, of)
			}
		}
		inner.bindTo(n.Value, value, of)
		w.block(inner, n.Body.List, at)
	}
	return len(literal.Elts) > 0
}

// with is a scope for further parameters.
func (s *scope) with() *scope {
	inner := *s
	if inner.params = maps.Clone(s.params); inner.params == nil {
		inner.params = map[types.Object]argument{}
	}
	return &inner
}

// bindTo binds a variable to an expression of another scope.
func (s *scope) bindTo(variable, value ast.Expr, of *scope) {
	name, ok := variable.(*ast.Ident)
	if object := s.pkg.Info.Defs[name]; ok && object != nil {
		s.params[object] = argument{expr: value, scope: of}
	}
}

// literal is a composite literal, or the one that a variable or a parameter refers to, with its scope.
func (s *scope) literal(e ast.Expr) (*ast.CompositeLit, *scope) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return e, s
	case *ast.UnaryExpr:
		return s.literal(e.X)
	case *ast.Ident:
		object := s.pkg.Info.Uses[e]
		if given, found := s.params[object]; found {
			return given.scope.literal(given.expr)
		}
		if from, found := s.locals[object]; found && from != ast.Expr(e) {
			return s.literal(from)
		}
	}
	return nil, nil
}

// element is the value of a field of a variable with a literal of a struct, with its scope.
func (s *scope) element(e *ast.SelectorExpr) (ast.Expr, *scope) {
	name, ok := e.X.(*ast.Ident)
	if !ok {
		return nil, nil
	}
	given, found := s.params[s.pkg.Info.Uses[name]]
	if !found {
		return nil, nil
	}
	literal, of := given.scope.literal(given.expr)
	if literal == nil {
		return nil, nil
	}
	structure := structOf(of.pkg.Info.Types[literal].Type)
	for i, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok && key.Name == e.Sel.Name {
				return pair.Value, of
			}
		} else if structure != nil && i < structure.NumFields() && structure.Field(i).Name() == e.Sel.Name {
			return element, of
		}
	}
	return nil, nil
}

// structOf is the struct that a type is, or points to.
func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	structure, _ := t.Underlying().(*types.Struct)
	return structure
}

// local reads the function literal that a local variable holds, for a call of it. It reports false if the call is of
// anything else.
func (w *walker) local(s *scope, call *ast.CallExpr, at around) bool {
	name, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	literal, ok := s.locals[s.pkg.Info.Uses[name]].(*ast.FuncLit)
	if !ok {
		return false
	}
	inner := s.with()
	i := 0
	for _, field := range literal.Type.Params.List {
		for _, parameter := range field.Names {
			if i < len(call.Args) && !carries(s.pkg.Info.Types[call.Args[i]].Type) {
				inner.bindTo(parameter, call.Args[i], s)
			}
			i++
		}
	}
	if depth := len(w.through); depth > 20 { // a literal that calls itself
		return true
	}
	w.through = append(w.through, w.Fset.Position(call.Pos()))
	w.block(inner, literal.Body.List, at)
	w.through = w.through[:len(w.through)-1]
	return true
}

// isHeld reports whether a local variable holds a function literal, which is then read for each call of it.
func (s *scope) isHeld(literal *ast.FuncLit) bool {
	for _, held := range s.locals {
		if held == ast.Expr(literal) {
			return true
		}
	}
	return false
}
