package removal

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// reader tells what the statements of a function have to do with flags.
type reader struct {
	p    *program
	in   *function
	path []string // the functions that it came through
}

// impurity is something in a statement that has nothing to do with flags; nil if there is none.
type impurity struct {
	at  token.Pos
	why string
}

// flags are those that a node registers or changes; it is false if one of them is not known.
func (p *program) flags(node ast.Node) (names []string, known bool) {
	known = true
	for _, e := range p.within(node) {
		if e.flag == "" {
			known = false
		} else if !slices.Contains(names, e.flag) {
			names = append(names, e.flag)
		}
	}
	slices.Sort(names)
	return names, known
}

func elseDone(node ast.Node) *impurity {
	return &impurity{node.Pos(), "the statement does something else, too"}
}

// list looks at statements.
func (r reader) list(statements []ast.Stmt) *impurity {
	for i := 0; i < len(statements); i++ {
		if i+1 < len(statements) && r.checked(statements[i], statements[i+1]) {
			i++
			continue
		}
		if found := r.statement(statements[i]); found != nil {
			return found
		}
	}
	return nil
}

// checked reports whether a statement is err := fs.MarkHidden("a"), and the next one looks at the error.
func (r reader) checked(first, second ast.Stmt) bool {
	assign, ok := first.(*ast.AssignStmt)
	condition, also := second.(*ast.IfStmt)
	return ok && also && condition.Init == nil && checks(condition, assign) && len(r.p.within(assign)) > 0 &&
		r.call(assign.Rhs[0]) == nil
}

// checks reports whether an if looks at the error that an assignment of a call leads to, and at nothing else.
func checks(condition *ast.IfStmt, assign *ast.AssignStmt) bool {
	if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || condition.Else != nil {
		return false
	}
	err, ok := assign.Lhs[0].(*ast.Ident)
	test, also := condition.Cond.(*ast.BinaryExpr)
	if !ok || !also || test.Op != token.NEQ {
		return false
	}
	left, ok := test.X.(*ast.Ident)
	right, also := test.Y.(*ast.Ident)
	return ok && also && left.Name == err.Name && right.Name == "nil"
}

// statement looks at one statement.
func (r reader) statement(statement ast.Stmt) *impurity {
	switch s := statement.(type) {
	case *ast.ExprStmt:
		return r.call(s.X)
	case *ast.AssignStmt:
		return r.assignment(s)
	case *ast.DeclStmt:
		return r.declaration(s)
	case *ast.EmptyStmt:
		return nil
	case *ast.ReturnStmt:
		for _, result := range s.Results {
			if name, ok := result.(*ast.Ident); !ok || name.Name != "nil" {
				return elseDone(s)
			}
		}
		return nil
	case *ast.BlockStmt:
		return r.list(s.List)
	case *ast.IfStmt:
		return r.condition(s)
	case *ast.RangeStmt:
		return r.list(s.Body.List)
	case *ast.ForStmt:
		return r.list(s.Body.List)
	case *ast.SwitchStmt:
		return r.cases(s.Body)
	case *ast.TypeSwitchStmt:
		return r.cases(s.Body)
	}
	return elseDone(statement)
}

// cases looks at the cases of a switch. One for what no flag is made of ends the program.
func (r reader) cases(body *ast.BlockStmt) *impurity {
	for _, statement := range body.List {
		clause := statement.(*ast.CaseClause)
		if clause.List == nil && len(clause.Body) == 1 && r.panics(clause.Body[0]) {
			continue
		}
		if found := r.list(clause.Body); found != nil {
			return found
		}
	}
	return nil
}

// panics reports whether a statement is a panic.
func (r reader) panics(statement ast.Stmt) bool {
	call, ok := statement.(*ast.ExprStmt)
	if !ok {
		return false
	}
	made, ok := call.X.(*ast.CallExpr)
	if !ok || len(made.Args) != 1 || !r.isPure(made.Args[0]) {
		return false
	}
	name, ok := made.Fun.(*ast.Ident)
	return ok && r.in.pkg.Info.Uses[name] == types.Universe.Lookup("panic")
}

