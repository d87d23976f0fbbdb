package model

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// typeErrors reports type errors in the structs of a group and of its versions. Other errors in their packages may be
// due to code that is not generated yet.
func typeErrors(b *builder, g *group.Group) {
	paths := slices.DeleteFunc(g.Paths(), func(path string) bool {
		_, typeErrors, _ := b.session.Types(path)
		return len(typeErrors) == 0
	})
	if len(paths) == 0 {
		return
	}
	names := sync.OnceValue(func() map[[2]string]bool { return structNames(b, g) })
	for _, path := range paths {
		pkg := b.session.Source(path)
		_, typeErrors, _ := b.session.Types(path)
		for _, e := range typeErrors {
			name := typeAround(pkg, e.Pos)
			pos := b.position(e.Pos)
			known := slices.ContainsFunc(b.findings, func(d diag.Diagnostic) bool {
				return d.Code == "type-error" && d.Position.Filename == pos.Filename &&
					d.Position.Line <= pos.Line && pos.Line <= d.End.Line
			})
			if name == "" || known || !names()[[2]string{path, name}] || !b.newCause(path, e.Message, pos) {
				continue
			}
			b.report(pos, token.Position{}, "type-error", fmt.Sprintf("%s does not compile: %s", name, e.Message), "")
		}
	}
}

// unbuilt reports a declaration in a file that is not built, the first of each file.
func (b *builder) unbuilt(declared load.NotBuilt) {
	found := declared.Finding()
	if !slices.ContainsFunc(b.findings, func(d diag.Diagnostic) bool {
		return d.Code == found.Code && d.Position.Filename == found.Position.Filename
	}) {
		b.findings = append(b.findings, found)
	}
}

// structNames returns the import paths and names of the structs of a group and of its versions.
func structNames(b *builder, g *group.Group) map[[2]string]bool {
	names := map[[2]string]bool{}
	add := func(structs []*group.Struct) {
		for _, s := range structs {
			names[[2]string{s.Package.Path, s.Name}] = true
		}
	}
	for _, root := range g.AllRoots() {
		add(root.Structs)
	}
	for _, version := range g.Versions {
		checked, _, err := b.session.Types(version.Types.Path)
		if err != nil {
			continue
		}
		for _, root := range g.Roots {
			if object, ok := checked.Scope().Lookup(root.Name).(*types.TypeName); ok {
				add(structsBelow(b, object, version.Types))
			}
		}
	}
	return names
}

// newCause reports whether a type error is a mistake of its own. An undeclared name is one mistake, wherever its
// package uses it, and if a file that is not built declares the name, that file is the cause. In a package with a file
// that cannot be parsed, undeclared names are unknown. At is the position of the finding.
func (b *builder) newCause(path, message string, at token.Position) bool {
	pkg := b.source(path)
	if pkg != nil && pkg.Broken {
		return false
	}
	name, undefined := strings.CutPrefix(message, "undefined: ")
	if !undefined {
		return true
	}
	if pkg != nil {
		if found, ok := pkg.Unbuilt(name); ok {
			b.unbuilt(found)
			return false
		}
	}
	_, known := b.undefined[path+" "+message]
	if !known {
		b.undefined[path+" "+message] = at
	}
	return !known
}

// typeAround names the type with the declaration that contains a position.
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

// typeErrorIn finds the type error in a declaration, or else the first in a type of the package without fields, with
// its position: such a type is invalid wherever it is used.
func typeErrorIn(b *builder, importPath string, from, to token.Position) (cause string, elsewhere token.Position) {
	pkg := b.session.Source(importPath)
	_, typeErrors, _ := b.session.Types(importPath)
	cause = "its package does not compile"
	for _, e := range typeErrors {
		at := b.position(e.Pos)
		if at.Filename == from.Filename && at.Line >= from.Line && at.Line <= to.Line {
			return e.Message, token.Position{}
		}
		declared := b.typeSource(importPath, typeAround(pkg, e.Pos))
		if !elsewhere.IsValid() && declared != nil && len(declared.Fields) == 0 {
			cause, elsewhere = cause+": "+e.Message, at
		}
	}
	return cause, elsewhere
}
