package removal

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// moved is an assignment of a default that a deleted registration wrote into its field, ahead of the call of the
// generated function.
type moved struct {
	in    *function
	path  string // of the field, below the object of the generated function
	value ast.Expr
}

// kept is an assignment that takes the place of a registration, of a default or of help, and the generated function
// and the flag that it is about.
type kept struct {
	of, flag, text string
	help           bool
}

// assignment is what a registration writes: a pointer to the target, and the value. Both are arguments of a call.
type assignment struct {
	registration source.Registration
	in           *function
	statement    *ast.ExprStmt // nil if the call is a part of another statement
	loop         bool          // the statement is in a loop, or in a function literal
	target       ast.Expr
	value        ast.Expr
}

// keepDefaults looks for the defaults that registrations write, and that the generated functions do not: a constant
// goes ahead of the call of the generated function, and another value stays where it is.
func keepDefaults(w *walk) {
	for _, g := range w.generated {
		for _, flag := range g.Written {
			if slices.Contains(g.Flags, flag) && !keepDefault(w, g, flag) {
				w.stuck[Note{Flag: flag, Text: "no assignment can take the place of the default that its registration writes; " +
					"set the default in the function of --flags, and register the flag with the value of the field"}] = true
			}
		}
	}
}

// keepDefault keeps the default of a flag, and reports whether it can.
func keepDefault(w *walk, g Generated, flag string) bool {
	found := false
	for _, r := range w.p.request.Facts.Registrations {
		if r.Flag != flag || isGenerated(r.Start.Filename) {
			continue
		}
		found = true
		a := assignmentOf(w.p, r)
		if a == nil || r.Default.Kind == source.Field && r.Default.Path == r.Value.Path {
			others := assigning(w.p, g, r) // another statement sets the field, and stays
			for _, statement := range others {
				w.kept[statement] = kept{of: g.full(), flag: flag}
			}
			if a == nil && len(others) == 0 {
				return false
			}
			continue
		}
		if path, ok := movable(w.p, g, a); ok {
			w.moved[g.full()] = append(w.moved[g.full()], moved{a.in, path, a.value})
			continue
		}
		if a.statement == nil || a.loop {
			return false
		}
		w.kept[a.statement] = kept{of: g.full(), flag: flag, text: a.text(w.p)}
	}
	return found
}

// assignmentOf is what a registration writes; nil if its arguments do not tell.
func assignmentOf(p *program, r source.Registration) *assignment {
	for _, f := range p.order {
		if !p.isIn(f.decl, r.Start) {
			continue
		}
		a := &assignment{registration: r, in: f}
		call := a.find(p, f.decl.Body, r)
		if call == nil {
			continue
		}
		arguments := call.Args
		if at := slices.IndexFunc(call.Args, func(e ast.Expr) bool { return p.position(e.Pos()) == r.Value.Start }); at >= 0 {
			if made, ok := ast.Unparen(call.Args[at]).(*ast.CallExpr); ok && r.Default.Kind == source.None {
				arguments = made.Args // fs.Var(newValue(&c.Field, value), ...)
			}
		}
		for _, e := range arguments {
			_, isPointer := types.Unalias(f.pkg.Info.Types[e].Type).(*types.Pointer)
			switch at := p.position(e.Pos()); {
			case at == r.Value.Start && r.Default.Kind != source.None, len(arguments) == 2 && isPointer:
				a.target = e
			case at == r.Default.Start && r.Default.Kind != source.None, len(arguments) == 2:
				a.value = e
			}
		}
		if a.target == nil || a.value == nil || !a.fits() {
			return nil
		}
		return a
	}
	return nil
}

// isIn reports whether a position is in a node.
func (p *program) isIn(node ast.Node, at token.Position) bool {
	start, end := p.position(node.Pos()), p.position(node.End())
	return start.Filename == at.Filename && start.Offset <= at.Offset && at.Offset < end.Offset
}

// find finds the call of a registration, and the statement that it is.
func (a *assignment) find(p *program, body ast.Node, r source.Registration) *ast.CallExpr {
	var found *ast.CallExpr
	ast.Inspect(body, func(node ast.Node) bool {
		if node == nil || !p.isIn(node, r.Start) {
			return node == body
		}
		switch n := node.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			a.loop = true
		case *ast.ExprStmt:
			a.statement = n
		case *ast.CallExpr:
			if p.position(n.Pos()) == r.Start && p.position(n.End()) == r.End {
				found = n
				if a.statement != nil && ast.Unparen(a.statement.X) != n {
					a.statement = nil
				}
				return false
			}
		}
		return true
	})
	return found
}

// fits reports whether the value can be assigned to the target.
func (a *assignment) fits() bool {
	pointer, ok := a.in.pkg.Info.Types[a.target].Type.Underlying().(*types.Pointer)
	value := a.in.pkg.Info.Types[a.value].Type
	return ok && value != nil && types.AssignableTo(value, pointer.Elem())
}

// field is the variable that the target points to: what & is in front of, also if the pointer is converted. It is nil
// if the target is another pointer.
func (a *assignment) field() ast.Expr {
	target := ast.Unparen(a.target)
	if call, ok := target.(*ast.CallExpr); ok && len(call.Args) == 1 && a.in.pkg.Info.Types[call.Fun].IsType() {
		target = ast.Unparen(call.Args[0])
	}
	if address, ok := target.(*ast.UnaryExpr); ok && address.Op == token.AND {
		return ast.Unparen(address.X)
	}
	return nil
}

