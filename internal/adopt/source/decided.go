package source

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// entry is the source of a value: that which a parameter has in a call, or the variable of a loop over a
// literal in a turn of it, or a field of that.
type entry struct {
	expr ast.Expr // nil for a field that the literal leaves out
	of   *scope
	kind types.Type
	// given is set if it is another expression than that which was asked for.
	given bool
}

// entryOf follows an expression to the source of its value. Variables that can change meanwhile are not followed.
func entryOf(s *scope, e ast.Expr) entry {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if given, found := s.params[s.pkg.Info.Uses[e]]; found && given.below == "" {
			found := entryOf(given.scope, given.expr)
			found.given = true
			return found
		}
	case *ast.SelectorExpr:
		above := entryOf(s, e.X)
		if field, ok := above.field(e.Sel.Name); ok && above.given {
			return field
		}
	}
	return entry{expr: ast.Unparen(e), of: s, kind: s.pkg.Info.Types[e].Type}
}

// field is a field of a literal of a struct, or of one whose address it is.
func (e entry) field(name string) (entry, bool) {
	expr := e.expr
	if address, ok := expr.(*ast.UnaryExpr); ok {
		expr = ast.Unparen(address.X)
	}
	literal, ok := expr.(*ast.CompositeLit)
	if !ok {
		return entry{}, false
	}
	structure := structOf(e.of.pkg.Info.Types[literal].Type)
	if structure == nil {
		return entry{}, false
	}
	for i := range structure.NumFields() {
		field := structure.Field(i)
		if field.Name() != name {
			continue
		}
		for at, element := range literal.Elts {
			pair, keyed := element.(*ast.KeyValueExpr)
			if keyed && e.of.module.textOf(pair.Key) == name {
				element = pair.Value
			} else if keyed || at != i {
				continue
			}
			found := entryOf(e.of, element)
			found.given = true
			return found, true
		}
		return entry{of: e.of, kind: field.Type(), given: true}, true
	}
	return entry{}, false
}

// decided is the value of a condition that depends on constants alone which an entry of a table, or a call, gives.
func decided(s *scope, e ast.Expr) (value, known bool) {
	result, given := constantOf(s, e)
	if !given || result == nil || result.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(result), true
}

// constantOf is the value of an expression, nil if it is not known, and whether an entry gives a part of it.
func constantOf(s *scope, e ast.Expr) (value constant.Value, given bool) {
	found := entryOf(s, e)
	if found.expr == nil {
		return zero(found.kind), true
	}
	if value := found.of.pkg.Info.Types[found.expr].Value; value != nil {
		return value, found.given
	}
	switch e := found.expr.(type) {
	case *ast.UnaryExpr:
		x, given := constantOf(found.of, e.X)
		if e.Op == token.NOT && x != nil && x.Kind() == constant.Bool {
			return constant.UnaryOp(token.NOT, x, 0), given || found.given
		}
	case *ast.BinaryExpr:
		value, given := compared(found.of, e)
		return value, given || found.given
	}
	return nil, found.given
}

// compared is the value of a comparison, or of two conditions: one alone can decide.
func compared(s *scope, e *ast.BinaryExpr) (value constant.Value, given bool) {
	x, givenX := constantOf(s, e.X)
	y, givenY := constantOf(s, e.Y)
	given = givenX || givenY
	switch e.Op {
	case token.LAND, token.LOR:
		for _, side := range []struct {
			value constant.Value
			given bool
		}{{x, givenX}, {y, givenY}} {
			if side.given && side.value != nil && constant.BoolVal(side.value) == (e.Op == token.LOR) {
				return side.value, true
			}
		}
		if x != nil && y != nil {
			return constant.BinaryOp(x, e.Op, y), given
		}
	case token.EQL, token.NEQ:
		isNil, known := comparedWithNil(s, e)
		switch {
		case known:
			return constant.MakeBool(isNil == (e.Op == token.EQL)), true
		case x != nil && y != nil && x.Kind() == y.Kind():
			return constant.MakeBool(constant.Compare(x, e.Op, y)), given
		}
	}
	return nil, given
}

// comparedWithNil reports whether what is compared with nil is nil, if an entry gives it.
func comparedWithNil(s *scope, e *ast.BinaryExpr) (isNil, known bool) {
	operand := e.X
	if s.pkg.Info.Types[e.X].IsNil() {
		operand = e.Y
	} else if !s.pkg.Info.Types[e.Y].IsNil() {
		return false, false
	}
	found := entryOf(s, operand)
	if found.expr == nil {
		return true, true
	}
	if found.of.pkg.Info.Types[found.expr].Value != nil {
		return false, found.given
	}
	switch value := found.expr.(type) {
	case *ast.Ident:
		return true, found.given && found.of.pkg.Info.Types[value].IsNil()
	case *ast.FuncLit, *ast.CompositeLit:
		return false, found.given
	case *ast.UnaryExpr:
		return false, found.given && value.Op == token.AND
	}
	return false, false
}

// zero is the constant that a field of a type begins with; nil for other types.
func zero(t types.Type) constant.Value {
	basic, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
		return nil
	case basic.Info()&types.IsBoolean != 0:
		return constant.MakeBool(false)
	case basic.Info()&types.IsString != 0:
		return constant.MakeString("")
	case basic.Info()&types.IsNumeric != 0:
		return constant.MakeInt64(0)
	}
	return nil
}

// subject is what a switch over types is about.
func subject(n *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch assign := n.Assign.(type) {
	case *ast.AssignStmt:
		e = assign.Rhs[0]
	case *ast.ExprStmt:
		e = assign.X
	}
	return ast.Unparen(e).(*ast.TypeAssertExpr).X
}

// dynamic is the type of the value that an expression of an interface type holds; nil if an entry does not tell it.
func dynamic(s *scope, e ast.Expr) types.Type {
	found := entryOf(s, e)
	if !found.given || found.expr == nil || found.kind == nil || types.IsInterface(found.kind) {
		return nil
	}
	if basic, ok := found.kind.(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
		return nil
	}
	return found.kind
}

// isCase reports whether a value of a type leads to a case of a switch over types.
func isCase(s *scope, n *ast.TypeSwitchStmt, clause *ast.CaseClause, t types.Type) bool {
	var fallback ast.Stmt
	for _, statement := range n.Body.List {
		list := statement.(*ast.CaseClause).List
		if list == nil {
			fallback = statement
		}
		for _, e := range list {
			kind := s.pkg.Info.Types[e].Type
			if kind == nil || s.pkg.Info.Types[e].IsNil() {
				continue
			}
			of, isInterface := kind.Underlying().(*types.Interface)
			if isInterface && types.Implements(t, of) || !isInterface && sameType(t, kind) {
				return statement == ast.Stmt(clause)
			}
		}
	}
	return fallback == ast.Stmt(clause)
}

// sameType reports whether two types are the same one, also if they are of packages that were read twice.
func sameType(a, b types.Type) bool {
	return types.Identical(a, b) || types.TypeString(a, nil) == types.TypeString(b, nil)
}
