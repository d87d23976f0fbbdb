package upstream

import (
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// span is a place in the source.
type span struct{ pos, end token.Position }

// source finds what tools speak of in the packages that they ran on.
type source struct {
	session  *load.Session
	packages []*load.Package
	// types by import path, a dot, and their names.
	types map[string]*load.Type
	// tags in the order of the source, including tags that do not belong to a type.
	tags []load.Tag
}

// before reports whether a position precedes another.
func before(a, b token.Position) bool {
	return a.Filename < b.Filename || a.Filename == b.Filename && a.Offset < b.Offset
}

// sourceOf makes the packages with the given import paths known.
func sourceOf(session *load.Session, paths []string) *source {
	s := &source{session: session, types: map[string]*load.Type{}}
	for _, path := range paths {
		pkg := session.Source(path)
		s.packages = append(s.packages, pkg)
		s.tags = append(s.tags, pkg.Tags()...)
		for name, t := range pkg.Types {
			s.types[path+"."+name] = t
		}
	}
	return s
}

// addTypes makes the types of a package of the user's known: the tools make functions for them in another one.
func (s *source) addTypes(path string) {
	if pkg := s.session.Source(path); pkg != nil {
		for name, t := range pkg.Types {
			s.types[path+"."+name] = t
		}
	}
}

// at is the place of a piece of the source.
func (s *source) at(piece load.Span) span {
	pos, end := s.session.Position(piece)
	return span{pos, end}
}

// tagSpan is the place of a tag.
func tagSpan(t load.Tag) span { return span{t.Pos, t.End} }

// clauseOf is the place of a package clause, for findings that have no better one.
func (s *source) clauseOf(path string) span {
	for _, pkg := range s.packages {
		if pkg.Path == path {
			return s.at(pkg.Clause)
		}
	}
	return span{}
}

// function is the place of a function by import path, a dot, and its name; of a method with the type's name before its
// own.
func (s *source) function(name string) (span, bool) {
	for _, pkg := range s.packages {
		below, ours := strings.CutPrefix(name, pkg.Path+".")
		if declared, ok := pkg.Declared[below]; ours && ok && (declared.Kind == "func" || declared.Kind == "method") {
			return span{declared.Position, declared.End}, true
		}
	}
	return span{}, false
}

// defaultsOf are the +default tags in the doc comment of a field.
func defaultsOf(field *load.Field) []load.Tag {
	return slices.DeleteFunc(slices.Clone(field.Tags()), func(t load.Tag) bool { return t.Name != "default" })
}

// locate finds the place of a complaint. Tools rarely name it, so it is derived from the tag or field in the complaint,
// or from the type that the tool was processing.
func (s *source) locate(c complaint, inputs []string) span {
	inside := s.types[c.at.typeName.String()]
	tags := s.tags
	if inside != nil {
		tags = inside.Tags()
	}
	for _, scope := range [][]load.Tag{tags, s.tags} {
		if found, ok := mentioned(c.text, scope); ok {
			return found
		}
	}
	longest, place := 0, span{}
	for name, t := range s.types {
		if len(name) > longest && containsWord(c.text, name) {
			longest, place = len(name), s.at(t.Span)
			for _, field := range t.Fields {
				if containsWord(c.text, name+"."+field.Name) {
					place = s.at(field.Span)
				}
			}
		}
	}
	switch {
	case longest > 0:
		return place
	case inside != nil:
		return s.at(inside.Span)
	case c.at.pkg != "":
		return s.clauseOf(c.at.pkg)
	}
	return s.clauseOf(inputs[0])
}

// malformed is a tag of the tools' that cannot be parsed: the first of the type at hand, else the first at all.
func (s *source) malformed(c complaint) (load.Tag, bool) {
	scopes := [][]load.Tag{s.tags}
	if inside := s.types[c.at.typeName.String()]; inside != nil {
		scopes = [][]load.Tag{inside.Tags(), s.tags}
	}
	for _, scope := range scopes {
		if at := slices.IndexFunc(scope, func(t load.Tag) bool { return malformed(t) && taken(t.Name) }); at >= 0 {
			return scope[at], true
		}
	}
	return load.Tag{}, false
}

// mentioned finds the tag that a text names and, where several tags bear the name, the one whose value it quotes or
// that is malformed. Else the last one is as good as any: complaints about repetition are about the last.
func mentioned(text string, tags []load.Tag) (span, bool) {
	named := slices.DeleteFunc(
		slices.Clone(tags), func(t load.Tag) bool { return t.Name == "" || !containsWord(text, t.Name) },
	)
	if len(named) == 0 {
		return span{}, false
	}
	longest := slices.MaxFunc(named, func(a, b load.Tag) int { return len(a.Name) - len(b.Name) }).Name
	named = slices.DeleteFunc(named, func(t load.Tag) bool { return t.Name != longest })
	best := named[len(named)-1]
	for _, t := range named {
		if malformed(t) || t.Value != "" && containsWord(text, t.Value) {
			best = t
		}
	}
	return span{best.Pos, best.End}, true
}

// containsWord reports whether text contains word, and not as a part of a longer one.
func containsWord(text, word string) bool {
	for rest := text; ; {
		before, after, found := strings.Cut(rest, word)
		if !found {
			return false
		}
		if (before == "" || !wordByte(
			before[len(before)-1],
		)) && (after == "" || !wordByte(after[0]) && after[0] != ':' || strings.HasPrefix(after, ": ")) {
			return true
		}
		rest = rest[len(before)+1:]
	}
}

func wordByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
