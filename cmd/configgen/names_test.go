package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"

	"github.com/configgen/configgen"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/modeltest"
)

// TestNames expects a finding for each name that generated code declares and the user declares, too: where the user
// does, instead of an error of the compiler.
func TestNames(t *testing.T) {
	for _, g := range modeltest.Golden(t) {
		for _, extension := range configgen.Generators() {
			generator := extension.(generators.Generator)
			if len(g.Generators) > 0 && !slices.Contains(g.Generators, generator.Name) {
				continue
			}
			files, _ := generator.Run(generators.NewInput(g))
			declared := declare(t, g, files)
			_, findings := generator.Run(generators.NewInput(g))
			for name, in := range declared {
				if !slices.ContainsFunc(findings, func(d diag.Diagnostic) bool {
					return d.Code == "name-collision" && d.Position.Filename == name
				}) {
					t.Errorf("%s declares %s in %s, and does not report that the user has it", generator.Name, name, in.Path)
				}
				delete(in.Declared, name)
			}
		}
	}
}

// declare adds what files declare to the packages of a group, each at a file of its name.
func declare(t *testing.T, g *group.Group, files []generators.File) map[string]*group.Package {
	t.Helper()
	packages := []*group.Package{&g.Package, &g.FlagsPackage, &g.ValidationPackage, &g.DocsPackage}
	for _, root := range g.FlagStructs {
		packages = append(packages, &root.Package)
	}
	all := map[string]*group.Package{}
	for _, file := range files {
		at := slices.IndexFunc(packages, func(p *group.Package) bool { return p.Dir == file.Dir })
		syntax, err := parser.ParseFile(token.NewFileSet(), file.Name, file.Content, parser.SkipObjectResolution)
		if err != nil || file.Once || at < 0 {
			continue // something else than Go, or a stub
		}
		pkg := packages[at]
		if pkg.Declared == nil {
			pkg.Declared = map[string]group.Declaration{}
		}
		for _, name := range namesIn(syntax) {
			if _, known := pkg.Declared[name]; !known {
				pkg.Declared[name] = group.Declaration{Kind: "var", Position: token.Position{Filename: name, Line: 1}}
				all[name] = pkg
			}
		}
	}
	return all
}

// namesIn returns the names that a file declares.
func namesIn(file *ast.File) []string {
	var names []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "_" && d.Name.Name != "init" {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						if name.Name != "_" {
							names = append(names, name.Name)
						}
					}
				}
			}
		}
	}
	return names
}
