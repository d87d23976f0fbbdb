package model

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
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
		for _, name := range slices.Sorted(maps.Keys(pkg.Declared)) {
			of, sets := strings.CutPrefix(name, load.DefaulterPrefix)
			function := pkg.Function(name)
			if !sets || !names[[2]string{version.Types.Path, of}] || function == nil {
				continue
			}
			s := &setter{pkg: pkg}
			s.function(function, 0)
			for _, assignment := range s.unguarded {
				b.reportSpan(load.Span{Pos: assignment.Pos(), End: assignment.End()}, "unguarded-default",
					fmt.Sprintf("%s sets %s in every case, so that a file cannot", name, textOf(assignment.Lhs[0])),
					"set it only if it is not set, or, if files must not set it, remove the field from the version")
			}
		}
	}
}

// setter finds the unguarded assignments of a function SetDefaults_ and of its helpers.
type setter struct {
	pkg       *load.Package
	unguarded []*ast.AssignStmt
}

// function adds the assignments to fields of the only parameter of a function that it makes in every case, of a value
// that depends neither on the object nor on a variable of the function. Depth is the number of helpers around it.
func (s *setter) function(function *ast.FuncDecl, depth int) {
	list := function.Type.Params.List
	if len(list) != 1 || len(list[0].Names) != 1 {
		return
	}
	in := setting{object: list[0].Names[0].Name, depth: depth}
	in.local = map[string]bool{in.object: true}
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok {
					in.local[name.Name] = true
				}
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				in.local[name.Name] = true
			}
		}
		return true
	})
	s.statements(function.Body.List, in)
}

// setting is a function that sets defaults: the name of the object, and the names of all local variables.
type setting struct {
	object string
	local  map[string]bool
	depth  int
}

// helpers is how deep calls of helpers are followed.
const helpers = 3

// statements adds the unguarded assignments of statements that are executed in every case.
func (s *setter) statements(list []ast.Stmt, in setting) {
	for _, statement := range list {
		if mentions(statement, func(node ast.Node) bool { _, is := node.(*ast.ReturnStmt); return is }) {
			return // the next statements are not executed in every case
		}
		switch n := statement.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.ASSIGN && len(n.Lhs) == 1 && len(n.Rhs) == 1 && fieldOfObject(n.Lhs[0], in.object) &&
				!mentions(n.Rhs[0], func(node ast.Node) bool {
					name, is := node.(*ast.Ident)
					return is && in.local[name.Name]
				}) {
				s.unguarded = append(s.unguarded, n)
			}
		case *ast.BlockStmt:
			s.statements(n.List, in)
		case *ast.RangeStmt:
			s.statements(n.Body.List, in)
		case *ast.IfStmt: // only for values that files have set
			if set := isSet(n.Cond); set != nil && n.Init == nil {
				inside := &setter{pkg: s.pkg}
				inside.statements(n.Body.List, in)
				for _, assignment := range inside.unguarded {
					if textOf(assignment.Lhs[0]) == textOf(set) {
						s.unguarded = append(s.unguarded, assignment)
					}
				}
			}
		case *ast.ExprStmt:
			call, ok := n.X.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 || in.depth == helpers {
				continue
			}
			name, isName := call.Fun.(*ast.Ident)
			object, isObject := call.Args[0].(*ast.Ident)
			if !isName || !isObject || object.Name != in.object || strings.HasPrefix(name.Name, load.DefaulterPrefix) {
				continue
			}
			if helper := s.pkg.Function(name.Name); helper != nil {
				s.function(helper, in.depth+1)
			}
		}
	}
}

// isSet returns the field that a condition such as obj.Port != 0 compares with its zero; nil for other conditions.
func isSet(condition ast.Expr) ast.Expr {
	comparison, ok := condition.(*ast.BinaryExpr)
	if !ok || comparison.Op != token.NEQ {
		return nil
	}
	switch zero := comparison.Y.(type) {
	case *ast.BasicLit:
		if zero.Value != "0" && zero.Value != `""` {
			return nil
		}
	case *ast.Ident:
		if zero.Name != "nil" && zero.Name != "false" {
			return nil
		}
	default:
		return nil
	}
	return comparison.X
}

func mentions(node ast.Node, what func(ast.Node) bool) (found bool) {
	ast.Inspect(node, func(node ast.Node) bool {
		found = found || node != nil && what(node)
		return !found
	})
	return found
}

// fieldOfObject reports whether an expression leads to a field of a variable that files can set, or to a value in it.
func fieldOfObject(expr ast.Expr, object string) bool {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return fieldOfObject(e.X, object)
	case *ast.ParenExpr:
		return fieldOfObject(e.X, object)
	case *ast.IndexExpr:
		return fieldOfObject(e.X, object)
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok {
			return of.Name == object && e.Sel.Name != "Kind" && e.Sel.Name != "APIVersion" && e.Sel.Name != "TypeMeta"
		}
		return fieldOfObject(e.X, object)
	}
	return false
}

// textOf is the path of an expression that leads to a field.
func textOf(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return textOf(e.X)
	case *ast.ParenExpr:
		return textOf(e.X)
	case *ast.IndexExpr:
		return textOf(e.X) + "[*]"
	case *ast.SelectorExpr:
		return strings.TrimPrefix(textOf(e.X)+"."+e.Sel.Name, ".")
	}
	return "" // the name of the parameter
}
