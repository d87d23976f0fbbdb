package source

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// scope is a call of a function, with the arguments of its parameters.
type scope struct {
	module *Module
	pkg    *Package
	name   string
	params map[types.Object]argument
	locals map[types.Object]ast.Expr
}

// argument is an expression in the scope that it is of.
type argument struct {
	expr  ast.Expr
	scope *scope
	below string // the path of an embedded field of it
}

// fieldPath is a field below a variable.
type fieldPath struct {
	root types.Object
	path string
}

// field returns the field that an expression denotes or has the address of. Parameters are replaced by their arguments,
// and local variables by their initial values.
func (s *scope) field(e ast.Expr) (fieldPath, bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.field(e.X)
	case *ast.StarExpr:
		return s.field(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return s.field(e.X)
		}
	case *ast.Ident:
		return s.variable(e)
	case *ast.SelectorExpr:
		selection := s.pkg.Info.Selections[e]
		if selection == nil { // of a package
			object := s.pkg.Info.Uses[e.Sel]
			_, isVar := object.(*types.Var)
			return fieldPath{root: object}, isVar
		}
		if selection.Kind() != types.FieldVal {
			return fieldPath{}, false
		}
		if value, of := s.element(e); value != nil {
			return of.field(value)
		}
		above, ok := s.field(e.X)
		above.path = join(above.path, promoted(selection))
		return above, ok
	case *ast.CallExpr: // a conversion such as (*Mode)(&c.Mode)
		if tv, known := s.pkg.Info.Types[e.Fun]; known && tv.IsType() && len(e.Args) == 1 {
			return s.field(e.Args[0])
		}
	}
	return fieldPath{}, false
}

// variable returns the variable or field that a name refers to.
func (s *scope) variable(e *ast.Ident) (fieldPath, bool) {
	object := s.pkg.Info.Uses[e]
	if object == nil {
		object = s.pkg.Info.Defs[e]
	}
	v, ok := object.(*types.Var)
	if !ok {
		return fieldPath{}, false
	}
	if given, found := s.params[v]; found {
		if at, ok := given.scope.field(given.expr); ok {
			at.path = join(at.path, given.below)
			return at, true
		}
		return fieldPath{root: v}, true
	}
	if from, found := s.locals[v]; found && from != ast.Expr(e) {
		if at, ok := s.field(from); ok && (at.path != "" || at.root != v) {
			return at, true
		}
	}
	return fieldPath{root: v}, true
}

func join(above, below string) string {
	if above == "" || below == "" {
		return above + below
	}
	return above + "." + below
}

// promoted returns the path of a selected field with the embedded ones that it is in.
func promoted(selection *types.Selection) string { return path(selection.Recv(), selection.Index()) }

// path returns the path of nested fields of a type, by their indexes.
func path(t types.Type, fields []int) string {
	var names []string
	for _, i := range fields {
		structure, ok := Deref(t).Underlying().(*types.Struct)
		if !ok {
			break
		}
		names = append(names, structure.Field(i).Name())
		t = structure.Field(i).Type()
	}
	return strings.Join(names, ".")
}

// text returns the value of an expression for a string; false if it is not known.
func (s *scope) text(e ast.Expr) (string, bool) {
	if value := s.pkg.Info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return constant.StringVal(value), true
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.text(e.X)
	case *ast.Ident:
		if given, found := s.params[s.pkg.Info.Uses[e]]; found {
			return given.scope.text(given.expr)
		}
		if from, found := s.locals[s.pkg.Info.Uses[e]]; found && from != ast.Expr(e) {
			return s.text(from)
		}
	case *ast.SelectorExpr:
		if value, of := s.element(e); value != nil {
			return of.text(value)
		}
	case *ast.BinaryExpr:
		before, first := s.text(e.X)
		after, second := s.text(e.Y)
		return before + after, first && second && e.Op == token.ADD
	}
	return "", false
}

