package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Converter is a conversion function that people wrote.
type Converter struct {
	// Package declares the function.
	Package *Package
	// Function has a body.
	Function *ast.FuncDecl
	// From and To are the types that the function converts, without the pointer of its parameters, with import paths in
	// place of the names of packages, as in []example.com/relay/v1.Zone.
	From, To string
}

// Converters returns the conversion functions that people wrote in a package: generated code calls functions with such
// a name and three parameters. Alias returns the type that a name of a package is an alias of, in the form of From, and
// the empty string for other names.
func (p *Package) Converters(alias func(path, name string) string) []Converter {
	var all []Converter
	for _, file := range p.Files {
		text := typeText{p.Path, importsOf(file), alias}
		for _, decl := range file.Decls {
			function, ok := decl.(*ast.FuncDecl)
			if !ok || function.Recv != nil || function.Body == nil ||
				!strings.HasPrefix(function.Name.Name, ConverterPrefix) {
				continue
			}
			if parameters := parametersOf(function); len(parameters) == 3 {
				from, to := text.of(parameters[0].of), text.of(parameters[1].of)
				if from[0] == '*' && to[0] == '*' {
					all = append(all, Converter{p, function, from[1:], to[1:]})
				}
			}
		}
	}
	return all
}

// parameter is a parameter of a function.
type parameter struct {
	name string
	of   ast.Expr
}

// parametersOf returns one parameter for each name.
func parametersOf(function *ast.FuncDecl) []parameter {
	var all []parameter
	for _, list := range function.Type.Params.List {
		if len(list.Names) == 0 {
			all = append(all, parameter{"_", list.Type})
		}
		for _, name := range list.Names {
			all = append(all, parameter{name.Name, list.Type})
		}
	}
	return all
}

// typeText writes the types of one file with import paths.
type typeText struct {
	path    string
	imports map[string]string
	alias   func(path, name string) string
}

// of returns the text of a type; a question mark for a type that has neither a name nor an element.
func (t typeText) of(expr ast.Expr) string {
	switch x := expr.(type) {
	case *ast.ParenExpr:
		return t.of(x.X)
	case *ast.StarExpr:
		return "*" + t.of(x.X)
	case *ast.ArrayType:
		if x.Len == nil {
			return "[]" + t.of(x.Elt)
		}
	case *ast.MapType:
		return "map[" + t.of(x.Key) + "]" + t.of(x.Value)
	case *ast.Ident:
		if types.Universe.Lookup(x.Name) != nil {
			return x.Name
		}
		return t.named(t.path, x.Name)
	case *ast.SelectorExpr:
		if pkg, ok := x.X.(*ast.Ident); ok {
			return t.named(t.imports[pkg.Name], x.Sel.Name)
		}
	}
	return "?"
}

func (t typeText) named(path, name string) string {
	if target := t.alias(path, name); target != "" {
		return target
	}
	return path + "." + name
}

// TypeText returns the text of a type in the form of Converter.From.
func TypeText(t types.Type) string {
	switch x := types.Unalias(t).(type) {
	case *types.Pointer:
		return "*" + TypeText(x.Elem())
	case *types.Slice:
		return "[]" + TypeText(x.Elem())
	case *types.Map:
		return "map[" + TypeText(x.Key()) + "]" + TypeText(x.Elem())
	case *types.Basic:
		return types.Typ[x.Kind()].Name()
	case *types.Named:
		if x.Obj().Pkg() != nil {
			return x.Obj().Pkg().Path() + "." + x.Obj().Name()
		}
	}
	return types.TypeString(t, nil)
}

// Conversion is a summary of the body of a conversion function.
type Conversion struct {
	// Generated reports that the function always calls the generated function for the same types, which converts the
	// fields of the same name.
	Generated bool
	// Whole reports that the function uses one of its two values in another way than by selecting fields, so that it may
	// set any field.
	Whole bool
	// Literal reports that the function sets the result to a value that names its fields: it sets all of them.
	Literal bool
	// Sets are the fields of the result, and the fields of the source that the function assigns to. Reads are the other
	// fields of the source that it selects. Named are the fields that literals name. All include the functions of the
	// package that the function calls.
	Sets, Reads, Named map[string]bool
}

// Mentions reports whether the function may set or read the field of a name.
func (c Conversion) Mentions(field string) bool {
	return c.Whole || c.Sets[field] || c.Reads[field] || c.Named[field]
}

// Conversion summarizes the body of the function.
func (c Converter) Conversion() Conversion {
	parameters, m := parametersOf(c.Function), newMentions(c.Package)
	in, out := parameters[0].name, parameters[1].name
	generated := generatedCall(c.Function, in, out)
	m.of.Generated, m.generated = generated != nil, generated
	m.follow(c.Function.Body, in, out)
	for field := range m.of.Sets {
		delete(m.of.Reads, field)
	}
	return m.of
}

