package scaffold

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/mod/module"
)

// connecting are the names that the files of every version declare, or generated files do beside them.
var connecting = []string{
	"AddToScheme", "GroupName", "RegisterConversions", "RegisterDefaults", "SchemeBuilder", "SchemeGroupVersion",
}

// converting are the names of parameters in generated conversions, which would hide a package of that name.
var converting = []string{"a", "b", "in", "out", "s", "scope"}

// buildable reports whether the go command finds packages below a directory of the module: ./... passes over
// directories that begin with a dot or an underscore, over testdata, and over vendor.
func buildable(directory string) bool {
	return !slices.ContainsFunc(strings.Split(directory, "/"), func(part string) bool {
		return part == "testdata" || part == "vendor" || strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_")
	}) && module.CheckImportPath("example.com/"+directory) == nil
}

// shadowed reports whether a package of that name could not be used in the files of a component, because they declare
// or import something else by it.
func shadowed(name string, manager bool) bool {
	if name == "main" || types.Universe.Lookup(name) != nil || slices.Contains(converting, name) {
		return true
	}
	const elsewhere = "apis/groupdirectory"
	probe := Component{
		Group: "group.example.com", Kind: "Kind", Version: "v1", Module: "example.com/module", Name: "name",
		Path: elsewhere, Tools: "tools", Layout: Internal, FlagsStruct: "Flags", Dynamic: true, Assignments: true,
		ToolVersion: "v0.0.0",
	}
	if manager {
		probe.FlagsStruct, probe.Dynamic, probe.Assignments, probe.Manager = "", false, false, true
	}
	for _, pages := range []bool{false, true} {
		probe.ZPages = pages
		files, err := probe.Files()
		if err != nil {
			panic(fmt.Sprintf("the templates do not make Go: %v", err)) // cannot happen: tests render all of them
		}
		if slices.ContainsFunc(
			files, func(file File) bool { return strings.HasSuffix(file.Path, ".go") && mentions(file, name) },
		) {
			return true
		}
	}
	return false
}

// mentions reports whether a file uses a name for something of its own: a declaration, a parameter, an import. What
// follows a dot is somebody else's.
func mentions(file File, name string) bool {
	parsed, err := parser.ParseFile(token.NewFileSet(), file.Path, file.Content, parser.SkipObjectResolution)
	if err != nil {
		panic(fmt.Sprintf("the templates do not make Go: %v", err)) // cannot happen, as above
	}
	found := false
	ast.Inspect(parsed, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, func(inner ast.Node) bool {
				id, ok := inner.(*ast.Ident)
				found = found || ok && id.Name == name
				return true
			})
			return false
		case *ast.Ident:
			found = found || n.Name == name
		}
		return !found
	})
	return found
}
