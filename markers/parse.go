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

// Parser reads the markers of comments.
type Parser struct {
	fset  *token.FileSet
	specs map[string]Spec
	own   []string
	k8s   []string // the names of the tags of declarative validation
}

// NewParser returns a parser for the whole vocabulary. The comments that it parses have positions in fset.
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

// Parse reads the markers of the doc comment of a declaration. A marker with a mistake is reported as a finding and is
// not in the set. Markers of other tools are ignored, unless they are in the vocabulary.
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
				fmt.Sprintf("+%s is specified more than once, first on line %d", marker.Name, before[0].Position.Line),
				"keep one"))
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
		if spec, known := p.specs[line.Name()]; known && !spec.Foreign {
			findings = append(findings, p.finding(line, 0, len(line.Text), "misplaced-marker",
				fmt.Sprintf("+%s has no effect %s", spec.Name, where),
				"move it into the doc comment of a "+placesText(spec.Places)))
		}
	}
	return findings
}

// line reads one marker line. It returns false for a marker of another tool and for a marker with a mistake.
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
			fmt.Sprintf("+%s does not apply to a %s", name, place),
			"move it into the doc comment of a "+placesText(spec.Places))}
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

// unknown reports a name that is similar to that of a marker of configgen or to a tag of declarative validation.
func (p *Parser) unknown(line Line, name string) []diag.Diagnostic {
	plain, colon := strings.CutSuffix(name, ":")
	if spec, known := p.specs[plain]; known && colon && !spec.Foreign {
		return []diag.Diagnostic{p.finding(line, 0, 1+len(name), "unknown-marker",
			fmt.Sprintf("unknown marker +%s", name), "write "+Synopsis(spec)+", without a colon")}
	}
	candidates := p.own
	if strings.HasPrefix(name, "k8s:") {
		candidates = p.k8s
	}
	near, distance := diag.Nearest(name, candidates)
	if strings.EqualFold(near, name) {
		distance = 1
	}
	most := min(2, len(strings.TrimPrefix(near, "k8s:"))/2)
	if distance > most || strings.Contains(name, ":") != strings.Contains(near, ":") {
		return nil
	}
	return []diag.Diagnostic{p.finding(line, 0, 1+len(name), "unknown-marker",
		fmt.Sprintf("unknown marker +%s", name), fmt.Sprintf("did you mean +%s?", near))}
}

// spaced finds lines that would be markers of configgen without the white space after the plus sign.
func (p *Parser) spaced(doc *ast.CommentGroup) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, line := range spacedLines(doc) {
		tight := Line{Text: "+" + strings.TrimLeft(line.Text[1:], " \t"), Pos: line.Pos}
		name := tight.Name()
		rest := strings.TrimPrefix(tight.Text, "+"+name)
		spec, known := p.specs[name]
		if known && !spec.Foreign && (strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "(")) {
			findings = append(findings, p.finding(line, 0, len(line.Text), "unknown-marker",
				"a marker has no white space after the plus sign", "write "+tight.Text))
		}
	}
	return findings
}

// finding returns a finding for the bytes from start to end of a marker line.
func (p *Parser) finding(line Line, start, end int, code, message, fix string) diag.Diagnostic {
	from, to := p.fset.Position(line.Pos+token.Pos(start)), p.fset.Position(line.Pos+token.Pos(end))
	return diag.At(from, to, code, message, fix)
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
