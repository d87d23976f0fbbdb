package check

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// accessRules are about what generated packages can import and name.
func accessRules() []rule.Rule {
	return []rule.Rule{
		forGroup("main-package", mainPackage),
		forGroup("output-package", internalTypes),
		forGroup("unexported-type", unexportedTypes),
		forField("internal-package", internalReferences),
	}
}

func mainPackage(g *group.Group) []finding {
	if len(g.Roots) == 0 || g.Package.Name != "main" {
		return nil
	}
	root := g.Roots[0]
	return []finding{{onRoot(root),
		fmt.Sprintf("%s is in a package main, which generated packages cannot import", root.Name),
		"move the types to a package of their own"}}
}

// applicable reports whether the other rules about access apply: there is something to import, and main-package is
// silent.
func applicable(g *group.Group) bool { return len(g.Roots) > 0 && g.Package.Name != "main" }

func internalTypes(g *group.Group) []finding {
	var findings []finding
	for _, output := range []group.Package{g.FlagsPackage, g.ValidationPackage} {
		if applicable(g) && output.Path != g.Package.Path && !canImport(output.Path, g.Package.Path) {
			findings = append(findings, finding{onRoot(g.Roots[0]),
				cannotImport(output.Path, g.Package.Path),
				"choose a package inside of that directory with +configgen:output"})
		}
	}
	return findings
}

func unexportedTypes(g *group.Group) []finding {
	if !applicable(g) {
		return nil
	}
	var findings []finding
	for _, root := range g.Roots {
		if !token.IsExported(root.Name) {
			findings = append(findings, finding{onRoot(root),
				fmt.Sprintf("the root %s is not exported and cannot be named by generated packages", root.Name), "export it"})
		}
		root.Walk(func(field *group.Field) {
			if hidden := hiddenType(field); hidden != nil && hidden.Own {
				findings = append(findings, finding{onField(field),
					fmt.Sprintf("%s has the type %s, which is not exported and cannot be named by generated packages",
						field.Path, hidden),
					"export it"})
			}
		})
	}
	return findings
}

// hiddenType returns the unexported type that a flag of the field would have to name: the type of the field, unless it
// converts to a basic type, or the type of a struct around it that a pointer points to. It may be nil.
func hiddenType(field *group.Field) *group.Type {
	if len(field.Flags) == 0 {
		return nil
	}
	hidden := func(t *group.Type) bool { return t.Package != "" && t.Name != "" && !token.IsExported(t.Name) }
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

func internalReferences(at inRoot) []finding {
	if !applicable(at.group) {
		return nil
	}
	importer := at.group.FlagsPackage.Path
	if at.flagStruct {
		importer = at.root.Package.Path
	}
	var findings []finding
	for _, m := range at.field.Markers {
		if _, nested := m.Value.(*markers.Subfield); nested {
			continue // the inner field has the inner marker itself
		}
		for _, ref := range m.References() {
			if ref.Package != "" && ref.Package != importer && !canImport(importer, ref.Package) {
				findings = append(findings, finding{onMarker(m),
					cannotImport(importer, ref.Package),
					"move what is named to a package that it can import"})
			}
		}
	}
	return findings
}

func cannotImport(importer, path string) string {
	return fmt.Sprintf("the generated package %s cannot import %s, which is internal to another directory", importer, path)
}

// canImport reports whether the package importer can import path: a package below a directory named internal can only
// be imported from below the parent of that directory.
func canImport(importer, path string) bool {
	at := strings.LastIndex("/"+path+"/", "/internal/")
	if at < 0 {
		return true
	}
	parent := strings.TrimSuffix(path[:at], "/")
	return slices.Contains([]string{"", importer}, parent) || strings.HasPrefix(importer, parent+"/")
}
