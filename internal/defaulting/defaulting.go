package defaulting

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/gosource"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// Packages knows the types of packages, for constants of others.
type Packages interface {
	Types(path string) (*types.Package, []load.TypeError, error)
}

// Defaults are those that the functions of one package set.
type Defaults struct {
	pkg *load.Package
	// known are the values in JSON by the name of the struct, and the path of the field in it.
	known map[string]map[string]string
}

// Read reads the defaulting functions of a package. A nil package has none.
func Read(pkg *load.Package, packages Packages) *Defaults {
	d := &Defaults{pkg: pkg, known: map[string]map[string]string{}}
	if pkg == nil {
		return d
	}
	for _, file := range pkg.Files {
		for _, decl := range file.Decls {
			function, ok := decl.(*ast.FuncDecl)
			if !ok || function.Recv != nil || function.Body == nil {
				continue
			}
			of, ok := strings.CutPrefix(function.Name.Name, load.DefaulterPrefix)
			if object := parameter(function); ok && object != "" {
				r := reader{
					evaluator: newEvaluator(file, pkg.Path, packages), aliases: map[string]string{object: ""},
					values: map[string]string{}, seen: map[string]int{}, passed: map[string]bool{},
				}
				d.known[of] = r.read(function.Body)
			}
		}
	}
	return d
}

// parameter is the name of the only parameter of a function, a pointer; empty if it has others.
func parameter(function *ast.FuncDecl) string {
	list := function.Type.Params.List
	if len(list) != 1 || len(list[0].Names) != 1 {
		return ""
	}
	if _, pointer := list[0].Type.(*ast.StarExpr); !pointer {
		return ""
	}
	return list[0].Names[0].Name
}

// Value is the default of a field below a root of the given name in JSON; empty if it is not known. The function of an
// outer struct runs before those of structs inside it.
func (d *Defaults) Value(field *group.Field, root string) string {
	value, path := "", field.Name
	for above := field.Parent; above != nil; above = above.Parent {
		if known := d.known[above.Type.Base().Name][path]; known != "" {
			value = known
		}
		if above.Type.Elements() != "" {
			return value
		}
		path = above.Name + "." + path
	}
	if known := d.known[root][path]; known != "" {
		value = known
	}
	return value
}

// May reports whether a function may set a default of a field of a version below a root of the given name: it mentions
// the name of the field or, if the struct of the field is not the user's, of one that it is in.
func (d *Defaults) May(field *group.Field, root string) bool {
	if d.pkg == nil {
		return false
	}
	structs := []string{root}
	for above := field.Parent; above != nil; above = above.Parent {
		structs = append(structs, above.Type.Base().Name)
	}
	relevant := func(function string) bool {
		of, defaulter := strings.CutPrefix(function, load.DefaulterPrefix)
		return sets(function) && (!defaulter || slices.Contains(structs, of))
	}
	for at := field; at != nil; at = at.Parent {
		if slices.ContainsFunc(d.pkg.MentionedBy(at.Name), relevant) {
			return true
		}
		if at.Own() {
			return false
		}
	}
	return false
}

// sets reports whether a function of the given name may set defaults: it neither converts nor registers types.
func sets(function string) bool {
	return function != "" && !strings.HasPrefix(function, "Convert_") && !strings.HasPrefix(function, "addKnown")
}

// reader reads one function.
type reader struct {
	evaluator
	// aliases are the paths of variables; that of the parameter is empty.
	aliases map[string]string
	values  map[string]string
	// seen counts the assignments to each path, passed are the paths that other functions got.
	seen   map[string]int
	passed map[string]bool
}

// read returns the values that a function sets, by path.
func (r *reader) read(body *ast.BlockStmt) map[string]string {
	for _, statement := range body.List {
		switch s := statement.(type) {
		case *ast.AssignStmt:
			r.alias(s)
		case *ast.IfStmt:
			r.condition(s)
		}
		r.passes(statement)
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
			if same && times > 1 || !same && (strings.HasPrefix(path, assigned+".") || assigned == "") {
				delete(r.values, path)
			}
		}
	}
	return r.values
}

// alias notes a variable that points to a part of the object.
func (r *reader) alias(s *ast.AssignStmt) {
	if s.Tok != token.DEFINE || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return
	}
	name, ok := s.Lhs[0].(*ast.Ident)
	address, isAddress := s.Rhs[0].(*ast.UnaryExpr)
	if !ok || !isAddress || address.Op != token.AND {
		return
	}
	if path, ok := r.path(address.X); ok {
		r.aliases[name.Name] = path
	}
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
		return e.Name == "nil" || e.Name == "false"
	case *ast.BasicLit:
		return e.Value == "0" || e.Value == `""` || e.Value == "``" || e.Value == "0.0"
	}
	return false
}

// path is the path of the field that an expression selects in the object.
func (r *reader) path(e ast.Expr) (string, bool) {
	variable, path, ok := gosource.Path(e)
	outer, known := r.aliases[variable]
	if path != "" && outer != "" {
		outer += "."
	}
	return outer + path, ok && known
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
