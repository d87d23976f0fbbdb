package house

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestLanguage refuses the expressions of testdata/forbidden.txt in every text outside of testdata. Text between
// backquotes on one line of a Markdown file is a quotation. Only quotations and the license are exempt.
func TestLanguage(t *testing.T) {
	forbidden := forbiddenWords(t)
	written := sources(t, func(file string) bool {
		return !within(file, "testdata") && path.Base(file) != "LICENSE" && path.Ext(file) != ".sum"
	})
	for _, s := range written {
		s.lines(func(number int, line string) {
			for _, words := range forbidden.FindAllString(withoutQuotations(s.path, line), -1) {
				t.Errorf("%s:%d: %q: write it another way, see Language in CONTRIBUTING.md", s.path, number, words)
			}
		})
	}
}

// TestLanguageCanFail checks the expressions themselves: each of them refuses its example, and words that only look
// alike are accepted.
func TestLanguageCanFail(t *testing.T) {
	forbidden := forbiddenWords(t)
	examples := textLines(t, "testdata/refused.txt")
	if expressions := textLines(t, "testdata/forbidden.txt"); len(examples) < len(expressions) {
		t.Errorf("%d examples for %d expressions", len(examples), len(expressions))
	}
	for _, text := range examples {
		if !forbidden.MatchString(text) {
			t.Errorf("%q is accepted", text)
		}
	}
	for _, text := range textLines(t, "testdata/accepted.txt") {
		if forbidden.MatchString(withoutQuotations("x.go", text)) {
			t.Errorf("%q is refused", text)
		}
	}
}

func forbiddenWords(t *testing.T) *regexp.Regexp {
	t.Helper()
	return regexp.MustCompile(`(?i)\b(` + strings.Join(textLines(t, "testdata/forbidden.txt"), "|") + `)\b`)
}

func textLines(t *testing.T, file string) []string {
	t.Helper()
	text := testfiles.Read(t, file)
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

var code = regexp.MustCompile("`[^`]*`")

var goodNo = regexp.MustCompile(`(?i)\bthere is no |\bis no longer\b`)

// withoutQuotations removes the exempt parts of a line: quotations, and the good uses of "no" after "is".
func withoutQuotations(file, line string) string {
	if path.Ext(file) == ".md" {
		line = code.ReplaceAllString(line, "``")
	}
	return goodNo.ReplaceAllString(line, "")
}

const columns = 120

// TestColumns refuses lines of more than 120 characters in hand-written Go files, templates and pages. Lines that
// cannot be broken are exempt: markers, tables, links, and the output of programs in console sessions and in the
// examples of rules.
func TestColumns(t *testing.T) {
	written := sources(t, func(file string) bool {
		extension := path.Ext(file)
		return !within(file, "testdata") && slices.Contains([]string{".go", ".tmpl", ".md"}, extension)
	})
	for _, s := range written {
		if s.generated() {
			continue
		}
		rules := false
		for _, b := range s.blocks(t) {
			rules = rules || strings.Contains(b.Text, "<!-- rules -->")
			printed := b.Language == "console" || rules && b.Language == "go"
			for i, line := range strings.Split(b.Text, "\n") {
				width := utf8.RuneCountInString(line)
				if width > columns && !printed && !unbreakable(s.path, line) {
					t.Errorf("%s:%d: the line has %d characters, at most %d are allowed", s.path, b.Line+i, width, columns)
				}
			}
		}
	}
}

// unbreakable reports whether the line has to be one line: a marker, a row of a Markdown table, a link. A template's
// line with actions has another width than its result.
func unbreakable(file, line string) bool {
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, "// +") || path.Ext(file) == ".tmpl" && strings.Contains(line, "{{") {
		return true
	}
	return path.Ext(file) == ".md" && (strings.HasPrefix(trimmed, "|") || strings.Contains(trimmed, "](http"))
}

// vague matches words that stand for a thing that the sentence does not name. A reader looks for it and reads the
// sentence again: name the thing.
var vague = regexp.MustCompile(`\b(what (it|they)|that of|those of|those that|as far as)\b`)

// quoted matches quotations in a comment.
var quoted = regexp.MustCompile("\"[^\"]*\"|`[^`]*`")

// TestCommentsNameThings refuses vague words in the comments of hand-written Go files, quotations aside. A sentence may
// continue on the next line.
func TestCommentsNameThings(t *testing.T) {
	written := sources(t, func(file string) bool {
		return path.Ext(file) == ".go" && !strings.HasPrefix(path.Base(file), "zz_generated")
	})
	for _, s := range written {
		for _, words := range vagueWords(t, s.path, s.text) {
			t.Errorf("%s: name the thing again, see Language in CONTRIBUTING.md", words)
		}
	}
}

// TestCommentsNameThingsCanFail checks that a sentence on two lines is read, and that code and quotations are not.
func TestCommentsNameThingsCanFail(t *testing.T) {
	const text = "package p\n\n// Port is that\n// of the server.\nvar Port = \"that of\" // what it says\n\n" +
		"// Text is \"those of\" or `what they`, what is it, and the port\n// +that of=x\nvar Text string\n"
	want := []string{"p.go:3: that of", "p.go:5: what it"}
	if got := vagueWords(t, "p.go", text); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// vagueWords returns the vague words in the comments of a file, with the line that each comment begins on. Markers are
// not sentences.
func vagueWords(t *testing.T, name, text string) (found []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil // a source with a mistake, for a test
	}
	for _, group := range file.Comments {
		sentences := strings.Builder{}
		for _, comment := range group.List {
			line := strings.TrimLeft(strings.TrimPrefix(comment.Text, "//"), " \t")
			if !strings.HasPrefix(line, "+") {
				sentences.WriteString(" " + line)
			}
		}
		for _, words := range vague.FindAllString(quoted.ReplaceAllString(sentences.String(), ""), -1) {
			found = append(found, fmt.Sprintf("%s:%d: %s", name, fset.Position(group.Pos()).Line, words))
		}
	}
	return found
}
