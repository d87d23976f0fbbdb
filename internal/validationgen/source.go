package validationgen

import (
	"go/token"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// span is a place in the source.
type span struct{ pos, end token.Position }

// source finds the declarations and tags that messages of the tool are about, in the source packages that the tool
// reads.
type source struct {
	session *load.Session
	types   map[string]*load.Type // by import path, a dot, and the name
	tags    []load.Tag            // of the package
	// peers are the other source packages that request the tool, so that their functions may be called.
	peers []string
}

// sourceOf makes a package and all that it leads to known.
func sourceOf(session *load.Session, pkg *load.Package) *source {
	s := &source{session: session, types: map[string]*load.Type{}, tags: pkg.TagsInDoc()}
	for _, reached := range reachable(session, pkg) {
		if asked, _ := asks(reached); asked != nil && reached != pkg {
			s.peers = append(s.peers, reached.Path)
		}
		for name, t := range reached.Types {
			s.types[reached.Path+"."+name] = t
		}
	}
	slices.Sort(s.peers)
	return s
}

// writesTests reports whether tags ask the tool for more files than one.
func (s *source) writesTests() bool {
	return slices.ContainsFunc(s.tags, func(t load.Tag) bool { return strings.HasPrefix(t.Name, tagName+"-test-") })
}

// fieldOf returns the field with a JSON or Go name in a message of the tool; nil if there is none.
func fieldOf(t *load.Type, name string) *load.Field {
	for _, field := range t.Fields {
		if name != "" && (field.Name == name || jsonName(field) == name) {
			return field
		}
	}
	return nil
}

// jsonName returns the name of a field in JSON, or empty.
func jsonName(field *load.Field) string {
	if field.Syntax.Tag == nil {
		return ""
	}
	tag := reflect.StructTag(strings.Trim(field.Syntax.Tag.Value, "`"))
	name, _, _ := strings.Cut(tag.Get("json"), ",")
	if name == "-" {
		return ""
	}
	return name
}

// locate finds the place that a text is about: the name of a type that comes last in it, since a path leads from the
// outside in, the field that follows with a dot or is given apart, and there the named tag. It is nil for the package
// as a whole.
func (s *source) locate(text, field, tagName string) *span {
	last, longest, best := -1, 0, (*load.Type)(nil)
	for name, t := range s.types {
		at := strings.LastIndex(text, name)
		if at < 0 || at < last || at == last && len(name) < longest || wordAt(text, at+len(name)) != "" {
			continue
		}
		last, longest, best = at, len(name), t
	}
	if best == nil {
		return named(s.tags, tagName)
	}
	if rest := text[last+longest:]; strings.HasPrefix(rest, ".") {
		field = wordAt(rest, 1)
	}
	place, tags := best.Span, best.Own()
	if f := fieldOf(best, field); f != nil {
		place, tags = f.Span, f.Tags()
	}
	if found := named(tags, tagName); found != nil {
		return found
	}
	pos, end := s.session.Position(place)
	return &span{pos, end}
}

// named returns the place of the first tag with the name.
func named(tags []load.Tag, name string) *span {
	if at := slices.IndexFunc(tags, func(t load.Tag) bool { return name != "" && t.Name == name }); at >= 0 {
		return &span{tags[at].Pos, tags[at].End}
	}
	return nil
}

// wordAt returns the part of an identifier that starts at a byte of a text.
func wordAt(text string, start int) string {
	end := start
	inside := func(c byte) bool { return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }
	for end < len(text) && inside(text[end]) {
		end++
	}
	return text[start:end]
}
