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

// with returns a scope for further parameters.
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

// literal returns a composite literal, or the literal that a variable or a parameter refers to, with its scope.
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

// element returns the value of a field of a variable with a literal of a struct, with its scope.
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

// structOf returns the struct that a type is, or points to.
func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	structure, _ := Deref(t).Underlying().(*types.Struct)
	return structure
}
