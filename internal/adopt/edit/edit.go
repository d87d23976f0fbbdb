// Package edit writes markers into the doc comments of Go files. It changes nothing else: a file that gofmt has
// formatted stays so, and in any other one the bytes around the markers stay as they are. A marker that is there
// already is not written again.
package edit

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/lineends"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// Marker is a marker and the declaration that it goes to.
type Marker struct {
	// Type is the name of the type. It is empty for a marker of the package clause.
	Type string
	// Field is the name of a field of the type; for an embedded field, the name of its type. It is empty for a marker of
	// the type itself.
	Field string
	// Text is the whole marker, including the plus sign.
	Text string
	// Delete is set for a marker that goes.
	Delete bool
}

// Apply returns a file with markers added, each at the end of a doc comment, in the order in which they are given. It
// returns an error if the file cannot be parsed or does not have one of the declarations.
func Apply(name string, source []byte, list []Marker) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	e := &editor{
		source: source, fset: fset, file: file, texts: map[Marker][]string{}, gone: map[Marker][]string{},
	}
	var places []Marker // each declaration once, without a text
	for _, m := range list {
		at := Marker{Type: m.Type, Field: m.Field}
		if !slices.Contains(places, at) {
			places = append(places, at)
		}
		if m.Delete {
			e.gone[at] = append(e.gone[at], m.Text)
		} else if !slices.Contains(e.texts[at], m.Text) {
			e.texts[at] = append(e.texts[at], m.Text)
		}
	}
	for _, at := range places {
		if !e.declaration(at) {
			return nil, fmt.Errorf("%s does not declare %s", name, strings.TrimSuffix(at.Type+"."+at.Field, "."))
		}
	}
	return e.result(), nil
}

// editor collects the changes of one file.
type editor struct {
	source []byte
	fset   *token.FileSet
	file   *ast.File
	// texts are the markers that are added to declarations, and gone the markers that are deleted.
	texts, gone map[Marker][]string
	changes     []change
}

// change replaces the bytes from start to end.
type change struct {
	start, end int
	text       string
}

func (e *editor) offset(pos token.Pos) int { return e.fset.Position(pos).Offset }

// declaration changes the markers of one declaration, and reports whether the file has it.
func (e *editor) declaration(at Marker) bool {
	if at.Type == "" {
		e.above(e.file.Doc, e.file.Package, at)
		return true
	}
	for _, decl := range e.file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok || general.Tok != token.TYPE {
			continue
		}
		for _, spec := range general.Specs {
			declared := spec.(*ast.TypeSpec)
			switch {
			case declared.Name.Name != at.Type:
			case at.Field != "":
				return e.field(declared, at)
			case general.Lparen.IsValid():
				e.above(declared.Doc, declared.Pos(), at)
				return true
			default:
				e.above(general.Doc, general.Pos(), at)
				return true
			}
		}
	}
	return false
}

func (e *editor) field(of *ast.TypeSpec, at Marker) bool {
	declared, ok := of.Type.(*ast.StructType)
	if !ok {
		return false
	}
	for _, field := range declared.Fields.List {
		if len(field.Names) == 0 && load.TypeName(field.Type) == at.Field ||
			slices.ContainsFunc(field.Names, func(name *ast.Ident) bool { return name.Name == at.Field }) {
			e.above(field.Doc, field.Pos(), at)
			return true
		}
	}
	return false
}

// missing returns the markers that a doc comment does not have.
func missing(doc *ast.CommentGroup, texts []string) []string {
	var have []string
	for _, line := range markers.Lines(doc) {
		have = append(have, line.Text)
	}
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return slices.Contains(have, text) })
}

// above deletes markers from the doc comment of a declaration, and adds others to it, or writes one.
func (e *editor) above(doc *ast.CommentGroup, declaration token.Pos, of Marker) {
	e.without(doc, e.gone[of])
	texts := missing(doc, e.texts[of])
	if len(texts) == 0 {
		return
	}
	at := e.offset(declaration)
	indent := e.indentation(at)
	var text strings.Builder
	if doc != nil {
		at = e.endOf(doc.List[len(doc.List)-1])
		for _, marker := range texts {
			text.WriteString("\n" + indent + "// " + marker)
		}
	} else {
		if start := bytes.LastIndexByte(e.source[:at], '\n') + 1; strings.TrimLeft(string(e.source[start:at]), " \t") != "" {
			text.WriteString("\n" + indent) // several declarations on a line
		}
		for _, marker := range texts {
			text.WriteString("// " + marker + "\n" + indent)
		}
	}
	e.changes = append(e.changes, change{at, at, text.String()})
}

// without deletes the lines of markers from a doc comment. Those of a block comment stay.
func (e *editor) without(doc *ast.CommentGroup, texts []string) {
	if len(texts) == 0 || doc == nil {
		return
	}
	for _, line := range doc.List {
		text, ok := strings.CutPrefix(line.Text, "//")
		if !ok || !slices.Contains(texts, strings.TrimSpace(text)) {
			continue
		}
		start := e.offset(line.Pos())
		before := bytes.TrimSuffix(e.source[:start-len(e.indentation(start))], []byte("\n"))
		before = bytes.TrimSuffix(before, []byte("\r"))
		e.changes = append(e.changes, change{start: len(before), end: e.endOf(line)})
	}
}

// endOf is where a comment ends; the parser does not count carriage returns.
func (e *editor) endOf(comment *ast.Comment) int {
	start := e.offset(comment.Pos())
	if strings.HasPrefix(comment.Text, "/*") {
		return start + bytes.Index(e.source[start:], []byte("*/")) + len("*/")
	}
	length := bytes.IndexByte(e.source[start:], '\n')
	if length < 0 {
		return len(e.source)
	}
	return start + len(bytes.TrimRight(e.source[start:start+length], "\r"))
}

// indentation returns the white space at the beginning of the line of an offset.
func (e *editor) indentation(at int) string {
	line := e.source[bytes.LastIndexByte(e.source[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// joined returns the file with all changes.
func (e *editor) joined() []byte {
	slices.SortStableFunc(e.changes, func(a, b change) int { return a.start - b.start })
	var result []byte
	at := 0
	for _, c := range e.changes {
		result = append(append(result, e.source[at:c.start]...), c.text...)
		at = c.end
	}
	return append(result, e.source[at:]...)
}

// result returns the file with all changes, formatted if it was, with its line ends.
func (e *editor) result() []byte {
	result := e.joined()
	if kept, err := lineends.Keep(e.source, result); err == nil {
		return kept
	}
	return result
}
