package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// walker reads functions.
type walker struct {
	*Module
	facts *Facts
	// seen are the functions with their arguments that have been read, so that recursion ends.
	seen map[string]bool
	// os is the system whose files are read if it is not this one.
	os string
	// through are the calls that are being read, the outermost first.
	through []token.Position
	// system has the packages with such files as that system has them, by their paths, and others the files.
	system map[string]*Package
	others map[string]bool
}

// around is what is around a statement.
type around struct {
	conditions []Condition
	loop       bool
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
	key := s.name + " " + s.given()
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	if !slices.ContainsFunc(w.facts.Functions, func(known Function) bool { return known.Decl == decl }) {
		w.facts.Functions = append(w.facts.Functions, Function{
			s.name, w.Fset.Position(decl.Pos()), w.Fset.Position(decl.End()), pkg, decl,
		})
	}
	call.os = append(slices.Clip(call.os), w.constraint(decl)...)
	w.block(s, decl.Body.List, call)
}

// given are the arguments of a call as text.
func (s *scope) given() string {
	var b strings.Builder
	for object, given := range s.params {
		b.WriteString(object.Name() + "=" + s.module.textOf(given.expr) + "@" + given.scope.name + ";")
	}
	if len(s.params) > 1 { // the order of a map is not fixed
		parts := strings.Split(b.String(), ";")
		slices.Sort(parts)
		return strings.Join(parts, ";")
	}
	return b.String()
}

// locals are the variables of a function that are declared with one value and never get another.
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
				default:
					delete(found, pkg.Info.Uses[name])
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

// textOf is the source of an expression.
func (m *Module) textOf(e ast.Node) string {
	start, end := m.Fset.Position(e.Pos()), m.Fset.Position(e.End())
	content := m.contents[start.Filename]
	if end.Offset > len(content) || start.Offset > end.Offset {
		return ""
	}
	return string(content[start.Offset:end.Offset])
}

// block reads statements. A condition whose body returns holds, negated, for those that follow.
func (w *walker) block(s *scope, list []ast.Stmt, at around) {
	for _, statement := range list {
		w.statement(s, statement, at)
		branch, ok := statement.(*ast.IfStmt)
		if ok && branch.Else == nil && leaves(branch.Body) && !isErrorCheck(s, branch.Cond) {
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
		at.loop = true
		w.block(s, n.Body.List, at)
	case *ast.RangeStmt:
		w.calls(s, n.X, at)
		at.loop = true
		if !w.elements(s, n, at) {
			w.block(s, n.Body.List, at)
		}
	case *ast.SwitchStmt:
		w.cases(s, n, at)
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
	inside := at
	if !isErrorCheck(s, n.Cond) {
		inside = w.under(s, at, n.Cond, true)
	}
	w.block(s, n.Body.List, inside)
	if n.Else != nil {
		w.statement(s, n.Else, w.under(s, at, n.Cond, false))
	}
}

// cases reads a switch.
func (w *walker) cases(s *scope, n *ast.SwitchStmt, at around) {
	for _, clause := range n.Body.List {
		clause, ok := clause.(*ast.CaseClause)
		if !ok {
			continue
		}
		inside := at
		if len(clause.List) == 1 && n.Tag != nil {
			inside = w.under(s, at, &ast.BinaryExpr{X: n.Tag, OpPos: n.Tag.Pos(), Op: token.EQL, Y: clause.List[0]}, true)
		} else if len(clause.List) == 1 {
			inside = w.under(s, at, clause.List[0], true)
		} else {
			text := "default"
			if n.Tag != nil {
				text = w.textOf(n.Tag) + ": " + text
			}
			inside.conditions = append(slices.Clip(inside.conditions), Condition{
				Text: text, At: w.Fset.Position(clause.Pos()),
			})
		}
		w.block(s, clause.Body, inside)
	}
}

// under adds a condition.
func (w *walker) under(s *scope, at around, e ast.Expr, holds bool) around {
	c := Condition{Text: w.conditionText(e), At: w.Fset.Position(e.Pos()), Enabled: holds}
	if os := s.onSystem(e, holds); os != "" {
		at.os = append(slices.Clip(at.os), os)
	}
	if !holds {
		c.Text = "!(" + c.Text + ")"
	}
	inner := ast.Unparen(e)
	if not, ok := inner.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		inner, c.Enabled = ast.Unparen(not.X), !holds
	}
	if call, ok := inner.(*ast.CallExpr); ok && len(call.Args) == 1 {
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if gate, _, all := s.text(call.Args[0]); all && ok && selector.Sel.Name == "Enabled" {
			c.Gate = gate
		}
	}
	if c.Gate == "" {
		c.Enabled = false
	}
	at.conditions = append(slices.Clip(at.conditions), c)
	return at
}

// conditionText is the source of a condition; one that stands for a case is not in the source as a whole.
func (m *Module) conditionText(e ast.Expr) string {
	if compared, ok := e.(*ast.BinaryExpr); ok {
		return m.conditionText(compared.X) + " " + compared.Op.String() + " " + m.conditionText(compared.Y)
	}
	return m.textOf(e)
}

// onSystem is the systems that comparisons of runtime.GOOS with constants are for.
func (s *scope) onSystem(e ast.Expr, holds bool) string {
	compared, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return ""
	}
	if (compared.Op == token.LOR) == holds && (compared.Op == token.LOR || compared.Op == token.LAND) { // one of several
		first, second := s.onSystem(compared.X, holds), s.onSystem(compared.Y, holds)
		if first == "" || second == "" || first[0] == '!' || second[0] == '!' {
			return ""
		}
		return first + "," + second
	}
	if compared.Op != token.EQL && compared.Op != token.NEQ {
		return ""
	}
	for _, pair := range [][2]ast.Expr{{compared.X, compared.Y}, {compared.Y, compared.X}} {
		selector, ok := ast.Unparen(pair[0]).(*ast.SelectorExpr)
		if !ok || s.pkg.Info.Uses[selector.Sel] == nil || s.pkg.Info.Uses[selector.Sel].Pkg() == nil ||
			s.pkg.Info.Uses[selector.Sel].Pkg().Path() != "runtime" || selector.Sel.Name != "GOOS" {
			continue
		}
		name, _, all := s.text(pair[1])
		switch {
		case !all:
		case (compared.Op == token.EQL) == holds:
			return name
		default:
			return "!" + name
		}
	}
	return ""
}
