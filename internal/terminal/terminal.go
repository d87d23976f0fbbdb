// Package terminal lays out text for a terminal, and for pages with lines of another length.
package terminal

import (
	"strings"
	"unicode/utf8"
)

// FirstSentence is the first sentence of a doc comment, on one line.
func FirstSentence(doc string) string {
	text := strings.Join(strings.Fields(doc), " ")
	if before, _, ok := strings.Cut(text, ". "); ok {
		return before
	}
	return strings.TrimSuffix(text, ".")
}

// Columns is the width of a terminal that texts fit into.
const Columns = 80

// Indent flows text into lines of the width of a terminal, with a prefix of white space in front of each that is not
// empty. Paragraphs stay apart, and lines that begin with a tab, which are examples, stay as they are.
func Indent(text, prefix string) string {
	var b strings.Builder
	var paragraph []string
	flush := func() {
		if len(paragraph) > 0 {
			b.WriteString(Flow(strings.Join(paragraph, " "), prefix, prefix))
		}
		paragraph = nil
	}
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		line = strings.TrimRight(line, "\n")
		example, ok := strings.CutPrefix(line, "\t")
		switch {
		case ok:
			flush()
			b.WriteString(prefix + "  " + example + "\n")
		case strings.TrimSpace(line) == "":
			flush()
			b.WriteString("\n")
		default:
			paragraph = append(paragraph, strings.TrimSpace(line))
		}
	}
	flush()
	return b.String()
}

// Flow breaks text between its words into lines of the width of a terminal. The first line begins with one prefix, the
// others with another.
func Flow(text, first, rest string) string { return Wrap(text, first, rest, Columns) }

// Wrap is Flow with lines of a number of columns.
func Wrap(text, first, rest string, columns int) string {
	var b strings.Builder
	line, empty := first, true
	for word := range strings.FieldsSeq(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			b.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	b.WriteString(line + "\n")
	return b.String()
}
