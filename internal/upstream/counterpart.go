package upstream

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/load"
)

// withoutCounterpart says of a field that it cannot be converted to the type of the given name: because that type does
// not have it, which is most often a field that was forgotten, or because its type differs. Function is the advice to
// write a conversion by hand.
func (s *source) withoutCounterpart(field *load.Field, of, to, function string) diag.Diagnostic {
	at := s.at(field.Span)
	target := s.types[to]
	if target == nil {
		return diag.At(at.pos, at.end, "no-conversion",
			fmt.Sprintf("field %s of %s has no counterpart in %s that it can be converted to",
				field.Name, shorten(of), shorten(to)), function)
	}
	if other := target.Field(field.Name); other != nil {
		return diag.At(at.pos, at.end, "no-conversion",
			fmt.Sprintf("field %s has the type %s in %s, and %s in %s", field.Name, typeText(field), shorten(of),
				typeText(other), shorten(to)), function).See("at", s.at(other.Span).pos)
	}
	return diag.At(at.pos, at.end, "no-conversion",
		fmt.Sprintf("%s does not have the field %s of %s", shorten(to), field.Name, shorten(of)),
		fmt.Sprintf("add %s to %s, or %s", field.Name, shorten(to), function)).See("see", s.at(target.Span).pos).
		With(diag.Advice{Edits: s.addField(field, of, target, to)}) // not safe: a field of a version is there to stay
}

func typeText(field *load.Field) string { return types.ExprString(field.Syntax.Type) }

// addField is the edit that adds a field of an internal type to a version, with its comment and a JSON name. There is
// none if the version does not know the type of the field.
func (s *source) addField(field *load.Field, of string, target *load.Type, to string) []diag.Edit {
	holder, isStruct := target.Spec.Type.(*ast.StructType)
	version := s.session.Source(to[:strings.LastIndexByte(to, '.')])
	internal := s.session.Source(of[:strings.LastIndexByte(of, '.')])
	if !isStruct || version == nil || internal == nil || version.VersionOf() == "" || len(field.Syntax.Names) != 1 {
		return nil
	}
	if !s.knows(version, target, internal, field) {
		return nil
	}
	text := ""
	for line := range strings.Lines(strings.TrimSpace(field.Doc())) {
		text += "\t// " + strings.TrimSpace(line) + "\n"
	}
	text += fmt.Sprintf("\t%s %s `json:\"%s,omitempty\"`\n", field.Name, typeText(field), flagtext.JSON(field.Name))
	end := s.session.Fset.Position(holder.Fields.Closing)
	start := end.Offset - (end.Column - 1) // the beginning of the line of the closing brace
	if s.session.Fset.Position(holder.Fields.Opening).Line == end.Line {
		start, text = end.Offset, "\n"+text
	}
	return []diag.Edit{{Filename: end.Filename, Start: start, End: start, New: text}}
}

// knows reports whether the type of a field means the same in the file of a version.
func (s *source) knows(version *load.Package, target *load.Type, internal *load.Package, field *load.Field) bool {
	known := true
	ast.Inspect(field.Syntax.Type, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.SelectorExpr:
			name := n.X.(*ast.Ident).Name
			path := importOf(fileOf(internal, field.Syntax), name)
			known = known && path != "" && path == importOf(fileOf(version, target.Spec), name)
			return false
		case *ast.Ident:
			basic := types.Universe.Lookup(n.Name) != nil && internal.Types[n.Name] == nil
			known = known && (basic || version.Types[n.Name] != nil)
		case *ast.StructType, *ast.InterfaceType, *ast.FuncType:
			known = false
		}
		return known
	})
	return known
}

// fileOf is the file of a package that contains a node, or nil.
func fileOf(pkg *load.Package, node ast.Node) *ast.File {
	at := slices.IndexFunc(pkg.Files, func(f *ast.File) bool {
		return f.FileStart <= node.Pos() && node.Pos() < f.FileEnd
	})
	if at < 0 {
		return nil
	}
	return pkg.Files[at]
}

// importOf is the path of the import that a file uses by a name; "" if there is none.
func importOf(file *ast.File, name string) string {
	if file == nil {
		return ""
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		own := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			own = spec.Name.Name
		}
		if own == name {
			return path
		}
	}
	return ""
}