func (r reader) condition(s *ast.IfStmt) *impurity {
	if assign, ok := s.Init.(*ast.AssignStmt); ok {
		if checks(s, assign) && len(r.p.within(assign)) > 0 {
			return r.call(assign.Rhs[0])
		}
		if found := r.assignment(assign); found != nil {
			return found
		}
	} else if s.Init != nil {
		return elseDone(s.Init)
	}
	if found := r.list(s.Body.List); found != nil || s.Else == nil {
		return found
	}
	return r.statement(s.Else)
}

// assignment looks at the assignment of a field of a flag, of an error that is dropped, and of new variables, which go
// if nothing uses them.
func (r reader) assignment(s *ast.AssignStmt) *impurity {
	if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		if name, ok := s.Lhs[0].(*ast.Ident); ok && name.Name == "_" {
			return r.call(s.Rhs[0])
		}
		if _, ok := s.Lhs[0].(*ast.SelectorExpr); ok && s.Tok == token.ASSIGN && r.isEntry(s) {
			return nil
		}
		if r.isFlag(s.Rhs[0]) {
			return nil
		}
	}
	if s.Tok != token.DEFINE {
		return elseDone(s)
	}
	for _, right := range s.Rhs {
		if len(r.p.within(right)) > 0 {
			literal, isLiteral := right.(*ast.FuncLit)
			if !isLiteral {
				return &impurity{s.Pos(), "the result of the registration is used"}
			}
			if found := r.list(literal.Body.List); found != nil {
				return found
			}
		} else if !r.isPure(right) {
			return elseDone(s)
		}
	}
	return nil
}

// isEntry reports whether a flag is changed at the very beginning of a node.
func (r reader) isEntry(node ast.Node) bool {
	offset := r.p.position(node.Pos()).Offset
	return slices.ContainsFunc(r.p.within(node), func(e entry) bool { return e.offset == offset })
}

// isFlag reports whether an expression is a *pflag.Flag, as fs.VarPF and fs.Lookup return it.
func (r reader) isFlag(expr ast.Expr) bool {
	_, isCall := ast.Unparen(expr).(*ast.CallExpr)
	return isCall && typeName(r.in.pkg.Info.Types[expr].Type) == "github.com/spf13/pflag.Flag"
}

func (r reader) declaration(s *ast.DeclStmt) *impurity {
	declared, ok := s.Decl.(*ast.GenDecl)
	if !ok {
		return elseDone(s)
	}
	for _, spec := range declared.Specs {
		if values, ok := spec.(*ast.ValueSpec); ok {
			for _, value := range values.Values {
				if !r.isPure(value) {
					return elseDone(value)
				}
			}
		}
	}
	return nil
}

// call looks at a call: one of a flag set, of a function that does nothing but register flags, or of one that panics
// with the error of such a call.
func (r reader) call(expr ast.Expr) *impurity {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return elseDone(expr)
	}
	if functions := r.p.called(r.in.pkg, call); len(functions) > 0 {
		for _, f := range functions {
			if found := r.function(f); found != nil {
				return found
			}
		}
		return nil
	}
	if name, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if literal := r.literal(name); literal != nil && len(r.p.within(literal)) > 0 {
			return r.list(literal.Body.List)
		}
	}
	object := callee(r.in.pkg, call)
	switch {
	case object == nil || len(r.p.within(call)) == 0 || r.passesOn(call):
		return elseDone(call)
	case len(call.Args) == 1 && object.Signature().Params().Len() == 1 &&
		object.Signature().Params().At(0).Type().String() == "error":
		return r.call(call.Args[0])
	}
	return nil
}

// passesOn reports whether a function literal among the arguments of a call registers flags: nobody knows when.
func (r reader) passesOn(call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(argument ast.Expr) bool {
		_, isLiteral := argument.(*ast.FuncLit)
		return isLiteral && len(r.p.within(argument)) > 0
	})
}

