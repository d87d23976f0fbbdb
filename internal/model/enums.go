package model

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// enumConstants finds constants that look like values of the enumerations of a group and are not: validation would
// refuse them in files.
func enumConstants(b *builder, g *group.Group) {
	seen := map[*group.Type]bool{}
	var look func(t *group.Type, marked bool)
	look = func(t *group.Type, marked bool) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		look(t.Elem, marked)
		look(t.Key, marked)
		if t.Kind == "string" && t.Own && (marked || t.Markers.Has("enum") || t.Markers.Has("k8s:enum")) {
			enumConstantsOf(b, b.source(t.Package), t)
		}
	}
	for _, root := range g.AllRoots() {
		root.Walk(func(field *group.Field) {
			look(field.Type, field.Markers.Has("enum") || field.Markers.Has("k8s:enum"))
		})
	}
}

// enumConstantsOf finds constants without a type that are declared together with constants of an enumeration.
func enumConstantsOf(b *builder, pkg *load.Package, t *group.Type) {
	if pkg == nil {
		return
	}
	report := func(name *ast.Ident, message, fix string, advice ...diag.Advice) {
		position, end := b.position(name.Pos()), b.position(name.End())
		known := func(d diag.Diagnostic) bool { return d.Code == "enum-constant" && d.Position == position }
		if !slices.ContainsFunc(b.findings, known) {
			b.report(position, end, "enum-constant", message, fix, advice...)
		}
	}
	for _, spec := range constantsIn(pkg.Files, t.Name) {
		if !spec.typed && spec.name.IsExported() {
			end := b.position(spec.name.End())
			report(spec.name, fmt.Sprintf("%s has no type, so it is not a value of %s", spec.name.Name, t.Name),
				fmt.Sprintf("write %s %s = ...", spec.name.Name, t.Name), diag.Replace(end, end, " "+t.Name))
		}
	}
}

// enumConstant is a constant of a type, or one that is a string without a type beside such constants.
type enumConstant struct {
	name  *ast.Ident
	typed bool
}

// constantsIn are the constants in the declarations that have a constant of the given type.
func constantsIn(files []*ast.File, of string) []enumConstant {
	var found []enumConstant
	for _, file := range files {
		for _, decl := range file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok || general.Tok != token.CONST {
				continue
			}
			var here []enumConstant
			typed := false
			for _, spec := range general.Specs {
				values, ok := spec.(*ast.ValueSpec)
				if !ok || len(values.Names) != 1 || len(values.Values) != 1 {
					continue
				}
				named, isNamed := values.Type.(*ast.Ident)
				literal, isLiteral := values.Values[0].(*ast.BasicLit)
				switch {
				case isNamed && named.Name == of:
					typed, here = true, append(here, enumConstant{values.Names[0], true})
				case values.Type == nil && isLiteral && literal.Kind == token.STRING:
					here = append(here, enumConstant{values.Names[0], false})
				}
			}
			if typed {
				found = append(found, here...)
			}
		}
	}
	return found
}
