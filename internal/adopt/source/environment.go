package source

import (
	"go/ast"
	"slices"
)

// Environment returns the names of the environment variables that the user's packages read. Names that are not
// constants are omitted.
func Environment(m *Module) []string {
	var names []string
	for _, pkg := range m.Packages() {
		s := &scope{module: m, pkg: pkg}
		for _, file := range pkg.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 1 {
					return true
				}
				if f := s.callee(call); f == nil || f.FullName() != "os.Getenv" && f.FullName() != "os.LookupEnv" {
					return true
				}
				if name, known := s.text(call.Args[0]); known && name != "" && !slices.Contains(names, name) {
					names = append(names, name)
				}
				return true
			})
		}
	}
	return names
}