// TouchedFields returns the names of the fields that a piece of a function selects of one of two variables, or that it
// names in a literal, itself or by calls of functions of the package. Whole reports that it uses a variable in another
// way, so that it may touch any field.
func (p *Package) TouchedFields(piece ast.Node, in, out string) (touched map[string]bool, whole bool) {
	m := newMentions(p)
	m.follow(piece, in, out)
	touched = m.of.Named
	maps.Copy(touched, m.of.Sets)
	maps.Copy(touched, m.of.Reads)
	return touched, m.of.Whole
}

// PassesOn reports whether the function leaves the fields of its values to another function of the given name: it uses
// that function, selects no field, and makes no value with fields. A function for pointers that converts nil is an
// example.
func (c Converter) PassesOn(name string) bool {
	uses, fields := false, false
	ast.Inspect(c.Function.Body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Ident:
			uses = uses || n.Name == name
		case *ast.CompositeLit:
			fields = fields || len(n.Elts) > 0
		}
		return true
	})
	summary := c.Conversion()
	return uses && !fields && len(summary.Sets)+len(summary.Reads) == 0
}

// generatedCall returns the call of the generated function that a conversion always makes: a statement of its body, the
// beginning of an if statement, or a result. It returns nil if a statement before the call may end the function without
// an error.
func generatedCall(function *ast.FuncDecl, in, out string) *ast.CallExpr {
	calls := func(expr ast.Expr) *ast.CallExpr {
		call, ok := expr.(*ast.CallExpr)
		if !ok || len(call.Args) != 3 || TypeName(call.Fun) != "auto"+function.Name.Name {
			return nil
		}
		if _, own := call.Fun.(*ast.Ident); !own || !isIdent(call.Args[0], in) || !isIdent(call.Args[1], out) {
			return nil
		}
		return call
	}
	for _, statement := range function.Body.List {
		if ifs, ok := statement.(*ast.IfStmt); ok && ifs.Init != nil {
			statement = ifs.Init
		}
		var values []ast.Expr
		switch s := statement.(type) {
		case *ast.ExprStmt:
			values = []ast.Expr{s.X}
		case *ast.AssignStmt:
			values = s.Rhs
		case *ast.ReturnStmt:
			values = s.Results
		}
		for _, value := range values {
			if call := calls(value); call != nil {
				return call
			}
		}
		if endsWithoutError(statement) {
			return nil
		}
	}
	return nil
}

func isIdent(expr ast.Expr, name string) bool {
	ident, ok := expr.(*ast.Ident)
	return ok && ident.Name == name
}

// endsWithoutError reports whether a statement may end the function with a result that is not an error, or jumps.
func endsWithoutError(statement ast.Stmt) bool {
	found := false
	ast.Inspect(statement, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = found || !returnsError(n)
		case *ast.BranchStmt:
			found = found || n.Tok == token.GOTO
		}
		return true
	})
	return found
}

// returnsError reports whether a statement returns a variable, or the result of fmt.Errorf or a function like it.
func returnsError(statement *ast.ReturnStmt) bool {
	if len(statement.Results) != 1 {
		return false
	}
	switch result := statement.Results[0].(type) {
	case *ast.Ident:
		return result.Name != "nil"
	case *ast.CallExpr:
		function, ok := result.Fun.(*ast.SelectorExpr)
		return ok && (isIdent(function.X, "fmt") || isIdent(function.X, "errors") || isIdent(function.X, "field"))
	}
	return false
}

// mentions collects the fields that a conversion function selects.
type mentions struct {
	pkg *Package
	of  Conversion
	// generated is the call that is not followed.
	generated *ast.CallExpr
	// called are the functions that are followed, with their parameters for the two values.
	called []calledWith
}

func newMentions(pkg *Package) *mentions {
	return &mentions{pkg: pkg, of: Conversion{Sets: map[string]bool{}, Reads: map[string]bool{}, Named: map[string]bool{}}}
}

type calledWith struct {
	function *ast.FuncDecl
	in, out  string
}

