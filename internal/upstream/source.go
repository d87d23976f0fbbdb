package upstream

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// span is a place in the source.
type span struct{ pos, end token.Position }

// source finds what tools speak of in the packages that they ran on.
type source struct {
	fset *token.FileSet
	// types by import path, a dot, and their names; functions likewise, methods with the type's name before theirs.
	types map[string]*typeSource
	funcs map[string]span
	// tags in the order of the source, those that belong to no type included.
	tags []tag
	// clauses of the packages, by import path: where else there is no better place.
	clauses map[string]span
}

// typeSource is a type declaration.
type typeSource struct {
	name   span
	spec   *ast.TypeSpec
	tags   []tag
	fields []*fieldSource
}

// fieldSource is a field of a struct type.
type fieldSource struct {
	name string
	span span
	expr ast.Expr
	// defaults are the +default tags in the field's doc comment.
	defaults []tag
}

// before reports whether a position precedes another.
func before(a, b token.Position) bool {
	return a.Filename < b.Filename || a.Filename == b.Filename && a.Offset < b.Offset
}

// readSource indexes the packages with the given import paths.
func readSource(session *load.Session, paths []string) *source {
	s := &source{fset: session.Fset, types: map[string]*typeSource{}, funcs: map[string]span{}, clauses: map[string]span{}}
	for _, path := range paths {
		pkg := session.Source(path)
		for _, file := range pkg.Files {
			if _, known := s.clauses[path]; !known || file.Doc != nil {
				s.clauses[path] = s.spanOf(file.Name)
			}
			s.file(path, file)
		}
	}
	return s
}

func (s *source) spanOf(node ast.Node) span {
	return span{s.fset.Position(node.Pos()), s.fset.Position(node.End())}
}

func (s *source) file(path string, file *ast.File) {
	begin := file.FileStart
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if declared, ok := spec.(*ast.TypeSpec); ok {
					s.declaredType(path, file, declared, begin)
					begin = declared.End()
				}
			}
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) == 1 {
				name = receiver(d.Recv.List[0].Type) + "." + name
			}
			s.funcs[path+"."+name] = s.spanOf(d.Name)
		}
		begin = decl.End()
	}
	for _, comment := range file.Comments {
		s.tags = append(s.tags, tagsIn(s.fset, comment, func(string) bool { return true })...)
	}
}

// declaredType indexes a type; the tags from begin on are its own.
func (s *source) declaredType(path string, file *ast.File, spec *ast.TypeSpec, begin token.Pos) {
	t := &typeSource{name: s.spanOf(spec.Name), spec: spec}
	for _, comment := range file.Comments {
		if comment.Pos() >= begin && comment.End() <= spec.End() {
			t.tags = append(t.tags, tagsIn(s.fset, comment, func(string) bool { return true })...)
		}
	}
	if structure, ok := spec.Type.(*ast.StructType); ok {
		for _, field := range structure.Fields.List {
			defaults := tagsIn(s.fset, field.Doc, func(name string) bool { return name == "default" })
			for _, name := range field.Names {
				t.fields = append(t.fields, &fieldSource{name.Name, s.spanOf(field), field.Type, defaults})
			}
			if len(field.Names) == 0 {
				t.fields = append(t.fields, &fieldSource{receiver(field.Type), s.spanOf(field), field.Type, defaults})
			}
		}
	}
	s.types[path+"."+spec.Name.Name] = t
}

// receiver is the name of a type, without pointers and packages.
func receiver(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// locate finds the place that a complaint is about. Tools rarely say it, so it is told from what they mention: a tag, a
// type with a field, or the type at which they were.
func (s *source) locate(c complaint, inputs []string) span {
	inside := s.types[c.at.typeName.String()]
	tags := s.tags
	if inside != nil {
		tags = inside.tags
	}
	for _, scope := range [][]tag{tags, s.tags} {
		if found, ok := mentioned(c.text, scope); ok {
			return found
		}
	}
	longest, place := 0, span{}
	for name, t := range s.types {
		if len(name) > longest && containsWord(c.text, name) {
			longest, place = len(name), t.name
			for _, field := range t.fields {
				if containsWord(c.text, name+"."+field.name) {
					place = field.span
				}
			}
		}
	}
	switch {
	case longest > 0:
		return place
	case inside != nil:
		return inside.name
	case c.at.pkg != "":
		return s.clauses[c.at.pkg]
	}
	return s.clauses[inputs[0]]
}

// malformed is a tag of the tools' that cannot be parsed: the first of the type at hand, else the first at all.
func (s *source) malformed(c complaint) (tag, bool) {
	scopes := [][]tag{s.tags}
	if inside := s.types[c.at.typeName.String()]; inside != nil {
		scopes = [][]tag{inside.tags, s.tags}
	}
	for _, scope := range scopes {
		if at := slices.IndexFunc(scope, func(t tag) bool { return t.malformed && taken(t.name) }); at >= 0 {
			return scope[at], true
		}
	}
	return tag{}, false
}

// mentioned finds the tag that a text names and, where several tags bear the name, the one whose value it quotes or
// that is malformed. Else the last one is as good as any: complaints about repetition are about the last.
func mentioned(text string, tags []tag) (span, bool) {
	named := slices.DeleteFunc(slices.Clone(tags), func(t tag) bool { return t.name == "" || !containsWord(text, t.name) })
	if len(named) == 0 {
		return span{}, false
	}
	longest := slices.MaxFunc(named, func(a, b tag) int { return len(a.name) - len(b.name) }).name
	named = slices.DeleteFunc(named, func(t tag) bool { return t.name != longest })
	best := named[len(named)-1]
	for _, t := range named {
		if t.malformed || t.value != "" && containsWord(text, t.value) {
			best = t
		}
	}
	return span{best.pos, best.end}, true
}

// containsWord reports whether text contains word, and not as a part of a longer one.
func containsWord(text, word string) bool {
	for rest := text; ; {
		before, after, found := strings.Cut(rest, word)
		if !found {
			return false
		}
		if (before == "" || !wordByte(before[len(before)-1])) && (after == "" || !wordByte(after[0]) && after[0] != ':' || strings.HasPrefix(after, ": ")) {
			return true
		}
		rest = rest[len(before)+1:]
	}
}

func wordByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
