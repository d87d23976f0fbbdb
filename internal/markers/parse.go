package markers

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"k8s.io/gengo/v2/codetags"

	"github.com/configgen/configgen/diag"
)

// Parser reads the markers of comments.
type Parser struct {
	fset       *token.FileSet
	vocabulary []Spec
	specs      map[string]Spec // of the vocabulary, by their names
	own        []string
}

// NewParser returns a parser for the whole vocabulary. The comments that it parses have positions in fset.
func NewParser(fset *token.FileSet) *Parser {
	p := &Parser{fset: fset, vocabulary: Vocabulary(), specs: map[string]Spec{}}
	for _, spec := range p.vocabulary {
		p.specs[spec.Name] = spec
		if !spec.Foreign {
			p.own = append(p.own, spec.Name)
		}
	}
	return p
}

// Parse reads the markers of the doc comment of a declaration. A marker with a mistake is reported as a finding and is
// not in the set. Markers of other tools are ignored, unless they are in the vocabulary.
func (p *Parser) Parse(doc *ast.CommentGroup, place Place) (Set, []diag.Diagnostic) {
	var set Set
	findings := p.disguised(doc, place)
	for _, line := range Lines(doc) {
		marker, ok, found := p.line(line, place)
		findings = append(findings, found...)
		if !ok {
			continue
		}
		if before := set.Named(marker.Name); len(before) > 0 && !p.specs[marker.Name].Repeats {
			findings = append(findings, p.finding(line, 0, len(line.Text), "duplicate-marker",
				fmt.Sprintf("+%s is specified more than once, first on line %d", marker.Name, before[0].Position.Line),
				"keep one").With(p.remove(line)))
			continue
		}
		set = append(set, marker)
	}
	return set, findings
}

// ParseApart reads the markers of other tools in a comment that is separated from its declaration by an empty line,
// where the generators of gengo look for tags, too. Markers of configgen have no effect there; see Misplaced.
func (p *Parser) ParseApart(comment *ast.CommentGroup, place Place) Set {
	var set Set
	for _, line := range Lines(comment) {
		if !p.specs[line.Name()].Foreign {
			continue
		}
		if marker, ok, _ := p.line(line, place); ok {
			set = append(set, marker)
		}
	}
	return set
}

// Misplaced returns a finding for each marker of configgen in a comment that does not document a declaration. Where
// describes the comment, for example "in a comment at the end of a line".
func (p *Parser) Misplaced(group *ast.CommentGroup, where string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, line := range Lines(group) {
		if spec, known := p.specs[line.Name()]; known && !spec.Foreign && !otherMarkers().has(spec.Name) {
			found := p.misplaced(line, spec, "has no effect "+where)
			found.Marker = spec.Name
			findings = append(findings, found)
		}
	}
	return findings
}

// line reads one marker line. It returns false for a marker of another tool and for a marker with a mistake.
func (p *Parser) line(line Line, place Place) (Marker, bool, []diag.Diagnostic) {
	name := line.Name()
	spec, known := p.specs[name]
	if !known {
		return Marker{}, false, p.misspelled(line, name, place)
	}
	if !slices.Contains(spec.Places, place) {
		if spec.Foreign || otherMarkers().has(name) {
			return Marker{}, false, nil
		}
		return Marker{}, false, []diag.Diagnostic{p.inapplicable(line, spec, place)}
	}
	text := line.Text[1:]
	if !spec.Foreign {
		text = withLineBreaks(text)
	}
	tag, err := codetags.Parse(text, codetags.RawValues(true))
	if err != nil {
		return Marker{}, false, []diag.Diagnostic{p.finding(line, 0, len(line.Text), "marker-syntax",
			fmt.Sprintf("cannot read +%s: %v", name, err), "use "+Synopsis(spec))}
	}
	value, problems := decode(p, line, place, spec, tag)
	marker := Marker{
		Name: name, Value: value, Text: line.Text,
		Position: p.fset.Position(line.Pos), End: p.fset.Position(line.Pos + token.Pos(len(line.Text))),
		removal: p.removal(line),
	}
	return marker, !diag.Failed(problems), problems
}

// removal is the edit that removes the line of a marker from the file.
func (p *Parser) removal(line Line) diag.Edit {
	file := p.fset.File(line.Pos)
	if file == nil {
		return diag.Edit{}
	}
	start, end := file.Offset(line.whole.pos), file.Offset(line.whole.end)
	if line.whole.alone {
		first, last := file.Line(line.whole.pos), file.Line(line.whole.end)
		start, end = file.Offset(file.LineStart(first)), file.Size()
		if last < file.LineCount() {
			end = file.Offset(file.LineStart(last + 1))
		}
	}
	return diag.Edit{Filename: file.Name(), Start: start, End: end}
}

// remove is the advice to remove a marker that was not read.
func (p *Parser) remove(line Line) diag.Advice {
	return diag.Advice{Edits: []diag.Edit{p.removal(line)}}
}

// misspelled reports an unknown name that resembles a marker of configgen.
func (p *Parser) misspelled(line Line, name string, place Place) []diag.Diagnostic {
	plain, colon := strings.CutSuffix(name, ":")
	switch {
	case !p.resembles(name, place):
		return nil
	case colon:
		return []diag.Diagnostic{p.finding(line, 0, 1+len(name), "unknown-marker",
			fmt.Sprintf("unknown marker +%s", name), "use "+Synopsis(p.specs[plain])+", without a colon")}
	}
	return []diag.Diagnostic{p.unknown(line, name, place)}
}

func placesText(places []Place) string {
	words := make([]string, len(places))
	for i, place := range places {
		words[i] = string(place)
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
