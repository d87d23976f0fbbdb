package pathrefs

import (
	"fmt"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

const fileName = "zz_generated.pathrefs.go"

// Generator writes RPathRefs and ResolveRPaths for every root R of configuration.
var Generator = generators.Generator{
	Name: "pathrefs",
	Run:  run,
}

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	if len(g.Roots) == 0 {
		return nil, nil
	}
	f := emit.New(g.Package, "")
	var names []string
	for _, root := range g.Roots {
		names = append(names, refsFunc(root), resolveFunc(root))
		paths := pathsOf(root)
		paths.refs(f)
		f.Line()
		paths.resolve(f)
		f.Line()
	}
	f.Guards(structs(g.Roots))
	return []generators.File{{Dir: g.Package.Dir, Name: fileName, Content: f.Bytes()}}, emit.Collisions(g.Package, names)
}

func refsFunc(root *group.Root) string    { return root.Name + "PathRefs" }
func resolveFunc(root *group.Root) string { return fmt.Sprintf("Resolve%sPaths", root.Name) }

// structs are the structs below the roots, each once.
func structs(roots []*group.Root) []*group.Struct {
	var all []*group.Struct
	for _, root := range roots {
		for _, s := range root.Structs {
			if !slices.ContainsFunc(all, func(other *group.Struct) bool { return other.Name == s.Name }) {
				all = append(all, s)
			}
		}
	}
	return all
}
