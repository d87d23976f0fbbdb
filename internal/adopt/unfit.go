package adopt

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/plan"
)

// ofTypes are the codes of findings about fields whose types no code can be generated for.
var ofTypes = []string{"generic-type", "recursive-type", "unsupported-type"}

// leaveOut leaves a field of a struct of flags out that code cannot be generated for, and reports whether it is a new
// one. Flags of the field stay in the code written by hand.
func leaveOut(c *component, d *decisions, w *draft, finding diag.Diagnostic) bool {
	if !slices.Contains(ofTypes, finding.Code) || strings.HasPrefix(lineOf(w, finding), "//") {
		return false
	}
	content := contentOf(w, finding.Position.Filename)
	at, isField := plan.FieldAt(finding.Position, content)
	unfit := plan.Unfit{File: at.File, Type: at.Type, Field: at.Field, Why: finding.Text()}
	if !isField || slices.Contains(d.unfit, unfit) {
		return false
	}
	d.unfit = append(d.unfit, unfit)
	if d.own = d.own && replaceable(c, d); !d.own { // the constructor written by hand stays, with its defaults
		maps.DeleteFunc(d.legacy, func(path, _ string) bool { return !configures(w, path) })
	}
	return true
}

// setsLeftOut reports whether a literal sets a field that is left out: a generated constructor does not.
func setsLeftOut(c *component, d *decisions, literal ast.Expr, info *types.Info) bool {
	found := false
	ast.Inspect(literal, func(node ast.Node) bool {
		composite, ok := node.(*ast.CompositeLit)
		if !ok {
			return true
		}
		named, ok := types.Unalias(info.TypeOf(composite)).(*types.Named)
		if !ok || named.Obj().Pkg() == nil {
			return true
		}
		pkg := c.session.Source(named.Obj().Pkg().Path())
		if pkg == nil || pkg.Types[named.Obj().Name()] == nil {
			return true
		}
		for i, element := range composite.Elts {
			name := ""
			if pair, keyed := element.(*ast.KeyValueExpr); keyed {
				if key, isName := pair.Key.(*ast.Ident); isName {
					name = key.Name
				}
			} else if s, isStruct := named.Underlying().(*types.Struct); isStruct {
				name = s.Field(i).Name()
			}
			field := pkg.Types[named.Obj().Name()].Field(name)
			found = found || field != nil && field.Markers.Has("configgen:skip") ||
				slices.ContainsFunc(d.unfit, func(u plan.Unfit) bool { return u.Type == named.Obj().Name() && u.Field == name })
		}
		return true
	})
	return found
}
