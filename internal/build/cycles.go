package build

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/configgen/configgen/group"
)

// importCycles finds packages that the generated packages will import and that import them.
func importCycles(b *builder, g *group.Group) {
	for _, output := range []group.Package{g.FlagsPackage, g.ValidationPackage} {
		for _, path := range generatedImports(g, output) {
			if path != output.Path && path != "" {
				cycle(b, output.Path, path, map[string]bool{})
			}
		}
	}
}

// generatedImports are the packages of the user's that generated code in an output package imports.
func generatedImports(g *group.Group, output group.Package) []string {
	var imports []string
	for _, root := range g.Roots {
		if root.Version != nil && output.Path == g.FlagsPackage.Path {
			imports = append(imports, root.Version.Package.Path)
		}
		if output.Path == g.ValidationPackage.Path {
			root.Walk(func(field *group.Field) { imports = append(imports, gateImports(field)...) })
		}
	}
	if output.Path == g.FlagsPackage.Path {
		for _, root := range g.AllRoots() {
			root.Walk(func(field *group.Field) { imports = append(imports, fieldImports(field)...) })
		}
	}
	if output.Path != g.Package.Path {
		imports = append(imports, g.Package.Path)
	}
	return imports
}

// fieldImports are the packages that the registration of a field calls.
func fieldImports(field *group.Field) []string {
	var paths []string
	add := func(object *group.Object) {
		if object != nil {
			paths = append(paths, object.Package)
		}
	}
	for _, flag := range field.Flags {
		add(flag.Value)
		add(flag.UsageFrom)
	}
	for _, delegation := range field.Delegations {
		add(delegation.Func)
	}
	if field.LegacyDefault != nil {
		add(field.LegacyDefault.Ref)
	}
	return paths
}

// gateImports are the packages whose features guard a field or its values.
func gateImports(field *group.Field) []string {
	gates := slices.Concat(field.Gates, field.Options)
	for _, c := range field.Type.Base().Constants {
		gates = append(gates, c.Gates...)
	}
	var paths []string
	for _, gate := range gates {
		if gate.Feature != nil {
			paths = append(paths, gate.Feature.Package.Path)
		}
	}
	return paths
}

// cycle reports the import that leads from path back to output.
func cycle(b *builder, output, path string, seen map[string]bool) {
	pkg := b.session.Source(path)
	if seen[path] || pkg == nil {
		return
	}
	seen[path] = true
	for _, file := range pkg.Files {
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			if imported != output {
				cycle(b, output, imported, seen)
				continue
			}
			b.report(b.position(spec.Pos()), b.position(spec.End()), "import-cycle",
				fmt.Sprintf("the generated package %s imports %s, which imports it here", output, path),
				"move what is needed from it to a package of its own")
		}
	}
}