// function looks at the body of a function that is called.
func (r reader) function(f *function) *impurity {
	if slices.Contains(r.path, f.name) {
		return elseDone(f.decl)
	}
	inner := reader{p: r.p, in: f, path: append(slices.Clone(r.path), f.name)}
	return inner.list(f.decl.Body.List)
}

// literal is the function literal that a local variable holds.
func (r reader) literal(name *ast.Ident) *ast.FuncLit {
	var found *ast.FuncLit
	object := r.in.pkg.Info.Uses[name]
	ast.Inspect(r.in.decl, func(node ast.Node) bool {
		if assign, ok := node.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 {
			left, isName := assign.Lhs[0].(*ast.Ident)
			if literal, ok := assign.Rhs[0].(*ast.FuncLit); ok && isName && object != nil && r.in.pkg.Info.Defs[left] == object {
				found = literal
			}
		}
		return found == nil
	})
	return found
}

// pureMethods are methods without effect.
var pureMethods = []string{
	"FlagSet", "Flags", "PersistentFlags", "LocalFlags", "LocalNonPersistentFlags", "InheritedFlags", "Lookup",
	"String", "KnownFeatures", "Error",
}

// pureFunctions are functions of other modules, without effect, that help is made of.
var pureFunctions = []string{
	"k8s.io/component-base/cli/flag.PreferredTLSCipherNames", "k8s.io/component-base/cli/flag.InsecureTLSCipherNames",
	"k8s.io/component-base/cli/flag.TLSCipherPossibleValues", "k8s.io/component-base/cli/flag.TLSPossibleVersions",
}

// isPure reports whether the value of an expression can be dropped: it calls nothing that could have an effect.
func (r reader) isPure(expr ast.Expr) bool {
	pure := true
	ast.Inspect(expr, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW
		case *ast.CallExpr:
			pure = pure && r.isPureCall(n)
		}
		return pure
	})
	return pure
}

func (r reader) isPureCall(call *ast.CallExpr) bool {
	if r.in.pkg.Info.Types[call.Fun].IsType() || r.in.pkg.Info.Types[call.Fun].IsBuiltin() {
		return true
	}
	object := callee(r.in.pkg, call)
	if object == nil || object.Pkg() == nil {
		return false
	}
	switch object.Pkg().Path() {
	case "strings", "strconv", "fmt", "path", "path/filepath", "slices", "maps", "sort", "errors":
		return !strings.HasPrefix(object.Name(), "Print") && !strings.HasPrefix(object.Name(), "Fprint")
	}
	if object.Signature().Recv() != nil && slices.Contains(pureMethods, object.Name()) ||
		slices.Contains(pureFunctions, object.FullName()) {
		return true
	}
	pkg := r.in.pkg
	if object.Pkg().Path() != pkg.Path {
		pkg = r.p.module.Package(object.Pkg().Path())
	}
	return pkg != nil && r.p.returnsOnly(pkg, object)
}

// returnsOnly reports whether a function of a package does nothing but return a value that is pure.
func (p *program) returnsOnly(pkg *source.Package, object *types.Func) bool {
	decl := declaration(pkg, object)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return false
	}
	result, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok {
		return false
	}
	inner := reader{p: p, in: &function{decl: decl, pkg: pkg}}
	for _, value := range result.Results {
		recursive := false
		ast.Inspect(value, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			recursive = recursive || ok && callee(pkg, call) == object
			return !recursive
		})
		if recursive || !inner.isPure(value) {
			return false
		}
	}
	return true
}

// declaration finds a function in a package.
func declaration(pkg *source.Package, object *types.Func) *ast.FuncDecl {
	for _, file := range pkg.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Name.Name != object.Name() {
				continue
			}
			if found, ok := pkg.Info.Defs[decl.Name].(*types.Func); ok && found.FullName() == object.FullName() {
				return decl
			}
		}
	}
	return nil
}
