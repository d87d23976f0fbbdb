package load

import (
	"go/ast"
	"go/token"
	"strings"
	"sync"

	"k8s.io/gengo/v2/codetags"

	"github.com/configgen/configgen/internal/markers"
)

// Tag is a line of a comment that one of Kubernetes' generators may read. A marker of configgen is none.
type Tag struct {
	// Name and Value are the tag's, as codetags splits it.
	Name, Value string
	// Line is the tag as it is in the source, after the plus sign.
	Line string
	// Arguments reports that the tag has some, Malformed that it cannot be parsed.
	Arguments, Malformed bool
	// Starred reports that the generators do not read the tag, because a star precedes it.
	Starred bool
	// Pos and End span the tag.
	Pos, End token.Position
}

// unreadable reports whether a tag should name a package and does not.
func (t Tag) unreadable() bool { return t.Malformed || t.Arguments || t.Value == "" }

// Tags are the tags in all comments of the package's Files, in the order of the source.
func (p *Package) Tags() []Tag { return p.tags() }

// ClauseTags are the tags in the doc comments of the package clauses.
func (p *Package) ClauseTags() []Tag { return p.clauseTags() }

// TagsInDoc are the tags of the package: those anywhere in its doc.go, since Kubernetes' generators read no other file
// for them.
func (p *Package) TagsInDoc() []Tag { return p.docTags() }

// ownMarkers are the names of the markers of configgen, which the generators of Kubernetes do not read.
var ownMarkers = sync.OnceValue(func() map[string]bool {
	own := map[string]bool{}
	for _, spec := range markers.Vocabulary() {
		own[spec.Name] = !spec.Foreign
	}
	return own
})

// tagsOf reads the tags of comments when they are asked for: few packages are read by Kubernetes' generators.
func tagsOf(fset *token.FileSet, comments func() []*ast.CommentGroup) func() []Tag {
	return sync.OnceValue(func() []Tag { return tagsIn(fset, comments()...) })
}

func tagsIn(fset *token.FileSet, comments ...*ast.CommentGroup) []Tag {
	var tags []Tag
	for _, comment := range comments {
		for _, line := range markers.Lines(comment) {
			if ownMarkers()[line.Name()] {
				continue
			}
			tag := parseTag(line.Text[1:])
			tag.Starred = line.Starred
			tag.Pos, tag.End = fset.Position(line.Pos), fset.Position(line.Pos+token.Pos(len(line.Text)))
			tags = append(tags, tag)
		}
	}
	return tags
}

// parseTag splits a tag as the generators do.
func parseTag(line string) Tag {
	tag := Tag{Name: line, Line: line}
	if end := strings.IndexAny(line, "=( \t"); end >= 0 {
		tag.Name = line[:end]
	}
	parsed, err := codetags.Parse(line, codetags.RawValues(true))
	if err != nil {
		tag.Malformed = true
		return tag
	}
	tag.Value, tag.Arguments = parsed.Value, len(parsed.Args) > 0
	return tag
}
