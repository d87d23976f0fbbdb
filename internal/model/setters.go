package model

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// unguardedDefaults finds assignments in functions SetDefaults_ of the versions of a group that are made in every case:
// such a default replaces the value of a file. A function for a type that no root uses is ignored: nothing may call it.
func unguardedDefaults(b *builder, g *group.Group) {
	objects := slices.ContainsFunc(g.Roots, func(root *group.Root) bool { return !root.Plain })
	if !objects {
		return
	}
	names := structNames(b, g)
	for _, version := range g.Versions {
		pkg := b.source(version.Package.Path)
		if pkg == nil || pkg.Broken {
			continue
		}
		for _, file := range pkg.Files {
			for _, decl := range file.Decls {
				function, ok := decl.(*ast.FuncDecl)
				if !ok || function.Recv != nil || function.Body == nil {
					continue
				}
				of, sets := strings.CutPrefix(function.Name.Name, load.DefaulterPrefix)
				if sets && names[[2]string{version.Types.Path, of}] {
					for _, assignment := range unguarded(function) {
						b.reportSpan(load.Span{Pos: assignment.Pos(), End: assignment.End()}, "unguarded-default",
							fmt.Sprintf("%s sets %s in every case, so that a file cannot", function.Name.Name, textOf(assignment.Lhs[0])),
							"set it only if it is not set, or, if files must not set it, remove the field from the version")
					}
				}
			}
		}
	}
}

// unguarded are the assignments to fields of the only parameter of a function that it makes in every case, of a value
// that depends neither on the object nor on a variable of the function.
func unguarded(function *ast.FuncDecl) (found []*ast.AssignStmt) {
	list := function.Type.Params.List
	if len(list) != 1 || len(list[0].Names) != 1 {
		return nil
	}
	object, local := list[0].Names[0].Name, map[string]bool{list[0].Names[0].Name: true}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok {
					local[name.Name] = true
				}
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				local[name.Name] = true
			}
		}
		return true
	})
	for _, statement := range function.Body.List {
		assignment, ok := statement.(*ast.AssignStmt)
		switch {
		case mentions(statement, func(node ast.Node) bool { _, is := node.(*ast.ReturnStmt); return is }):
			return found // what follows is not done in every case
		case !ok || assignment.Tok != token.ASSIGN || len(assignment.Lhs) != 1 || len(assignment.Rhs) != 1:
		case !fieldOfObject(assignment.Lhs[0], object):
		case !mentions(assignment.Rhs[0], func(node ast.Node) bool {
			name, is := node.(*ast.Ident)
			return is && local[name.Name]
		}):
			found = append(found, assignment)
		}
	}
	return found
}

func mentions(node ast.Node, what func(ast.Node) bool) (found bool) {
	ast.Inspect(node, func(node ast.Node) bool {
		found = found || node != nil && what(node)
		return !found
	})
	return found
}

// fieldOfObject reports whether an expression selects a field of a variable that files can set, or one in it.
func fieldOfObject(expr ast.Expr, object string) bool {
	selector, ok := expr.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if of, ok := selector.X.(*ast.Ident); ok {
		return of.Name == object && selector.Sel.Name != "Kind" && selector.Sel.Name != "APIVersion" &&
			selector.Sel.Name != "TypeMeta"
	}
	return fieldOfObject(selector.X, object)
}

// textOf is the path of a selector.
func textOf(expr ast.Expr) string {
	if selector, ok := expr.(*ast.SelectorExpr); ok {
		return strings.TrimPrefix(textOf(selector.X)+"."+selector.Sel.Name, ".")
	}
	return "" // the name of the parameter
}
