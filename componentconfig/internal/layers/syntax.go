package layers

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

var yamlError = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?((?s).*)$`)

// unrendered is said of {{ }} outside of quotes, which YAML reads as an object that is the key of an object.
const unrendered = "{{ }} is an action of a template: render the template, and use the result"

var (
	conflictMarker = regexp.MustCompile(`(?m)^(<{7}|={7}|>{7}|\|{7})(\s|$)`)
	templateAction = regexp.MustCompile(`(?m)^\s*(- +)*([\w./-]+: +)?\{\{`)
)

var tabIndent = regexp.MustCompile(`(?m)^ *\t`)

// syntax reports a syntax error. The YAML library gives the line where a construct starts and no column, so the
// positions of the most common mistakes are found here.
func (p *parser) syntax(err error, data []byte) {
	m := yamlError.FindStringSubmatch(err.Error())
	line, _ := strconv.Atoi(m[1]) // 0 if the library gives no line.
	complaint := strings.ReplaceAll(strings.TrimSpace(m[2]), "\n", " ")
	if strings.HasPrefix(complaint, "did not find expected ") { // The library's parser counts from 0, its scanner from 1.
		line = min(line, bytes.Count(bytes.TrimRight(data, " \t\r\n"), []byte("\n"))) + 1
	}
	cannotBegin := strings.Contains(complaint, "cannot start any token")
	offset, message := -1, ""
	conflict, template := conflictMarker.FindIndex(data), templateAction.FindIndex(data)
	switch tab := tabIndent.FindIndex(data); {
	case conflict != nil:
		offset, message = conflict[0], "this line is a conflict marker of git: resolve the conflict"
	case template != nil:
		offset, message = template[1]-len("{{"), unrendered
	case tab != nil && (strings.Contains(complaint, "tab") || cannotBegin):
		at := Pos{p.file, bytes.Count(data[:tab[0]], []byte("\n")) + 1, 1}
		p.problems = append(p.problems, Problem{Pos: at, Code: BadSyntax,
			Message: "not valid YAML: this line is indented with a tab; use spaces"})
		return
	case cannotBegin:
		message = "a value cannot start with @, % or a backquote: put it in quotes"
	case strings.HasPrefix(complaint, "unknown anchor "):
		// The name is not shown: a secret may start with an asterisk.
		offset = bytes.Index(data, []byte("*"+strings.TrimSuffix(strings.TrimPrefix(complaint, "unknown anchor '"),
			"' referenced")))
		message = "a value that starts with * refers to an anchor (&), and this anchor does not exist: put the value " +
			"in quotes"
	case strings.Contains(complaint, "alphabetic or numeric"):
		if at := badAnchor.FindSubmatchIndex(data); at != nil {
			offset = at[2]
		}
		message = "a value that starts with * or & is an alias or an anchor in YAML: put it in quotes"
	case strings.Contains(complaint, "UTF-8") || strings.Contains(complaint, "control characters"):
		offset, message = unreadable(data)
	}
	if message == "" {
		message = translated(complaint)
	}
	at := Pos{p.file, max(line, 1), 1}
	if offset >= 0 {
		before := data[:offset]
		at.Line, at.Column = bytes.Count(before, []byte("\n"))+1,
			utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])+1
	}
	p.problems = append(p.problems, Problem{Pos: at, Code: BadSyntax, Message: "not valid YAML: " + message})
}

// unreadable returns the offset of the first byte that is not allowed in YAML; -1 if there is none.
func unreadable(data []byte) (offset int, message string) {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return i, fmt.Sprintf("the byte 0x%02X is not UTF-8: save the file in UTF-8", data[i])
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0x7F:
			return i, fmt.Sprintf("the control character U+%04X is not allowed: remove it, or write it as \"\\u%04x\" in "+
				"double quotes", r, r)
		}
		i += size
	}
	return -1, ""
}

// badAnchor finds an asterisk or ampersand at the start of a value, in front of what no name starts with.
var badAnchor = regexp.MustCompile(`(?m)(?:^|[\s\[{,:-])([*&])(?:[^0-9A-Za-z_-]|$)`)

// translated returns an error of the YAML library in other words, or with how to fix it.
func translated(complaint string) string {
	for _, known := range []struct{ part, meaning string }{
		{"incompatible YAML document", "the directive %YAML names another version than 1.1: remove this line"},
		{"directive", "a line that starts with % is a directive: remove it, or put the value in quotes"},
		{"mapping keys are not allowed", "a value cannot start with a question mark and a blank: put it in quotes"},
		{"expected node content", "a value is missing, or a bracket is not closed or not opened"},
		{"expected comment or line break", "a value that starts with > or | begins on the next line: put it in quotes"},
		{"expected '-' indicator", "an item that starts with - is missing: indent all items of this list alike"},
		{"hexdecimal number", "an escape has too few digits: write \\\\ for a backslash, or use single quotes"},
		{"Unicode character escape", "an escape is not a Unicode character: write the character itself"},
		{"tag", "a value that starts with ! is a tag in YAML: put it in quotes"},
	} {
		if strings.Contains(complaint, known.part) {
			return known.meaning
		}
	}
	return complaint + adviceOn(complaint)
}

// adviceOn returns how to fix a syntax error, for the common ones.
func adviceOn(complaint string) string {
	for _, known := range []struct{ part, advice string }{
		{"expected <document start>", ": remove the text after the end of the object"},
		{"expected key", ": indent all lines of this block alike"},
		{"mapping values are not allowed", ": put a string with a colon and a space in quotes, or fix the indentation"},
		{"block sequence entries are not allowed", ": start the list on a line of its own"},
		{"unknown escape character", ": write \\\\ for a backslash, or use single quotes"},
		{"could not find expected ':'", ": write key: value"},
		{"unexpected end of stream", ": close the quotes that are opened here"},
		{"expected ',' or ']'", ": close the list that is opened here"},
		{"expected ',' or '}'", ": close the object that is opened here"},
		{"incorrect", ": save the file in UTF-8"},
	} {
		if strings.Contains(complaint, known.part) {
			return known.advice
		}
	}
	return ""
}
