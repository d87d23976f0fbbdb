package markers

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is a line of a comment that starts with a plus sign and a letter.
type Line struct {
	// Text is the line from the plus sign, without trailing white space.
	Text string
	// Pos is the position of the plus sign.
	Pos token.Pos
	// Starred reports that the line begins with a star, in a comment of several lines. The generators of Kubernetes do not
	// read it.
	Starred bool
	// whole is the line of the comment, also for a marker inside of another one.
	whole span
}

// span is the text of a line of a comment.
type span struct {
	pos, end token.Pos
	// alone is set if nothing else is in the line of the file, so that the line can be removed.
	alone bool
}

// Name is the text after the plus sign, up to the first character that cannot be part of a name.
func (l Line) Name() string {
	end := strings.IndexFunc(l.Text[1:], func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.-:", r)
	})
	if end < 0 {
		return l.Text[1:]
	}
	return l.Text[1 : 1+end]
}

// Lines returns the marker lines of a comment group, which may be nil.
func Lines(group *ast.CommentGroup) []Line { return linesLike(group, isMarker) }

func linesLike(group *ast.CommentGroup, wanted func(text string) bool) []Line {
	if group == nil {
		return nil
	}
	var found []Line
	for _, comment := range group.List {
		eachLine(comment.Text, func(offset int, text string) {
			if wanted(text) {
				pos := comment.Pos() + token.Pos(offset)
				before, after := comment.Text[:offset], comment.Text[offset:]
				alone := before[1] == '/' || strings.Contains(before, "\n") && strings.Contains(after, "\n")
				starred := strings.HasPrefix(before, "/*") && strings.HasSuffix(strings.TrimRight(before, " \t"), "*") &&
					strings.Contains(before, "\n")
				found = append(found, Line{text, pos, starred, span{pos, pos + token.Pos(len(text)), alone}})
			}
		})
	}
	return found
}

// Text is the prose of a comment group: its lines up to a line of three dashes, without marker lines. Kubernetes
// reserves the text after three dashes for notes to maintainers. Paragraphs are separated by one empty line.
func Text(group *ast.CommentGroup) string {
	if group == nil {
		return ""
	}
	var lines []string
	cut := false
	for _, comment := range group.List {
		if after, line := strings.CutPrefix(comment.Text, "//"); line && after != "" && !strings.Contains(" \t+", after[:1]) {
			continue // A directive such as //go:generate.
		}
		eachLine(comment.Text, func(_ int, text string) {
			cut = cut || text == "---"
			if !cut && !isMarker(text) {
				lines = append(lines, text)
			}
		})
	}
	text := strings.TrimSpace(strings.Join(lines, "\n"))
	for strings.Contains(text, "\n\n\n") {
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	return text
}

// eachLine calls visit with every line of a comment, without the comment markers, and its offset in bytes.
func eachLine(comment string, visit func(offset int, text string)) {
	start, end := 2, len(comment)
	if strings.HasPrefix(comment, "/*") {
		end -= 2
	}
	for start <= end {
		line := comment[start:end]
		next := strings.IndexByte(line, '\n')
		if next >= 0 {
			line = line[:next]
		}
		text := strings.TrimLeft(line, " \t")
		indent := len(line) - len(text)
		if strings.HasPrefix(comment, "/*") && (strings.HasPrefix(text, "* ") || text == "*") {
			trimmed := strings.TrimLeft(text[1:], " \t")
			indent, text = len(line)-len(trimmed), trimmed
		}
		visit(start+indent, strings.TrimRightFunc(text, unicode.IsSpace))
		if next < 0 {
			return
		}
		start += next + 1
	}
}

// withLineBreaks makes line breaks of \n in the double-quoted arguments of a marker. The grammar of codetags allows
// them in arguments, but has no escape for them. What follows the arguments stays as it is.
func withLineBreaks(text string) string {
	open := strings.IndexAny(text, "(=")
	if open < 0 || text[open] == '=' || !strings.Contains(text, `\n`) {
		return text
	}
	var out strings.Builder
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == 0 && c == ')':
			return out.String() + text[i:]
		case quote == 0 && (c == '"' || c == '`'):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0 && c == '\\' && i+1 < len(text):
			if i++; quote == '"' && text[i] == 'n' {
				out.WriteByte('\n')
				continue
			}
			out.WriteByte(c)
			c = text[i]
		}
		out.WriteByte(c)
	}
	return out.String()
}

func isMarker(text string) bool {
	if len(text) < 2 || text[0] != '+' {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text[1:])
	return unicode.IsLetter(first) || first == '_'
}
