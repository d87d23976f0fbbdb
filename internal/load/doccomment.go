package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
)

// Doc returns the doc comment of a struct field or of a package-level declaration, wherever its package comes from: for a
// package of another module, the one file that declares it is parsed. It is nil where the source cannot be read.
func (w *World) Doc(object types.Object) *ast.CommentGroup {
	position := w.Fset.Position(object.Pos())
	if position.Filename == "" {
		return nil
	}
	fset := token.NewFileSet() // positions of export data are approximate: compare lines, not token.Pos
	file, err := parser.ParseFile(fset, position.Filename, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var doc *ast.CommentGroup
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Field:
			if fset.Position(n.Pos()).Line <= position.Line && position.Line <= fset.Position(n.End()).Line && declares(n, object.Name()) {
				doc = n.Doc
			}
		case *ast.TypeSpec:
			if n.Name.Name == object.Name() && fset.Position(n.Pos()).Line == position.Line {
				doc = n.Doc
			}
		}
		return doc == nil
	})
	return doc
}

// declares reports whether a field declares name; an embedded field declares the last part of its type's name.
func declares(field *ast.Field, name string) bool {
	for _, ident := range field.Names {
		if ident.Name == name {
			return true
		}
	}
	return len(field.Names) == 0
}
