package house

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/configgen/configgen/internal/testfiles"
)

// link is a link of Markdown to a place in this repository.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinks expects that each link of a page to a file of this repository leads to a file or directory that exists, and
// to a heading in it if the link names one.
func TestLinks(t *testing.T) {
	pages := sources(t, func(file string) bool { return path.Ext(file) == ".md" && !within(file, "testdata") })
	links := 0
	for _, page := range pages {
		for _, b := range page.blocks(t) {
			if b.IsCode() {
				continue
			}
			for i, line := range strings.Split(b.Text, "\n") {
				if !strings.HasPrefix(line, "    ") {
					links += checkLinks(t, page, b.Line+i, line)
				}
			}
		}
	}
	if links < 30 {
		t.Errorf("only %d links were found", links)
	}
}

// checkLinks checks the links in a line, and returns how many lead to this repository.
func checkLinks(t *testing.T, page source, number int, line string) (links int) {
	t.Helper()
	for _, found := range link.FindAllStringSubmatch(code.ReplaceAllString(line, ""), -1) {
		target, heading, _ := strings.Cut(found[1], "#")
		if strings.Contains(target, ":") {
			continue // another site
		}
		links++
		name := path.Join(path.Dir(page.path), target)
		if target == "" {
			name = page.path
		}
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Errorf("%s:%d: there is no %s", page.path, number, name)
		} else if heading != "" && path.Ext(name) == ".md" && !headings(t, name)[heading] {
			t.Errorf("%s:%d: %s has no heading for #%s", page.path, number, name, heading)
		}
	}
	return links
}

// anchor is a place in a page that has a name of its own.
var anchor = regexp.MustCompile(`<a id="([^"]+)">`)

// headings returns the anchors of a page: explicit anchors, and the anchors that code hosts generate for headings.
func headings(t *testing.T, name string) map[string]bool {
	t.Helper()
	text := testfiles.Read(t, filepath.Join(root, filepath.FromSlash(name)))
	anchors := map[string]bool{}
	for _, found := range anchor.FindAllStringSubmatch(string(text), -1) {
		anchors[found[1]] = true
	}
	for line := range strings.Lines(string(text)) {
		title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " ")
		if !ok || !strings.HasPrefix(line, "#") {
			continue
		}
		anchors[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title))] = true
	}
	return anchors
}
