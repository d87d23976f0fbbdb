package layers

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Plain returns a text as messages show it: characters that do not print are written as Go escapes. A name or a value
// cannot move the cursor, and cannot change the order of the text or the number of lines.
func Plain(text string) string {
	if isPlain(text) {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		switch quoted := strconv.Quote(text[i : i+width(text, i, r)]); {
		case r == '"' || r == '\\':
			out.WriteRune(r)
		default:
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return out.String()
}

// PlainLines returns a text of several lines, each of them as Plain does.
func PlainLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Plain(line)
	}
	return strings.Join(lines, "\n")
}

// Brief returns a JSON value as a line of text shows it: without quotes, and cut if it is long.
func Brief(value string) string {
	const most = 60
	text := strings.Trim(value, `"`)
	switch {
	case text == "":
		return value
	case len([]rune(text)) > most:
		text = string([]rune(text)[:most]) + "..."
	}
	return Plain(text)
}

// FileComments returns comments that list the files that were read, and the files that were not read.
func FileComments(read, skipped []string) string {
	var out strings.Builder
	for _, name := range read {
		out.WriteString("# read: " + Plain(name) + "\n")
	}
	for _, name := range skipped {
		out.WriteString("# not read: " + Plain(name) + "\n")
	}
	return out.String()
}

// Quoted returns a name as messages show it: in quotes if it is not plain.
func Quoted(name string) string {
	if isPlain(name) {
		return name
	}
	return strconv.Quote(name)
}

func isPlain(text string) bool {
	for _, r := range text {
		if !strconv.IsPrint(r) || r == '\uFFFD' {
			return false
		}
	}
	return true
}

// width returns the number of bytes of the character at an offset. A byte that is not UTF-8 is one character.
func width(text string, at int, r rune) int {
	if r == '\uFFFD' && !strings.HasPrefix(text[at:], "\uFFFD") {
		return 1
	}
	return len(string(r))
}

// duplicateKey reports a key that a map has already. Its path is added if it cannot be a part of a secret.
func duplicateKey(at Pos, first *Node) Problem {
	message := fmt.Sprintf("duplicate key, first used in line %d", first.Key.Line)
	return Problem{Pos: at, Message: message, Code: DuplicateKey, Kind: "duplicate key", Of: first}
}

// Name returns what may be shown of a name that the author of a file wrote, in quotes if it is not plain. It is cut at
// the first separator, because what follows may be a secret, if a blank was forgotten.
func Name(name string) string { return Quoted(Cut(name)) }

// Cut returns a name up to the first separator: a blank, a colon, an equals sign, a comma, a semicolon, or a mark that
// is not ASCII.
func Cut(name string) string {
	const longest = 200
	separates := func(r rune) bool {
		return strings.ContainsRune(":=,;", r) || unicode.IsSpace(r) ||
			r > unicode.MaxASCII && (unicode.IsPunct(r) || unicode.IsSymbol(r)) && r != '\uFFFD'
	}
	end := strings.IndexFunc(name, separates)
	for i := range name {
		if i >= longest && (end < 0 || i < end) {
			end = i
		}
	}
	if end < 0 {
		return name
	}
	return name[:end] + "..."
}
