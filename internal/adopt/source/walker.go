package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// maxCalls is how many calls inside one another are followed.
const maxCalls = 16

// walker reads functions.
type walker struct {
	*Module
	facts *Facts
	// inside are the functions that are being read, so that recursion ends.
	inside []string
	// os is the system whose files are read if it is not this one.
	os string
	// through are the calls that are being read, the outermost first.
	through []token.Position
	// system has the packages with such files as that system has them, by their paths, and others the files.
	system map[string]*Package
	others map[string]bool
}

// around has the conditions, the outermost statement and the systems around a statement.
type around struct {
	conditions []Condition
	statement  Span
	os         []string
}

// enter reads a function. What holds at the call of it holds inside.
func (w *walker) enter(f *types.Func, params map[types.Object]argument, call around) {
	pkg, decl := w.declaration(f)
	if pkg == nil || decl == nil || decl.Body == nil {
		return
	}
	s := &scope{module: w.Module, pkg: pkg, name: f.FullName(), params: params, locals: locals(pkg, decl)}
	if slices.Contains(w.inside, s.name) || len(w.inside) > maxCalls {
		return
	}
	w.inside = append(w.inside, s.name)
	defer func() { w.inside = w.inside[:len(w.inside)-1] }()
	if !slices.ContainsFunc(w.facts.Functions, func(known Function) bool { return known.Decl == decl }) {
		w.facts.Functions = append(w.facts.Functions, Function{
			s.name, w.Fset.Position(decl.Pos()), w.Fset.Position(decl.End()), pkg, decl,
		})
	}
	call.os = append(slices.Clip(call.os), constraint(w.Module, decl)...)
	w.block(s, decl.Body.List, call)
}

// read reads functions.
func read(w *walker, functions []*types.Func) {
	for _, f := range functions {
		w.enter(f, nil, around{})
	}
}

// locals returns the initial values of the variables of a function; nil for a variable that is assigned another value.
// A variable with the flag set of a section keeps its first value if the flag set of another section is assigned.
func locals(pkg *Package, decl *ast.FuncDecl) map[types.Object]ast.Expr {
	found := map[types.Object]ast.Expr{}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				name, ok := left.(*ast.Ident)
				switch {
				case !ok:
				case n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) && pkg.Info.Defs[name] != nil:
					found[pkg.Info.Defs[name]] = n.Rhs[i]
				case len(n.Lhs) != len(n.Rhs) || !isSection(pkg, found[pkg.Info.Uses[name]]) || !isSection(pkg, n.Rhs[i]):
					found[pkg.Info.Uses[name]] = nil
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) && len(n.Names) == len(n.Values) {
					found[pkg.Info.Defs[name]] = n.Values[i]
				}
			}
		}
		return true
	})
	return found
}

// textOf returns the source of an expression.
func (m *Module) textOf(e ast.Node) string {
	start, end := m.Fset.Position(e.Pos()), m.Fset.Position(e.End())
	content := m.contents[start.Filename]
	if end.Offset > len(content) || start.Offset > end.Offset {
		return ""
	}
	return string(content[start.Offset:end.Offset])
}

// block reads statements. The negated condition of an if statement that returns holds for the following statements.
func (w *walker) block(s *scope, list []ast.Stmt, at around) {
	for _, statement := range list {
		w.statement(s, statement, at)
		branch, ok := statement.(*ast.IfStmt)
		if ok && branch.Else == nil && leaves(branch.Body) {
			at = w.under(s, at, branch.Cond, false)
		}
	}
}

// leaves reports whether a block ends the function or the turn of the loop.
func leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch last := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		name, ok := call.Fun.(*ast.Ident)
		return ok && name.Name == "panic"
	}
	return false
}