// follow collects the fields that a piece of code selects of the variables in and out, which are empty if the code does
// not have them.
func (m *mentions) follow(piece ast.Node, in, out string) {
	has := func(name string) bool { return name != "" && name != "_" && (name == in || name == out) }
	var literal ast.Expr // *out in an assignment of a literal
	ast.Inspect(piece, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.SelectorExpr:
			name := named(n.X)
			switch {
			case !has(name):
				m.follow(n.X, in, out)
			case name == out:
				m.of.Sets[n.Sel.Name] = true
			default:
				m.of.Reads[n.Sel.Name] = true
			}
			return false
		case *ast.StarExpr:
			return n != literal
		case *ast.AssignStmt:
			if _, pointer := n.Lhs[0].(*ast.StarExpr); pointer && out != "" && named(n.Lhs[0]) == out &&
				m.namesFields(n.Rhs[0], in) {
				literal, m.of.Literal = n.Lhs[0], true
			}
			for _, target := range n.Lhs {
				m.assigned(target, in)
			}
			for _, value := range n.Rhs { // a pointer by which the field may be set
				if address, ok := value.(*ast.UnaryExpr); ok && address.Op == token.AND {
					m.assigned(address.X, in)
				}
			}
		case *ast.IncDecStmt:
			m.assigned(n.X, in)
		case *ast.BinaryExpr:
			if isIdent(n.Y, "nil") && has(named(n.X)) {
				return false
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				m.of.Named[key.Name] = true
				m.follow(n.Value, in, out)
				return false
			}
		case *ast.CallExpr:
			return n != m.generated && !m.call(n, in, out)
		case *ast.Ident:
			m.of.Whole = m.of.Whole || has(n.Name)
		}
		return true
	})
}

// assigned notes the field of the source that an expression is in, which a statement assigns to.
func (m *mentions) assigned(target ast.Expr, in string) {
	for {
		switch x := target.(type) {
		case *ast.ParenExpr:
			target = x.X
		case *ast.StarExpr:
			target = x.X
		case *ast.IndexExpr:
			target = x.X
		case *ast.SliceExpr:
			target = x.X
		case *ast.SelectorExpr:
			if in != "" && named(x.X) == in {
				m.of.Sets[x.Sel.Name] = true
				return
			}
			target = x.X
		default:
			return
		}
	}
}

// call follows a call that passes one of the variables to a function of the package. It reports false for other calls.
func (m *mentions) call(call *ast.CallExpr, in, out string) bool {
	function := m.pkg.function(call)
	if function == nil {
		return false
	}
	parameters := parametersOf(function)
	if len(parameters) != len(call.Args) {
		return false
	}
	passed := calledWith{function: function}
	for i, argument := range call.Args {
		switch name := named(argument); {
		case name != "_" && name == in && passed.in == "":
			passed.in = parameters[i].name
		case name != "_" && name == out && passed.out == "":
			passed.out = parameters[i].name
		default:
			m.follow(argument, in, out)
		}
	}
	if (passed.in != "" || passed.out != "") && !slices.Contains(m.called, passed) {
		m.called = append(m.called, passed)
		m.follow(function.Body, passed.in, passed.out)
	}
	return true
}

// namesFields reports whether an expression is a literal that does not list the values of all fields, or calls a
// function of the package with the variable, which returns such literals.
func (m *mentions) namesFields(expr ast.Expr, in string) bool {
	switch x := expr.(type) {
	case *ast.StarExpr:
		return m.namesFields(x.X, in)
	case *ast.CallExpr:
		function := m.pkg.function(x)
		return function != nil && returnsLiterals(function) && slices.ContainsFunc(x.Args, func(argument ast.Expr) bool {
			return named(argument) == in
		})
	}
	return isLiteral(expr)
}

// returnsLiterals reports whether each result of a function is a literal that names its fields.
func returnsLiterals(function *ast.FuncDecl) bool {
	literals := true
	ast.Inspect(function.Body, func(node ast.Node) bool {
		if end, ok := node.(*ast.ReturnStmt); ok {
			literals = literals && len(end.Results) > 0 && isLiteral(end.Results[0])
		}
		_, closure := node.(*ast.FuncLit)
		return !closure
	})
	return literals
}

// isLiteral reports whether an expression is a literal, or its address, that does not list the values of all fields.
func isLiteral(expr ast.Expr) bool {
	switch x := expr.(type) {
	case *ast.UnaryExpr:
		return x.Op == token.AND && isLiteral(x.X)
	case *ast.CompositeLit:
		if len(x.Elts) == 0 {
			return true
		}
		_, named := x.Elts[0].(*ast.KeyValueExpr)
		return named
	}
	return false
}

// named is the name of the variable that an expression is, or points to; "." for other expressions.
func named(expr ast.Expr) string {
	switch x := expr.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.StarExpr:
		return named(x.X)
	case *ast.ParenExpr:
		return named(x.X)
	}
	return "."
}

// function is the function with a body that a call without a qualifier calls; nil if the package does not declare it.
func (p *Package) function(call *ast.CallExpr) *ast.FuncDecl {
	if called, ok := call.Fun.(*ast.Ident); ok {
		return p.Function(called.Name)
	}
	return nil
}

// Function is the function with a name and a body; nil if the package does not declare it.
func (p *Package) Function(name string) *ast.FuncDecl {
	if p.Declared[name].Kind != "func" {
		return nil
	}
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			function, ok := decl.(*ast.FuncDecl)
			if ok && function.Recv == nil && function.Name.Name == name && function.Body != nil {
				return function
			}
		}
	}
	return nil
}
