package flagsource

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/gosource"
)

// reader collects what functions register.
type reader struct {
	source source
	found  []Flag
	all    bool
	seen   map[string]bool
}

// function reads what a function does with a flag set, which has the given name there.
func (r *reader) function(f *ast.FuncDecl, set string) {
	receiver := ""
	if f.Recv != nil && len(f.Recv.List[0].Names) > 0 {
		receiver = f.Recv.List[0].Names[0].Name
	}
	key := f.Name.Name + " " + receiver + " " + set
	if f.Body == nil || r.seen[key] {
		return
	}
	r.seen[key] = true
	visited := false // all flags of another flag set are added
	ast.Inspect(f.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, isMethod := call.Fun.(*ast.SelectorExpr)
		switch {
		case isMethod && isName(selector.X, set):
			r.registration(selector.Sel.Name, call.Args, visited)
		case isMethod && selector.Sel.Name == "VisitAll":
			if other, ok := selector.X.(*ast.Ident); ok {
				visited = true
				r.everywhere(other.Name)
			}
		default:
			for i, arg := range call.Args {
				if isName(arg, set) {
					r.call(call.Fun, i)
				}
			}
		}
		return true
	})
}

func isName(e ast.Expr, name string) bool {
	ident, ok := e.(*ast.Ident)
	return ok && ident.Name == name
}

// call follows a call that passes the flag set as an argument.
func (r *reader) call(called ast.Expr, argument int) {
	name := ""
	switch called := called.(type) {
	case *ast.Ident:
		name = called.Name
	case *ast.SelectorExpr:
		if x, ok := called.X.(*ast.Ident); ok && r.source.imports[x.Name] {
			r.all = false // a function of another package, which may have the name of a method here
			return
		}
		name = called.Sel.Name
	}
	followed := 0 // methods of several types have the name; which one is called is not known
	for _, f := range r.source.functions[name] {
		_, isMethod := called.(*ast.SelectorExpr)
		if params := parameters(f); argument < len(params) && isMethod == (f.Recv != nil) {
			followed++
			r.function(f, params[argument])
		}
	}
	r.all = r.all && followed == 1
}

// parameters are the names of the parameters of a function.
func parameters(f *ast.FuncDecl) []string {
	var names []string
	for _, field := range f.Type.Params.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// everywhere reads what the package registers on a flag set of its own.
func (r *reader) everywhere(set string) {
	for _, file := range r.source.files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok && isName(selector.X, set) {
				r.registration(selector.Sel.Name, call.Args, false)
			}
			return true
		})
	}
}

// others are methods of flag sets that register nothing.
var others = []string{"VisitAll", "Lookup", "Set", "Parse", "Changed", "SetOutput", "SortFlags", "SetNormalizeFunc"}

// registration notes the flag of a call such as BoolVarP of a flag set.
func (r *reader) registration(method string, args []ast.Expr, visited bool) {
	if slices.Contains(others, method) || strings.HasPrefix(method, "Mark") || strings.HasPrefix(method, "Get") {
		return
	}
	short := strings.HasSuffix(strings.TrimSuffix(method, "F"), "P")
	name := 0
	base := strings.TrimSuffix(strings.TrimSuffix(method, "F"), "P")
	if strings.HasSuffix(base, "Var") {
		name = 1
	}
	value := name + 1
	if name >= len(args) {
		r.all = false
		return
	}
	text, ok := r.source.text(args[name])
	switch {
	case !ok && visited: // of the other flag set, which is read as a whole
		return
	case !ok || method == "AddFlagSet" || method == "AddGoFlagSet" || method == "AddFlag" || method == "AddGoFlag":
		r.all = false
		return
	}
	flag := Flag{Name: text}
	if short && value < len(args) {
		flag.Shorthand, _ = r.source.text(args[value])
		value++
	}
	if last := len(args) - 1; last > name {
		flag.Usage, _ = r.source.text(args[last])
	}
	if base != "Var" && name == 1 && value < len(args) {
		flag.Field, flag.Default = r.bound(args[0], args[value])
	}
	r.found = append(r.found, flag)
}

// bound is the field that a flag is bound to, and its literal default.
func (r *reader) bound(target, value ast.Expr) (field, literal string) {
	address, ok := target.(*ast.UnaryExpr)
	if !ok || address.Op != token.AND {
		return "", ""
	}
	_, field, ok = gosource.Path(address.X)
	literal, known := r.source.literal(value)
	if !ok || !known || field == "" {
		return "", ""
	}
	return field, literal
}