// isErrorCheck reports whether a condition compares an error with nil, which says nothing of flags.
func isErrorCheck(s *scope, e ast.Expr) bool {
	compared, ok := e.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	t := s.pkg.Info.Types[compared.X].Type
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// statement reads a statement.
func (w *walker) statement(s *scope, statement ast.Stmt, at around) {
	at.statement = Span{w.Fset.Position(statement.Pos()), w.Fset.Position(statement.End())}
	switch n := statement.(type) {
	case *ast.BlockStmt:
		w.block(s, n.List, at)
	case *ast.LabeledStmt:
		w.statement(s, n.Stmt, at)
	case *ast.IfStmt:
		w.branch(s, n, at)
	case *ast.ForStmt:
		w.block(s, n.Body.List, at)
	case *ast.RangeStmt:
		w.calls(s, n.X, at)
		if !w.elements(s, n, at) {
			w.block(s, n.Body.List, at)
		}
	case *ast.SwitchStmt:
		w.cases(s, n, at)
	case *ast.TypeSwitchStmt:
		for _, clause := range n.Body.List { // its registrations are conditional
			at := at
			at.conditions = append(slices.Clip(at.conditions), Condition{Text: w.textOf(n.Assign)})
			w.block(s, clause.(*ast.CaseClause).Body, at)
		}
	default:
		w.calls(s, statement, at)
	}
}

// branch reads an if.
func (w *walker) branch(s *scope, n *ast.IfStmt, at around) {
	if n.Init != nil {
		w.calls(s, n.Init, at)
	}
	w.calls(s, n.Cond, at)
	w.block(s, n.Body.List, w.under(s, at, n.Cond, true))
	if n.Else != nil {
		w.statement(s, n.Else, w.under(s, at, n.Cond, false))
	}
}

// cases reads a switch. That which is of no case holds for the default.
func (w *walker) cases(s *scope, n *ast.SwitchStmt, at around) {
	var others ast.Expr
	for _, clause := range n.Body.List {
		others = anyOf(others, given(n, clause))
	}
	for _, clause := range n.Body.List {
		inside := at
		if holds := given(n, clause); holds != nil {
			inside = w.under(s, at, holds, true)
		} else if others != nil {
			inside = w.under(s, at, others, false)
		}
		w.block(s, clause.(*ast.CaseClause).Body, inside)
	}
}

// given returns the condition of a case of a switch; nil for the default.
func given(n *ast.SwitchStmt, clause ast.Stmt) ast.Expr {
	var any ast.Expr
	for _, e := range clause.(*ast.CaseClause).List {
		if n.Tag != nil {
			e = &ast.BinaryExpr{X: n.Tag, OpPos: n.Tag.Pos(), Op: token.EQL, Y: e}
		}
		any = anyOf(any, e)
	}
	return any
}

// anyOf returns the condition that one of two holds, which can be nil.
func anyOf(a, b ast.Expr) ast.Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &ast.BinaryExpr{X: a, OpPos: b.Pos(), Op: token.LOR, Y: b}
}

// under adds a condition, except for checks of errors.
func (w *walker) under(s *scope, at around, e ast.Expr, holds bool) around {
	if isErrorCheck(s, e) {
		return at
	}
	c := Condition{Text: w.conditionText(e), Nil: comparesNil(s, e)}
	if !holds {
		c.Text = "!(" + c.Text + ")"
	}
	var os []string
	if os, c.System = s.onSystem(e, holds); len(os) > 0 {
		at.os = append(slices.Clip(at.os), os...)
	}
	at.conditions = append(slices.Clip(at.conditions), c)
	return at
}

// comparesNil reports whether a condition is that something is nil, or is not, on a system or on all.
func comparesNil(s *scope, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return comparesNil(s, e.X)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			_, first := s.onSystem(e.X, true)
			_, second := s.onSystem(e.Y, true)
			return (first || comparesNil(s, e.X)) && (second || comparesNil(s, e.Y))
		}
		return s.pkg.Info.Types[e.X].IsNil() || s.pkg.Info.Types[e.Y].IsNil()
	}
	return false
}

// conditionText returns the source text of a condition. The condition of a case is a comparison that is not in the
// source as a whole.
func (m *Module) conditionText(e ast.Expr) string {
	if compared, ok := e.(*ast.BinaryExpr); ok {
		return m.conditionText(compared.X) + " " + compared.Op.String() + " " + m.conditionText(compared.Y)
	}
	return m.textOf(e)
}

// onSystem returns the constraints on the system in comparisons of runtime.GOOS with constants, and reports whether the
// condition has no other parts.
func (s *scope) onSystem(e ast.Expr, holds bool) (constraints []string, alone bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return s.onSystem(e.X, !holds)
		}
	case *ast.BinaryExpr:
		switch {
		case e.Op == token.LAND || e.Op == token.LOR:
			first, firstAlone := s.onSystem(e.X, holds)
			second, secondAlone := s.onSystem(e.Y, holds)
			if (e.Op == token.LAND) == holds { // both hold
				return append(first, second...), firstAlone && secondAlone
			}
			if firstAlone && secondAlone {
				return anySystem(first, second)
			}
		case isSystem(s, e.X):
			return system(s, e, e.Y, holds)
		case isSystem(s, e.Y):
			return system(s, e, e.X, holds)
		}
	}
	return nil, false
}

// anySystem is that one of two constraints holds. That it is not one of two systems holds on all.
func anySystem(a, b []string) ([]string, bool) {
	if len(a) != 1 || len(b) != 1 || strings.HasPrefix(a[0], "!") || strings.HasPrefix(b[0], "!") {
		return nil, false
	}
	return []string{a[0] + "," + b[0]}, true
}

// system returns the constraint in a comparison of runtime.GOOS with a value, and reports whether there is one.
func system(s *scope, compared *ast.BinaryExpr, value ast.Expr, holds bool) ([]string, bool) {
	name, all := s.text(value)
	switch {
	case !all || compared.Op != token.EQL && compared.Op != token.NEQ:
		return nil, false
	case (compared.Op == token.EQL) == holds:
		return []string{name}, true
	}
	return []string{"!" + name}, true
}

// isSystem reports whether an expression is runtime.GOOS.
func isSystem(s *scope, e ast.Expr) bool {
	selector, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	object := s.pkg.Info.Uses[selector.Sel]
	return object != nil && object.Pkg() != nil && object.Pkg().Path() == "runtime" && object.Name() == "GOOS"
}
