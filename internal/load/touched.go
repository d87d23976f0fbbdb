package load

import (
	"go/ast"
	"slices"
)

// TouchedFields returns the names of the fields that a piece of a function selects of one of two variables, or that it
// names in a literal, itself or by calls of functions of the package. Whole reports that it treats a value as a whole,
// so that any field may be touched.
func (p *Package) TouchedFields(piece ast.Node, in, out string) (touched map[string]bool, whole bool) {
	t := &touching{pkg: p, fields: map[string]bool{}}
	t.follow(piece, in, out)
	return t.fields, t.whole
}

type touching struct {
	pkg    *Package
	fields map[string]bool
	whole  bool
	// called are the functions that are followed.
	called []*ast.FuncDecl
}

func (t *touching) follow(piece ast.Node, in, out string) {
	assigned := map[ast.Expr]bool{} // by values that name their fields
	ast.Inspect(piece, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && (x.Name == in || x.Name == out) {
				t.fields[n.Sel.Name] = true
				return false
			}
		case *ast.AssignStmt:
			if _, pointer := n.Lhs[0].(*ast.StarExpr); pointer && t.namesFields(n.Rhs[0], in) {
				assigned[n.Lhs[0]] = true
			}
		case *ast.StarExpr:
			return !assigned[n]
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				t.fields[key.Name] = true
			}
		case *ast.CallExpr:
			return !t.call(n, in, out)
		case *ast.Ident:
			t.whole = t.whole || n.Name == in || n.Name == out
		}
		return true
	})
}

// call follows a call that passes one of the variables to a function of the package.
func (t *touching) call(call *ast.CallExpr, in, out string) bool {
	function := t.pkg.function(call)
	if function == nil {
		return false
	}
	var names []string
	for _, parameter := range function.Type.Params.List {
		for _, name := range parameter.Names {
			names = append(names, name.Name)
		}
	}
	if len(names) != len(call.Args) {
		return false
	}
	passed := map[string]string{}
	for i, argument := range call.Args {
		if name := named(argument); name == in || name == out {
			passed[name] = names[i]
		} else {
			t.follow(argument, in, out)
		}
	}
	if len(passed) > 0 && !slices.Contains(t.called, function) {
		t.called = append(t.called, function)
		t.follow(function.Body, passed[in], passed[out])
	}
	return true
}

// namesFields reports whether an expression is a literal that does not list the values of all fields, or calls a
// function of the package with the variable.
func (t *touching) namesFields(expr ast.Expr, in string) bool {
	switch x := expr.(type) {
	case *ast.StarExpr:
		return t.namesFields(x.X, in)
	case *ast.CallExpr:
		return t.pkg.function(x) != nil && slices.ContainsFunc(x.Args, func(argument ast.Expr) bool {
			return named(argument) == in
		})
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
