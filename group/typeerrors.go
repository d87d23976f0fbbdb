package group

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
)

// typeErrors reports what the compiler says of the structs of a group, those of its versions among them. What else does not
// compile in their packages may be because of what is yet to be generated.
func (b *builder) typeErrors(g *Group) {
	names := map[string]map[string]bool{} // of structs, by import path
	add := func(structs []*Struct) {
		for _, s := range structs {
			if names[s.Package.Path] == nil {
				names[s.Package.Path] = map[string]bool{}
			}
			names[s.Package.Path][s.Name] = true
		}
	}
	for _, root := range slices.Concat(g.Roots, g.FlagStructs) {
		add(root.Structs)
	}
	for _, version := range g.Versions {
		checked, _, err := b.world.Types(version.Types.Path)
		if err != nil {
			continue
		}
		for _, root := range g.Roots {
			if object, ok := checked.Scope().Lookup(root.Name).(*types.TypeName); ok {
				add(structsBelow(object, version.Types))
			}
		}
	}
	for _, path := range g.Paths() {
		pkg, _ := b.world.Source(path)
		_, typeErrors, _ := b.world.Types(path)
		for _, e := range typeErrors {
			name := typeAround(pkg, e.Pos)
			pos := b.world.Fset.Position(e.Pos)
			told := slices.ContainsFunc(b.findings, func(d diag.Diagnostic) bool {
				return d.Code == "type-error" && d.Position.Filename == pos.Filename && d.Position.Line <= pos.Line && pos.Line <= d.End.Line
			})
			if names[path][name] && !told {
				b.report(pos, token.Position{}, "type-error", fmt.Sprintf("%s does not compile: %s", name, e.Message), "")
			}
		}
	}
}

// typeAround names the type in whose declaration a position lies.
func typeAround(pkg *load.Package, pos token.Pos) (name string) {
	for _, file := range pkg.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			ast.Inspect(file, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok && spec.Pos() <= pos && pos < spec.End() {
					name = spec.Name.Name
				}
				return n == nil || n.Pos() <= pos && pos < n.End()
			})
		}
	}
	return name
}

// typeErrorIn finds what the compiler says of a declaration, or else the first that it says of a type of the package without
// fields: such a type is of no kind wherever it is named.
func (b *builder) typeErrorIn(importPath string, from, to token.Position) string {
	pkg, _ := b.world.Source(importPath)
	_, typeErrors, _ := b.world.Types(importPath)
	elsewhere := ""
	for _, e := range typeErrors {
		at := b.world.Fset.Position(e.Pos)
		if at.Filename == from.Filename && at.Line >= from.Line && at.Line <= to.Line {
			return e.Message
		}
		if declared := b.declarationOf(importPath, typeAround(pkg, e.Pos)); elsewhere == "" && declared != nil && len(declared.fields) == 0 {
			elsewhere = fmt.Sprintf(": %s, at %s", e.Message, short(at))
		}
	}
	return "its package does not compile" + elsewhere
}
