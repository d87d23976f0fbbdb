package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// PathRefs are the fields whose addresses a function takes, and those that it calls with parts of its parameter, in the
// order of the source. Elements of lists have no index.
func (m *Module) PathRefs(f *types.Func) []string {
	w := &walker{Module: m, facts: &Facts{}, seen: map[string]bool{}}
	var paths []string
	w.addresses(f, nil, 0, &paths)
	return paths
}

// maxCalls is how many calls inside one another are followed.
const maxCalls = 16

func (w *walker) addresses(f *types.Func, params map[types.Object]argument, depth int, paths *[]string) {
	pkg, decl := w.declaration(f)
	if pkg == nil || decl == nil || decl.Body == nil || depth > maxCalls {
		return
	}
	s := &scope{
		module: w.Module, pkg: pkg, name: f.FullName(), params: params, locals: locals(pkg, decl), elements: true,
	}
	note := func(e ast.Expr) {
		t, isString := s.pkg.Info.Types[e].Type.(*types.Pointer)
		if !isString || !types.Identical(t.Elem().Underlying(), types.Typ[types.String]) {
			return
		}
		if at, ok := s.field(e); ok && at.path != "" && !slices.Contains(*paths, at.path) {
			*paths = append(*paths, at.path)
		}
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				note(n)
			}
		case *ast.SelectorExpr:
			if s.pkg.Info.Types[n].IsValue() {
				note(n)
			}
		case *ast.CallExpr:
			called := s.callee(n)
			if called == nil {
				return true
			}
			if of, inside := w.declaration(called); inside != nil {
				w.addresses(called, s.bind(of, n, inside), depth+1, paths)
				return true
			}
		}
		return true
	})
}
