package defaulting

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/gosource"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// Packages knows the types of packages, for constants of others, and the source of functions.
type Packages interface {
	Types(path string) (*types.Package, []load.TypeError, error)
	// Function returns a function with the file that it is in; nil if the source is not known.
	Function(path, name string) (*ast.File, *ast.FuncDecl)
}

// Defaults are those that the functions of one package set.
type Defaults struct {
	pkg *load.Package
	// functions are what the functions set, by the name of the struct.
	functions map[string]*reader
}

// Read reads the defaulting functions of a package. A nil package has none.
func Read(pkg *load.Package, packages Packages) *Defaults {
	d := &Defaults{pkg: pkg, functions: map[string]*reader{}}
	if pkg == nil {
		return d
	}
	for _, file := range pkg.Files {
		for _, decl := range file.Decls {
			function, ok := decl.(*ast.FuncDecl)
			if !ok || function.Recv != nil {
				continue
			}
			if of, ok := strings.CutPrefix(function.Name.Name, load.DefaulterPrefix); ok {
				if r := newReader(file, function, pkg.Path, packages); r != nil {
					d.functions[of] = r
					r.read(function.Body)
				}
			}
		}
	}
	return d
}

// parameter is the name of the only parameter of a function, a pointer, and the type that it points to; empty if it has
// others.
func parameter(function *ast.FuncDecl) (string, ast.Expr) {
	list := function.Type.Params.List
	if len(list) != 1 || len(list[0].Names) != 1 {
		return "", nil
	}
	pointer, ok := list[0].Type.(*ast.StarExpr)
	if !ok {
		return "", nil
	}
	return list[0].Names[0].Name, pointer.X
}

// Value is the default of a field below a root of the given name in JSON; empty if it is not known. The function of an
// outer struct runs before those of structs inside it.
func (d *Defaults) Value(field *group.Field, root string) string {
	value := ""
	d.each(field, root, func(r *reader, path string) {
		value = cmp.Or(r.values[path], value)
	})
	return value
}

// each calls a function with those that set defaults of structs that a field is in, the innermost first, and with the
// path of the field in each.
func (d *Defaults) each(field *group.Field, root string, visit func(r *reader, path string)) {
	path := field.Name
	for above := field.Parent; ; above = above.Parent {
		of := root
		if above != nil {
			of = above.Type.Base().Name
		}
		if r := d.functions[of]; r != nil {
			visit(r, path)
		}
		if above == nil || above.Type.Elements() != "" {
			return
		}
		path = above.Name + "." + path
	}
}

// May reports whether a function may set a default of a field of a version below a root of the given name: it sets the
// field, or it is not simple and mentions the name of the field or, if the struct of the field is not the user's, of
// one that it is in.
func (d *Defaults) May(field *group.Field, root string) bool {
	if d.pkg == nil {
		return false
	}
	may, structs := false, []string{root}
	d.each(field, root, func(r *reader, path string) { may = may || r.simple && r.touches(path) })
	for above := field.Parent; above != nil; above = above.Parent {
		structs = append(structs, above.Type.Base().Name)
	}
	relevant := func(function string) bool {
		of, defaulter := strings.CutPrefix(function, load.DefaulterPrefix)
		return sets(function) && (!defaulter || slices.Contains(structs, of) && !d.simple(of))
	}
	for at := field; at != nil && !may; at = at.Parent {
		if slices.ContainsFunc(d.pkg.MentionedBy(at.Name), relevant) {
			return true
		}
		if at.Own() {
			return false
		}
	}
	return may
}

// simple reports whether all that the function for a struct sets is known.
func (d *Defaults) simple(of string) bool { return d.functions[of] != nil && d.functions[of].simple }

// sets reports whether a function of the given name may set defaults: it neither converts nor registers types.
func sets(function string) bool {
	return function != "" && !strings.HasPrefix(function, "Convert_") && !strings.HasPrefix(function, "addKnown")
}

// reader reads one function.
type reader struct {
	evaluator
	// of is the type that the function gets a pointer to; nil if that is not known.
	of types.Type
	// aliases are the paths of variables; that of the parameter is empty. empty are variables with a zero value.
	aliases map[string]string
	empty   map[string]bool
	values  map[string]string
	// seen counts the assignments to each path; those of ifUnset are made if the path has no value. passed are the paths
	// that functions got that may set anything in them.
	seen            map[string]int
	ifUnset, passed map[string]bool
	// simple says that nothing is set but the paths that are seen or passed.
	simple bool
	// callers are the functions that called this one.
	callers []*ast.FuncDecl
}

// newReader returns a reader for a function of a package; nil if it does not set defaults of one object.
func newReader(file *ast.File, function *ast.FuncDecl, pkg string, packages Packages) *reader {
	if function == nil || function.Body == nil {
		return nil
	}
	object, of := parameter(function)
	if object == "" {
		return nil
	}
	r := &reader{
		evaluator: newEvaluator(file, pkg, packages), aliases: map[string]string{object: ""}, empty: map[string]bool{},
		values: map[string]string{}, seen: map[string]int{}, ifUnset: map[string]bool{}, passed: map[string]bool{},
		simple: true, callers: []*ast.FuncDecl{function},
	}
	r.of = r.named(of)
	return r
}