// callee returns the function that a call calls, by its name or by the name of a local variable; nil if the function is
// unknown.
func (s *scope) callee(call *ast.CallExpr) *types.Func {
	if name, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		switch from := s.locals[s.pkg.Info.Uses[name]].(type) {
		case *ast.Ident, *ast.SelectorExpr:
			if f, ok := s.pkg.Info.Types[from].Type.(*types.Signature); ok && f.Recv() == nil && from != ast.Expr(name) {
				return s.callee(&ast.CallExpr{Fun: from})
			}
		}
	}
	var object types.Object
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		object = s.pkg.Info.Uses[f]
	case *ast.SelectorExpr:
		object = s.pkg.Info.Uses[f.Sel]
	case *ast.IndexExpr:
		if name, ok := f.X.(*ast.Ident); ok {
			object = s.pkg.Info.Uses[name]
		}
		if selector, ok := f.X.(*ast.SelectorExpr); ok {
			object = s.pkg.Info.Uses[selector.Sel]
		}
	}
	f, _ := object.(*types.Func)
	return f
}

// expression describes an argument.
func (s *scope) expression(e ast.Expr) Expression {
	described := Expression{
		Text:  s.module.textOf(e),
		Start: s.module.Fset.Position(e.Pos()),
	}
	tv := s.pkg.Info.Types[e]
	if tv.Type != nil {
		described.Type = types.TypeString(tv.Type, nil)
	}
	if tv.Value != nil {
		described.Kind, described.Value = Constant, printed(tv.Value)
		return described
	}
	if text, known := s.text(e); known {
		described.Kind, described.Value = Constant, text
		return described
	}
	if call := madeBy(s, e); call != nil {
		s.called(call, &described)
		return described
	}
	if at, ok := s.field(e); ok {
		if described.locate(at); at.path != "" && at.root.Parent() != at.root.Pkg().Scope() {
			described.Kind = Field
		}
		return described
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if e.Name == "nil" {
			described.Kind, described.Value = Constant, "nil"
		}
	case *ast.CallExpr:
		s.called(e, &described)
	case *ast.UnaryExpr, *ast.CompositeLit:
		s.within(e, &described)
	}
	return described
}

// printed returns a constant as Go prints it, a string as it is.
func printed(value constant.Value) string {
	if value.Kind() == constant.String {
		return constant.StringVal(value)
	}
	if value.Kind() == constant.Float {
		if f, exact := constant.Float64Val(value); exact || f != 0 {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	return value.ExactString()
}

// locate notes a field or a variable.
func (e *Expression) locate(at fieldPath) {
	e.Variable, e.Path, e.RootType = at.root, at.path, types.TypeString(at.root.Type(), nil)
}

// madeBy returns the call of a constructor whose pflag.Value a local variable holds; nil for anything else.
func madeBy(s *scope, e ast.Expr) *ast.CallExpr {
	name, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	call, _ := s.locals[s.pkg.Info.Uses[name]].(*ast.CallExpr)
	if call == nil || s.callee(call) == nil || !isFlagValue(s.pkg.Info.Types[call].Type) {
		return nil
	}
	return call
}

// called notes the function of a call, and the field whose address it gets.
func (s *scope) called(call *ast.CallExpr, described *Expression) {
	described.Kind = Call
	if f := s.callee(call); f != nil {
		described.Function, described.NoArguments = f.FullName(), len(call.Args) == 0 && f.Signature().Recv() == nil
		results := f.Signature().Results()
		described.Constructor = f.Signature().Recv() == nil && len(call.Args) == 1 && results.Len() == 1 &&
			!f.Signature().Variadic() && isFlagValue(results.At(0).Type())
	}
	s.within(call, described)
}

// isFlagValue reports whether a type has the methods of a pflag.Value.
func isFlagValue(t types.Type) bool {
	set := types.NewMethodSet(t)
	return set.Lookup(nil, "String") != nil && set.Lookup(nil, "Set") != nil && set.Lookup(nil, "Type") != nil
}

// within finds the only field whose address is in an expression.
func (s *scope) within(e ast.Expr, described *Expression) {
	found := map[fieldPath]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if at, ok := s.field(n); ok && n.Op == token.AND && at.path != "" {
				found[at] = true
				return false
			}
		case *ast.SelectorExpr: // a field that is a pointer
			if at, ok := s.field(n); ok && at.path != "" {
				if _, isPointer := s.pkg.Info.Types[n].Type.Underlying().(*types.Pointer); isPointer {
					found[at] = true
				}
				return false
			}
		}
		return true
	})
	if len(found) == 1 {
		for at := range found {
			described.locate(at)
		}
	}
}
