package validationgen

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// span is a place in the source.
type span struct{ pos, end token.Position }

// source finds what the tool speaks of in the packages of the user's that it looked into.
type source struct {
	types map[string]*declared // by import path, a dot, and the name
	tags  []tag                // of the package, in doc.go
	funcs map[string]span      // by import path, a dot, and the name
	// peers are the packages of the user's that ask for the tool, too, so that their functions may be called.
	peers []string
}

// declared is a type or a field with the tags of its comment.
type declared struct {
	span   span
	tags   []tag
	fields map[string]*declared // by the names in JSON and in Go
}

// readSource indexes a package and all that it leads to.
func readSource(session *load.Session, pkg *load.Package) *source {
	s := &source{types: map[string]*declared{}, funcs: map[string]span{}, tags: packageTags(session.Fset, pkg)}
	for _, reached := range reachable(session, pkg) {
		if asked, _ := asks(session.Fset, reached); asked != nil && reached != pkg {
			s.peers = append(s.peers, reached.Path)
		}
		for _, file := range reached.Files {
			for _, decl := range file.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					s.funcs[reached.Path+"."+d.Name.Name] = spanOf(session.Fset, d.Name)
				case *ast.GenDecl:
					s.general(session.Fset, reached.Path, d)
				}
			}
		}
	}
	slices.Sort(s.peers)
	return s
}

// writesTests reports whether tags ask the tool for more files than one.
func (s *source) writesTests() bool {
	return slices.ContainsFunc(s.tags, func(t tag) bool { return strings.HasPrefix(t.name, tagName+"-test-") })
}

func (s *source) general(fset *token.FileSet, path string, decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		named, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		doc := named.Doc
		if doc == nil {
			doc = decl.Doc
		}
		t := &declared{span: spanOf(fset, named.Name), tags: tagsOf(fset, doc), fields: map[string]*declared{}}
		s.types[path+"."+named.Name.Name] = t
		structure, ok := named.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, field := range structure.Fields.List {
			f := &declared{span: spanOf(fset, field), tags: tagsOf(fset, field.Doc)}
			for _, name := range fieldNames(field) {
				t.fields[name] = f
			}
		}
	}
}

// fieldNames are the names by which the tool may call a field.
func fieldNames(field *ast.Field) []string {
	var names []string
	for _, name := range field.Names {
		names = append(names, name.Name)
	}
	if field.Tag != nil {
		name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
		if name != "" && name != "-" {
			names = append(names, name)
		}
	}
	if len(field.Names) == 0 {
		expr := field.Type
		if star, ok := expr.(*ast.StarExpr); ok {
			expr = star.X
		}
		if selector, ok := expr.(*ast.SelectorExpr); ok {
			expr = selector.Sel
		}
		if ident, ok := expr.(*ast.Ident); ok {
			names = append(names, ident.Name)
		}
	}
	return names
}

func spanOf(fset *token.FileSet, node ast.Node) span {
	return span{fset.Position(node.Pos()), fset.Position(node.End())}
}

// locate finds the place that a text is about: the name of a type that comes last in it, since a path leads from the outside
// in, the field that follows with a dot or is given apart, and there the named tag. Nil stands for nothing better than the package.
func (s *source) locate(text, field, tagName string) *span {
	last, longest, best := -1, 0, (*declared)(nil)
	for name, t := range s.types {
		at := strings.LastIndex(text, name)
		if at < 0 || at < last || at == last && len(name) < longest || wordAt(text, at+len(name)) != "" {
			continue
		}
		last, longest, best = at, len(name), t
		below := field
		if rest := text[at+len(name):]; strings.HasPrefix(rest, ".") {
			below = wordAt(rest, 1)
		}
		if f := t.fields[below]; f != nil {
			best = f
		}
	}
	if best == nil {
		return named(s.tags, tagName)
	}
	if found := named(best.tags, tagName); found != nil {
		return found
	}
	return &best.span
}

// named is the place of the first tag with the name.
func named(tags []tag, name string) *span {
	if at := slices.IndexFunc(tags, func(t tag) bool { return name != "" && t.name == name }); at >= 0 {
		return &span{tags[at].pos, tags[at].end}
	}
	return nil
}

// wordAt is the part of an identifier that starts at a byte of a text.
func wordAt(text string, start int) string {
	end := start
	for end < len(text) && (text[end] == '_' || text[end] >= '0' && text[end] <= '9' || text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z') {
		end++
	}
	return text[start:end]
}
