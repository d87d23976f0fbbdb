package removal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/internal/adopt/source"
)

// onlyCalled reports whether all uses of a function are calls, as statements of functions that are known.
func (p *program) onlyCalled(functions []*function) bool {
	name := functions[0].decl.Name.Name
	read := map[string]bool{}
	for _, f := range functions {
		for _, pkg := range p.versions(f.pkg.Path) {
			for _, file := range pkg.Files {
				read[p.position(file.Package).Filename] = true
				if !p.calledAsStatements(pkg, file, name) {
					return false
				}
			}
		}
	}
	names, _ := filepath.Glob(filepath.Join(functions[0].pkg.Dir, "*.go")) // the pattern is right
	for _, other := range names {
		if !read[other] && mentions(other, name) {
			return false
		}
	}
	return true
}

// versions are a package as this system and as others have it.
func (p *program) versions(path string) []*source.Package {
	all := []*source.Package{}
	if pkg := p.module.Package(path); pkg != nil {
		all = append(all, pkg)
	}
	for _, f := range p.order {
		if f.pkg.Path == path && !slices.Contains(all, f.pkg) {
			all = append(all, f.pkg)
		}
	}
	return all
}

// calledAsStatements reports whether all uses of a name in a file are calls that are statements, in functions that are
// known.
func (p *program) calledAsStatements(pkg *source.Package, file *ast.File, name string) bool {
	declared, called := map[*ast.Ident]bool{}, map[*ast.Ident]bool{}
	for _, d := range file.Decls {
		decl, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		declared[decl.Name] = true
		if !slices.ContainsFunc(p.order, func(f *function) bool { return f.decl == decl }) {
			continue
		}
		ast.Inspect(decl, func(node ast.Node) bool {
			var expr ast.Expr
			switch s := node.(type) {
			case *ast.ExprStmt:
				expr = s.X
			case *ast.AssignStmt:
				if len(s.Rhs) == 1 {
					expr = s.Rhs[0]
				}
			}
			if call, ok := expr.(*ast.CallExpr); ok {
				switch fun := ast.Unparen(call.Fun).(type) {
				case *ast.Ident:
					called[fun] = true
				case *ast.SelectorExpr:
					called[fun.Sel] = true
				}
			}
			return true
		})
	}
	only := true
	ast.Inspect(file, func(node ast.Node) bool {
		if ident, ok := node.(*ast.Ident); ok && ident.Name == name && !declared[ident] && !called[ident] {
			if _, isFunc := pkg.Info.ObjectOf(ident).(*types.Func); isFunc {
				only = false
			}
		}
		return only
	})
	return only
}

// mentions reports whether a file that is not of the program, such as a test, has a name.
func mentions(file, name string) bool {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return true
	}
	found := false
	ast.Inspect(parsed, func(node ast.Node) bool {
		ident, ok := node.(*ast.Ident)
		found = found || ok && ident.Name == name
		return !found
	})
	return found
}
