package defaulting

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// follow reads the function that a statement calls with a part of the object. It reports whether its source is known.
func (r *reader) follow(s *ast.ExprStmt) bool {
	call, ok := s.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	argument := call.Args[0]
	if address, ok := argument.(*ast.UnaryExpr); ok && address.Op == token.AND {
		argument = address.X
	}
	path, ok := r.path(argument)
	if !ok {
		return false
	}
	pkg, name := r.Package, ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		pkg, name = r.Imported(f.X), f.Sel.Name
	}
	file, function := r.packages.Function(pkg, name)
	inner := newReader(file, function, pkg, r.packages)
	if inner == nil || slices.Contains(r.callers, function) {
		return false
	}
	inner.callers = append(inner.callers, r.callers...)
	inner.read(function.Body)
	for assigned, times := range inner.seen {
		below := r.join(path, assigned)
		field := strings.TrimSuffix(below, ".Duration")
		if times == 1 && inner.ifUnset[assigned] && r.values[field] != "" {
			continue // It is set already.
		}
		r.seen[below] += times
		r.ifUnset[below] = r.ifUnset[below] || inner.ifUnset[assigned]
		if value := inner.values[strings.TrimSuffix(assigned, ".Duration")]; value != "" && !r.got(field) {
			r.values[field] = value
		}
	}
	for passed := range inner.passed {
		r.passed[r.join(path, passed)] = true
	}
	if !inner.simple {
		r.passed[path] = true
	}
	return true
}

// join is the path of a field that is below another one.
func (r *reader) join(outer, path string) string { return direct(r.of, join(outer, path)) }

func join(outer, path string) string {
	if outer == "" || path == "" {
		return outer + path
	}
	return outer + "." + path
}

// named is the type with a name; nil if it is not known.
func (r *reader) named(e ast.Expr) types.Type {
	pkg, name := r.Package, ""
	switch e := e.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.SelectorExpr:
		pkg, name = r.Imported(e.X), e.Sel.Name
	}
	if checked, _, err := r.packages.Types(pkg); err == nil && checked != nil {
		if object := checked.Scope().Lookup(name); object != nil {
			return object.Type()
		}
	}
	return nil
}

// direct is a path with the embedded fields that it leaves out.
func direct(of types.Type, path string) string {
	if of == nil || path == "" {
		return path
	}
	var names []string
	for _, name := range strings.Split(path, ".") {
		object, index, _ := types.LookupFieldOrMethod(of, true, nil, name)
		if _, field := object.(*types.Var); !field {
			return path
		}
		for _, i := range index {
			if pointer, ok := of.Underlying().(*types.Pointer); ok {
				of = pointer.Elem()
			}
			inner, ok := of.Underlying().(*types.Struct)
			if !ok {
				return path
			}
			names, of = append(names, inner.Field(i).Name()), inner.Field(i).Type()
		}
	}
	return strings.Join(names, ".")
}

// touches reports whether the function sets a field, or something in it or around it.
func (r *reader) touches(path string) bool {
	related := func(other string) bool {
		return other == "" || strings.HasPrefix(other+".", path+".") || strings.HasPrefix(path+".", other+".")
	}
	for assigned, times := range r.seen {
		if times > 0 && related(assigned) {
			return true
		}
	}
	for passed := range r.passed {
		if related(passed) {
			return true
		}
	}
	return false
}

// assigns reports whether a statement changes nothing but what it assigns: it neither calls a function with a part of
// the object, nor keeps a pointer to one.
func (r *reader) assigns(s ast.Stmt) bool {
	mentions := func(node ast.Node) (found bool) {
		ast.Inspect(node, func(node ast.Node) bool {
			if name, ok := node.(*ast.Ident); ok {
				_, alias := r.aliases[name.Name]
				found = found || alias
			}
			return !found
		})
		return found
	}
	only := true
	ast.Inspect(s, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CallExpr:
			if name, ok := n.Fun.(*ast.Ident); !ok || name.Name != "len" {
				only = only && !mentions(n)
			}
		case *ast.UnaryExpr:
			only = only && (n.Op != token.AND || !mentions(n.X))
		case *ast.AssignStmt:
			only = only && (n.Tok != token.DEFINE || !mentions(n))
		case *ast.RangeStmt, *ast.FuncLit, *ast.IndexExpr:
			only = only && !mentions(n)
		}
		return only
	})
	return only
}