// read finds the values that a function sets.
func (r *reader) read(body *ast.BlockStmt) {
	for _, statement := range body.List {
		known := false
		switch s := statement.(type) {
		case *ast.AssignStmt:
			known = r.alias(s)
		case *ast.IfStmt:
			r.condition(s)
		case *ast.ExprStmt:
			known = r.follow(s)
		}
		if !known {
			r.passes(statement)
			r.simple = r.simple && r.assigns(statement)
		}
	}
	ast.Inspect(body, func(node ast.Node) bool {
		if assignment, ok := node.(*ast.AssignStmt); ok && assignment.Tok != token.DEFINE {
			for _, left := range assignment.Lhs {
				if path, ok := r.path(left); ok {
					r.seen[path]++
				}
			}
		}
		return true
	})
	for path := range r.values {
		for assigned, times := range r.seen {
			same := assigned == path || strings.TrimSuffix(assigned, ".Duration") == path
			within := strings.HasPrefix(path, assigned+".") || assigned == ""
			if same && times > 1 || !same && times > 0 && within {
				delete(r.values, path)
			}
		}
	}
}

// alias notes a variable that points to a part of the object, or that has a zero value. It reports whether the
// statement does nothing else.
func (r *reader) alias(s *ast.AssignStmt) bool {
	if s.Tok != token.DEFINE || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return false
	}
	name, ok := s.Lhs[0].(*ast.Ident)
	if literal, zero := s.Rhs[0].(*ast.CompositeLit); ok && zero && len(literal.Elts) == 0 {
		r.empty[name.Name] = true
		return true
	}
	address, isAddress := s.Rhs[0].(*ast.UnaryExpr)
	if !ok || !isAddress || address.Op != token.AND {
		return false
	}
	path, ok := r.path(address.X)
	if ok {
		r.aliases[name.Name] = path
	}
	return ok
}

// condition reads a statement that sets one field if that is not set.
func (r *reader) condition(s *ast.IfStmt) {
	if s.Init != nil || s.Else != nil || len(s.Body.List) != 1 {
		return
	}
	assignment, ok := s.Body.List[0].(*ast.AssignStmt)
	if !ok || assignment.Tok != token.ASSIGN || len(assignment.Lhs) != 1 || len(assignment.Rhs) != 1 {
		return
	}
	path, ok := r.path(assignment.Lhs[0])
	if !ok || !r.unset(s.Cond, strings.TrimSuffix(path, ".Duration")) || r.got(path) {
		return
	}
	r.ifUnset[path] = true
	if made, ok := assignment.Rhs[0].(*ast.UnaryExpr); ok && made.Op == token.AND {
		if literal, ok := made.X.(*ast.CompositeLit); ok && len(literal.Elts) == 0 {
			r.seen[path]-- // A struct without values sets nothing in it.
		}
	}
	if value := r.json(assignment.Rhs[0]); value != "" {
		r.values[strings.TrimSuffix(path, ".Duration")] = value
	}
}

// unset reports whether a condition is that the field with the given path has its zero value.
func (r *reader) unset(condition ast.Expr, path string) bool {
	comparison, ok := ast.Unparen(condition).(*ast.BinaryExpr)
	if !ok || comparison.Op != token.EQL || !r.zero(comparison.Y) {
		return false
	}
	left := comparison.X
	if call, ok := left.(*ast.CallExpr); ok && len(call.Args) == 1 {
		if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "len" {
			left = call.Args[0]
		}
	}
	compared, ok := r.path(left)
	return ok && strings.TrimSuffix(compared, ".Duration") == path
}

// zero reports whether an expression is a zero value.
func (r *reader) zero(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.Ident:
		return e.Name == "nil" || e.Name == "false" || r.empty[e.Name]
	case *ast.BasicLit:
		return e.Value == "0" || e.Value == `""` || e.Value == "``" || e.Value == "0.0"
	}
	return false
}

// path is the path of the field that an expression selects in the object.
func (r *reader) path(e ast.Expr) (string, bool) {
	variable, path, ok := gosource.Path(e)
	outer, known := r.aliases[variable]
	return direct(r.of, join(outer, path)), ok && known
}

// passes notes what a statement passes to other functions, which may set it.
func (r *reader) passes(statement ast.Stmt) {
	ast.Inspect(statement, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		for _, argument := range call.Args {
			if address, ok := argument.(*ast.UnaryExpr); ok && address.Op == token.AND {
				argument = address.X
			} else if _, name := argument.(*ast.Ident); !name {
				continue // a copy
			}
			if path, ok := r.path(argument); ok {
				r.passed[path] = true
			}
		}
		return true
	})
}

// got reports whether another function may have set a field before.
func (r *reader) got(path string) bool {
	for passed := range r.passed {
		if passed == "" || passed == path || strings.HasPrefix(path, passed+".") {
			return true
		}
	}
	return false
}
