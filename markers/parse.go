package markers

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"k8s.io/gengo/v2/codetags"

	"github.com/configgen/configgen/diag"
)

// Parser reads the markers of comments whose positions fset knows.
type Parser struct {
	fset  *token.FileSet
	specs map[string]Spec
	own   []string
	k8s   []string // the names of the tags of declarative validation
}

// NewParser returns a parser of the whole vocabulary.
func NewParser(fset *token.FileSet) *Parser {
	p := &Parser{fset: fset, specs: map[string]Spec{}}
	for _, spec := range Vocabulary() {
		p.specs[spec.Name] = spec
		if !spec.Foreign {
			p.own = append(p.own, spec.Name)
		}
		if spec.shape == reflect.TypeFor[Constraint]() || spec.shape == reflect.TypeFor[Union]() {
			p.k8s = append(p.k8s, spec.Name)
		}
	}
	return p
}

// Parse reads the doc comment of something that stands in the given place. Markers with a mistake are left out and named by
// the findings; markers of other tools that are not in the vocabulary are passed over.
func (p *Parser) Parse(doc *ast.CommentGroup, place Place) (Set, []diag.Diagnostic) {
	var set Set
	findings := p.spaced(doc)
	for _, line := range Lines(doc) {
		marker, ok, found := p.line(line, place)
		findings = append(findings, found...)
		if !ok {
			continue
		}
		if before := set.Named(marker.Name); len(before) > 0 && !p.specs[marker.Name].Repeats {
			findings = append(findings, p.finding(line, 0, len(line.Text), "duplicate-marker",
				fmt.Sprintf("+%s stands here twice, first in line %d", marker.Name, before[0].Position.Line), "keep one"))
			continue
		}
		set = append(set, marker)
	}
	return set, findings
}

// ParseApart reads, from a comment that a blank line sets apart from what it is about, the markers of other tools: gengo's
// generators look there, too. Markers of configgen's own have no effect there; see Misplaced.
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

// Misplaced returns findings for markers of configgen's own in a comment that documents nothing they can apply to. The text
// says where the comment stands, as in "in a comment at the end of a line".
func (p *Parser) Misplaced(group *ast.CommentGroup, where string) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, line := range Lines(group) {
		if spec, known := p.specs[line.Name()]; known && !spec.Foreign {
			findings = append(findings, p.finding(line, 0, len(line.Text), "misplaced-marker",
				fmt.Sprintf("+%s stands %s, where it has no effect", spec.Name, where),
				"move it into the doc comment of a "+placesText(spec.Places)))
		}
	}
	return findings
}

// line reads one marker line; it answers false for a foreign one and for one with a mistake.
func (p *Parser) line(line Line, place Place) (Marker, bool, []diag.Diagnostic) {
	name := line.Name()
	spec, known := p.specs[name]
	if !known {
		return Marker{}, false, p.unknown(line, name)
	}
	if !slices.Contains(spec.Places, place) {
		if spec.Foreign {
			return Marker{}, false, nil
		}
		return Marker{}, false, []diag.Diagnostic{p.finding(line, 0, len(line.Text), "misplaced-marker",
			fmt.Sprintf("+%s cannot stand on a %s", name, place), "move it into the doc comment of a "+placesText(spec.Places))}
	}
	tag, err := codetags.Parse(line.Text[1:], codetags.RawValues(true))
	if err != nil {
		return Marker{}, false, []diag.Diagnostic{p.finding(line, 0, len(line.Text), "marker-syntax",
			fmt.Sprintf("cannot read +%s: %v", name, err), "write "+Synopsis(spec))}
	}
	value, problems := decode(p, line, place, spec, tag)
	marker := Marker{
		Name: name, Value: value, Text: line.Text,
		Position: p.fset.Position(line.Pos), End: p.fset.Position(line.Pos + token.Pos(len(line.Text))),
	}
	return marker, !diag.Failed(problems), problems
}

// unknown finds names that are nearly, but not quite, one of ours, or of the tags of declarative validation.
func (p *Parser) unknown(line Line, name string) []diag.Diagnostic {
	plain, colon := strings.CutSuffix(name, ":")
	if spec, known := p.specs[plain]; known && colon && !spec.Foreign {
		return []diag.Diagnostic{p.finding(line, 0, 1+len(name), "unknown-marker", fmt.Sprintf("there is no marker +%s", name), "write "+Synopsis(spec)+", without a colon")}
	}
	candidates := p.own
	if strings.HasPrefix(name, "k8s:") {
		candidates = p.k8s
	}
	near, distance := diag.Nearest(name, candidates)
	if strings.EqualFold(near, name) {
		distance = 1
	}
	if distance > min(2, len(strings.TrimPrefix(near, "k8s:"))/2) || strings.Contains(name, ":") != strings.Contains(near, ":") {
		return nil
	}
	return []diag.Diagnostic{p.finding(line, 0, 1+len(name), "unknown-marker",
		fmt.Sprintf("there is no marker +%s", name), fmt.Sprintf("did you mean +%s?", near))}
}

// spaced finds lines that would be markers of ours, were it not for the white space behind the plus sign.
func (p *Parser) spaced(doc *ast.CommentGroup) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, line := range spacedLines(doc) {
		tight := Line{Text: "+" + strings.TrimLeft(line.Text[1:], " \t"), Pos: line.Pos}
		name := tight.Name()
		behind := strings.TrimPrefix(tight.Text, "+"+name)
		if spec, known := p.specs[name]; known && !spec.Foreign && (strings.HasPrefix(behind, "=") || strings.HasPrefix(behind, "(")) {
			findings = append(findings, p.finding(line, 0, len(line.Text), "unknown-marker",
				"white space stands behind the plus sign, so this is no marker", "write "+tight.Text))
		}
	}
	return findings
}

// finding spans the bytes from start to end of a marker line.
func (p *Parser) finding(line Line, start, end int, code, message, fix string) diag.Diagnostic {
	return diag.At(p.fset.Position(line.Pos+token.Pos(start)), p.fset.Position(line.Pos+token.Pos(end)), code, message, fix)
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
