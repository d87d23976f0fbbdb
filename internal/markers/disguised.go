package markers

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/configgen/configgen/diag"
)

// disguised finds lines of a doc comment that were meant as markers, and that are prose because of how they are
// written: after a bullet, at the end of a sentence, without the plus sign, or with characters that cannot be seen.
// Lines whose first letter is missing or misspelled, as in +8ks:minimum=1, are unknown markers.
func (p *Parser) disguised(doc *ast.CommentGroup, place Place) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, line := range linesLike(doc, func(text string) bool { return mayBeMeant(text) && !isMarker(text) }) {
		found, ok := p.meant(line, place)
		if !ok {
			found, ok = p.odd(line, place)
		}
		if ok {
			findings = append(findings, found)
		}
	}
	return findings
}

// mayBeMeant reports whether a line has a plus sign, or the colon of a prefix, in ASCII or full-width.
func mayBeMeant(text string) bool {
	return strings.ContainsAny(text, "+:") || strings.Contains(text, "＋") || strings.Contains(text, "：")
}

// meant reports a line of prose that is a marker after one correction.
func (p *Parser) meant(line Line, place Place) (diag.Diagnostic, bool) {
	plain := plainText(line.Text)
	whole := func(message, marker string) (diag.Diagnostic, bool) {
		return p.finding(line, 0, len(line.Text), "unknown-marker", message, "use "+marker).
			With(safely(p.replace(line, 0, len(line.Text), marker))), true
	}
	if strings.HasPrefix(plain, "+") {
		switch marker := tightened(Line{Text: plain}).Text; {
		case !p.isForm(marker):
		case plain == line.Text:
			return whole("a marker has no white space after the plus sign", marker)
		default:
			return whole("a marker has invisible or full-width characters and is not read", marker)
		}
	}
	if bare := undecorated(plain); p.isForm(bare) && p.applies(bare, place) {
		return whole("a marker is on a line of its own, without bullets, numbers, brackets, quotes or a second plus sign",
			bare)
	}
	unprefixed := "+" + strings.TrimPrefix(plain, "configgen:")
	for _, marker := range []string{"+" + plain, unprefixed} {
		prefixed := strings.HasPrefix(plain, "k8s:") || strings.HasPrefix(plain, "configgen:")
		if prefixed && p.isForm(marker) && p.applies(marker, place) {
			return whole("a marker begins with a plus sign", marker)
		}
	}
	return p.trailing(line, place)
}

// numbered matches the number of an item of a list.
var numbered = regexp.MustCompile(`^\(?[0-9a-zA-Z]{1,2}[.)]\s+`)

// undecorated is a line without what lists, quotations and patches have around it.
func undecorated(line string) string {
	line = numbered.ReplaceAllString(strings.TrimLeft(line, "-*•·>#~ \t"), "")
	for _, pair := range []string{"()", "[]", "{}", "<>", "``", `""`, "''"} {
		if len(line) > 2 && line[0] == pair[0] && line[len(line)-1] == pair[1] {
			line = line[1 : len(line)-1]
		}
	}
	if plain := strings.TrimLeft(line, "+"); len(plain) < len(line) {
		return "+" + plain
	}
	return line
}

// trailing reports a marker of configgen at the end of a line of prose: an error after a sentence, and a warning where
// the marker can be a word of the sentence.
func (p *Parser) trailing(line Line, place Place) (diag.Diagnostic, bool) {
	for at, char := range line.Text {
		before, marker := strings.TrimRight(line.Text[:at], " \t"), line.Text[at:]
		if char != '+' || len(before) == at || !strings.ContainsFunc(before, unicode.IsLetter) {
			continue
		}
		if !p.isForm(marker) || !p.applies(marker, place) || !closes(marker) || p.specs[nameOf(marker)].Foreign {
			continue
		}
		advice := p.replace(line, len(before), len(line.Text), "\n// "+marker)
		advice.Marker = marker
		found := p.finding(line, at, len(line.Text), "unknown-marker",
			fmt.Sprintf("%s has no effect at the end of a line of text", marker), "write it on a line of its own").With(advice)
		found.Marker = nameOf(marker)
		if !strings.ContainsAny(before[len(before)-1:], ".:;!?") {
			found.Severity = diag.Warning
		}
		return found, true
	}
	return diag.Diagnostic{}, false
}

// closes reports whether a line ends with a marker: no text follows its arguments or its value.
func closes(marker string) bool {
	rest := marker[1+len(nameOf(marker)):]
	if strings.HasPrefix(rest, "(") {
		end := strings.LastIndexByte(rest, ')')
		if end < 0 {
			return false
		}
		rest = rest[end+1:]
	}
	return isEnd(rest) && !strings.ContainsAny(rest, " \t") && !strings.HasSuffix(rest, ".")
}

// odd reports a line that would be a marker if its first letter were not missing or misspelled, as in +8ks:minimum=1.
func (p *Parser) odd(line Line, place Place) (diag.Diagnostic, bool) {
	if len(line.Text) < 2 || line.Text[0] != '+' || strings.ContainsAny(line.Text[1:2], " \t") {
		return diag.Diagnostic{}, false
	}
	name := line.Name()
	near, _ := p.suggestion(name, place)
	if near == "" && nearOther(name) == "" || !isEnd(line.Text[1+len(name):]) {
		return diag.Diagnostic{}, false
	}
	return p.unknown(line, name, place), true
}

// isForm reports whether a text is a marker that is known: its name alone, or followed by arguments or a value.
func (p *Parser) isForm(text string) bool {
	if !isMarker(text) {
		return false
	}
	name := nameOf(text)
	_, known := p.specs[name]
	return known && isEnd(text[1+len(name):])
}

// nameOf is the name of the marker that a text begins with.
func nameOf(marker string) string { return Line{Text: marker}.Name() }

// isEnd reports whether a text can follow the name of a marker.
func isEnd(rest string) bool { return rest == "" || rest[0] == '=' || rest[0] == '(' }

// applies reports whether a known marker can be on a declaration of the given kind.
func (p *Parser) applies(marker string, place Place) bool {
	return slices.Contains(p.specs[nameOf(marker)].Places, place)
}

// tightened is a line without the white space after its plus sign.
func tightened(line Line) Line {
	return Line{"+" + strings.TrimLeft(line.Text[1:], " \t"), line.Pos, line.Starred, line.whole}
}

// plainText is a text without characters that cannot be seen, and with ASCII characters in place of full-width ones
// and of white space of other kinds.
func plainText(text string) string {
	const fullWidth = '！' - '!'
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case r >= '！' && r <= '～':
			return r - fullWidth
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text))
}

// replace is the advice to write a text in the place of the bytes from start to end of a marker line.
func (p *Parser) replace(line Line, start, end int, text string) diag.Advice {
	right := line.Text[:start] + text + line.Text[end:]
	at := p.fset.Position(line.Pos)
	return diag.Advice{Marker: right, Edits: []diag.Edit{
		{Filename: at.Filename, Start: at.Offset + start, End: at.Offset + end, New: text},
	}}
}

// safely is advice that --fix follows.
func safely(advice diag.Advice) diag.Advice {
	advice.Safe = true
	return advice
}

// finding returns a finding for the bytes from start to end of a marker line.
func (p *Parser) finding(line Line, start, end int, code, message, fix string) diag.Diagnostic {
	from, to := p.fset.Position(line.Pos+token.Pos(start)), p.fset.Position(line.Pos+token.Pos(end))
	return diag.At(from, to, code, message, fix)
}