// assignable is the value as a variable of a type takes it, which may be another type than that of the target; nil if a
// conversion is needed.
func (a *assignment) assignable(to types.Type) ast.Expr {
	info := a.in.pkg.Info
	pointer, _ := info.Types[a.target].Type.Underlying().(*types.Pointer)
	if types.Identical(pointer.Elem(), to) {
		return a.value
	}
	switch value := ast.Unparen(a.value).(type) {
	case *ast.BasicLit:
		if types.Identical(pointer.Elem().Underlying(), to.Underlying()) {
			return value
		}
	case *ast.CallExpr: // a conversion back
		if len(value.Args) == 1 && info.Types[value.Fun].IsType() && types.Identical(info.Types[value.Args[0]].Type, to) {
			return value.Args[0]
		}
	}
	return nil
}

// text is the statement that assigns the value where it is.
func (a *assignment) text(p *program) string {
	if field := a.field(); field != nil {
		if value := a.assignable(a.in.pkg.Info.Types[field].Type); value != nil {
			return p.text(field) + " = " + p.text(value)
		}
	}
	return "*" + p.text(a.target) + " = " + p.text(a.value)
}

// text is the source of a node.
func (p *program) text(node ast.Node) string {
	start, end := p.position(node.Pos()), p.position(node.End())
	return string(p.module.Content(start.Filename)[start.Offset:end.Offset])
}

// movable is the path of the field below the object of a generated function, if the assignment means the same ahead of
// the call of that function: the value is the same everywhere, and nothing decides whether it is assigned.
func movable(p *program, g Generated, a *assignment) (string, bool) {
	r := a.registration
	path, ok := g.below(r)
	if !ok || len(r.Conditions) > 0 || r.Elsewhere || r.OS != "" || !a.isFree(p) || !isRootPackage(p, a.in.pkg) {
		return "", false
	}
	field := fieldAt(p, g.Type, path)
	if field == nil {
		return "", false
	}
	value := a.assignable(field.Type())
	if value == nil {
		return "", false
	}
	a.value = value
	return path, true
}

// below is the path of the field of a registration below the object of a generated function.
func (g Generated) below(r source.Registration) (string, bool) {
	if strings.TrimPrefix(r.Value.RootType, "*") == g.Type {
		return r.Value.Path, r.Value.Path != ""
	}
	path, ok := strings.CutPrefix(r.Value.Path, g.At+".")
	return path, ok && g.At != ""
}

// fieldAt is the field at a path below import/path.Type; nil if there is none.
func fieldAt(p *program, name, path string) *types.Var {
	imported, local := splitName(name)
	pkg, err := p.module.Import(imported)
	if err != nil || pkg == nil || pkg.Scope().Lookup(local) == nil {
		return nil
	}
	t := pkg.Scope().Lookup(local).Type()
	var field *types.Var
	for name := range strings.SplitSeq(path, ".") {
		object, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
		if field, _ = object.(*types.Var); field == nil {
			return nil
		}
		if t = field.Type(); field.Pkg() != nil {
			pkg = field.Pkg()
		}
	}
	return field
}

// isRootPackage reports whether a function that the component calls is in a package.
func isRootPackage(p *program, pkg *source.Package) bool {
	return slices.ContainsFunc(p.order, func(f *function) bool { return f.root && f.pkg == pkg })
}

// isFree reports whether the value is a constant, or made of constants and of what the package has.
func (a *assignment) isFree(p *program) bool {
	info := a.in.pkg.Info
	if info.Types[a.value].Value != nil {
		return isConstantText(info, a.value)
	}
	return reader{p: p, in: a.in}.isPure(a.value) && isConstantText(info, a.value)
}

// isConstantText reports whether no name in an expression is that of a local variable or constant.
func isConstantText(info *types.Info, e ast.Expr) bool {
	free := true
	ast.Inspect(e, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			free = false
		case *ast.Ident:
			switch object := info.Uses[n].(type) {
			case *types.Var:
				free = free && (object.IsField() || object.Parent() == object.Pkg().Scope())
			case *types.Const, *types.TypeName:
				free = free && (object.Parent() == types.Universe || object.Parent() == object.Pkg().Scope())
			}
		}
		return free
	})
	return free
}

// isKept reports whether a statement gives way to an assignment.
func (w *walk) isKept(node ast.Node) bool {
	statement, ok := node.(ast.Stmt)
	return ok && w.kept[statement].text != ""
}

// reaches reports whether there is something in a node of a function, or in a function that is called there.
func (w *walk) reaches(f *function, node ast.Node, is func(ast.Node) bool, through []*function) bool {
	found := false
	ast.Inspect(node, func(node ast.Node) bool {
		if found = found || is(node); found {
			return false
		}
		if call, ok := node.(*ast.CallExpr); ok {
			for _, called := range w.p.called(f.pkg, call) {
				found = found || !slices.Contains(through, called) &&
					w.reaches(called, called.decl.Body, is, append(slices.Clone(through), called))
			}
		}
		return !found
	})
	return found
}

// lastKept is the last statement of a function's own list in which an assignment for a generated function stays: the
// flags that are registered after it have what it assigns as their defaults. It is nil if there is none. The function
// does not lead to the assignments for the flags that are missed.
func lastKept(w *walk, f *function, g Generated) (last ast.Stmt, missed []string) {
	for statement, k := range w.kept {
		if k.of != g.full() || k.help {
			continue
		}
		is := func(node ast.Node) bool { return node == statement }
		i := len(f.decl.Body.List) - 1
		for i >= 0 && !w.reaches(f, f.decl.Body.List[i], is, nil) {
			i--
		}
		if i < 0 {
			missed = append(missed, k.flag)
			continue
		}
		if found := f.decl.Body.List[i]; last == nil || found.Pos() > last.Pos() {
			last = found
		}
	}
	return last, missed
}
