package group

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/markers"
)

// canImport reports whether Go lets the package importer import path: nobody imports a main package, and what stands below a
// folder named internal only its neighbours do.
func canImport(importer, path string) bool {
	at := strings.LastIndex("/"+path+"/", "/internal/")
	if at < 0 {
		return true
	}
	parent := strings.TrimSuffix(path[:at], "/")
	return importer == parent || strings.HasPrefix(importer, parent+"/") || parent == ""
}

// access checks that generated packages can reach what they are about: the package of the types, and the types by their names.
func (b *builder) access(g *Group) {
	if len(g.Roots) == 0 {
		return
	}
	root := g.Roots[0]
	if g.Package.Name == "main" {
		b.report(root.Position, root.End, "main-package", fmt.Sprintf("%s stands in a package main, which generated packages cannot import", root.Name), "move the types to a package of their own")
		return
	}
	for _, output := range []Package{g.FlagsPackage, g.ValidationPackage} {
		if output.Path != g.Package.Path && !canImport(output.Path, g.Package.Path) {
			b.report(root.Position, root.End, "output-package", fmt.Sprintf("the generated package %s cannot import %s, which is internal to another folder", output.Path, g.Package.Path),
				"choose a package inside that folder with +configgen:output")
		}
	}
	for _, root := range g.Roots {
		if !token.IsExported(root.Name) {
			b.report(root.Position, root.End, "unexported-type", fmt.Sprintf("the root %s is not exported, so generated packages cannot name it", root.Name), "export it")
		}
		root.Walk(func(field *Field) {
			if hidden := hiddenType(field); hidden != nil && b.syntaxOf(hidden.Package) != nil {
				b.report(field.Position, field.End, "unexported-type", fmt.Sprintf("%s has the type %s, which is not exported, so generated packages cannot name it", field.Path, hidden), "export it")
			}
		})
	}
	for _, root := range slices.Concat(g.Roots, g.FlagStructs) {
		importer := g.FlagsPackage.Path
		if slices.Contains(g.FlagStructs, root) {
			importer = root.Package.Path
		}
		root.Walk(func(field *Field) { b.reachable(field, importer) })
	}
}

// hiddenType is the unexported type that a flag of the field would have to name: that of the field, unless it
// converts to a basic type, or that of a struct behind a pointer around it. It is nil where there is none.
func hiddenType(field *Field) *Type {
	if len(field.Flags) == 0 {
		return nil
	}
	hidden := func(t *Type) bool { return t.Package != "" && t.Name != "" && !token.IsExported(t.Name) }
	base := field.Type.Base()
	if basic := field.Type.Name != "" && field.Type.Elem == nil && field.Type.Kind != "struct"; hidden(base) && !basic {
		return base
	}
	for parent := field.Parent; parent != nil; parent = parent.Parent {
		if parent.Type.Kind == "pointer" && hidden(parent.Type.Elem) {
			return parent.Type.Elem
		}
	}
	return nil
}

// reachable checks that the flags package can import what the field's markers name.
func (b *builder) reachable(field *Field, importer string) {
	for _, m := range field.Markers {
		for _, ref := range referencesOf(m) {
			if _, nested := m.Value.(*markers.Subfield); nested || ref.Package == "" || ref.Package == importer {
				continue // the inner field carries the inner marker itself
			}
			if !canImport(importer, ref.Package) {
				b.reportMarker(m, "internal-package", fmt.Sprintf("the generated package %s cannot import %s, which is internal to another folder", importer, ref.Package),
					"move what is named to a package that it can import")
			}
		}
	}
}
