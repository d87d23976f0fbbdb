package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/markers"
)

// document reads the doc comments of fields of other modules that a +subfield makes a flag and gives no usage: they are
// the help of the flag.
func (l *loader) document() {
	for path, pkg := range l.sources {
		checked := l.types[path].pkg
		if pkg == nil || checked == nil {
			continue
		}
		for _, declared := range pkg.Types {
			object := checked.Scope().Lookup(declared.Name)
			if object == nil {
				continue
			}
			l.documentSubfields(object, nil, declared.Markers)
			for _, field := range declared.Fields {
				l.documentSubfields(object, []string{field.Name}, field.Markers)
			}
		}
	}
}

// documentSubfields does this for the markers of a type, or of the field that a path leads to from it.
func (l *loader) documentSubfields(object types.Object, path []string, set markers.Set) {
	for _, marker := range markers.All[markers.Subfield](set) {
		flag, ok := marker.Marker.Value.(*markers.Flag)
		if ok && flag.Usage == "" && flag.UsageFrom.IsZero() {
			l.documentField(object, slices.Concat(path, strings.Split(marker.Path, ".")))
		}
	}
}

// documentField reads the doc comment of the field that a path of names leads to from a type, if another module
// declares it.
func (l *loader) documentField(from types.Object, path []string) {
	for _, name := range path {
		field := fieldOf(from.Type(), name)
		if field == nil {
			return // which is a finding of those who follow the path
		}
		from = field
	}
	if from.Pkg() == nil || l.sources[from.Pkg().Path()] != nil {
		return
	}
	if _, known := l.docs[from]; !known {
		l.docs[from] = markers.Text(l.docOf(from))
	}
}

// fieldOf is the field of the given name in a struct, inside of pointers, lists and maps, or in what it embeds. It may
// be nil.
func fieldOf(t types.Type, name string) *types.Var {
	for range 16 { // deeper nesting is not a configuration
		switch u := t.Underlying().(type) {
		case interface{ Elem() types.Type }:
			t = u.Elem()
		case *types.Struct:
			for i := range u.NumFields() {
				if u.Field(i).Name() == name {
					return u.Field(i)
				}
			}
			for i := range u.NumFields() {
				if u.Field(i).Embedded() {
					if found := fieldOf(u.Field(i).Type(), name); found != nil {
						return found
					}
				}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// docOf parses the file that declares a struct field and returns the field's doc comment; nil if the source cannot be
// read.
func (l *loader) docOf(object types.Object) *ast.CommentGroup {
	position := l.Fset.Position(object.Pos())
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
		if n, ok := node.(*ast.Field); ok && declares(n, object.Name()) {
			first, last := fset.Position(n.Pos()).Line, fset.Position(n.End()).Line
			if first <= position.Line && position.Line <= last {
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
