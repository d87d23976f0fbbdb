package rule

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestTexts expects sentences, in the order of the codes, and examples of all rules on the pages that promise them.
func TestTexts(t *testing.T) {
	for page, labels := range map[Page]string{Findings: "", Lint: "not but", Breaking: "before after instead"} {
		previous := ""
		for _, r := range On(page) {
			if r.Code <= previous {
				t.Errorf("internal/rule/%s.txtar: the section %s belongs above %s, once", page, r.Code, previous)
			}
			previous = r.Code
			var found []string
			for _, example := range r.Examples {
				found = append(found, example.Label)
			}
			if got := strings.Join(found, " "); labels != "" && got != labels {
				t.Errorf("%s has the examples %q, want %q", r.Code, got, labels)
			}
			if !strings.HasSuffix(r.Doc, ".") || r.Detail != "" && !strings.HasSuffix(r.Detail, ".") {
				t.Errorf("%s: %q is not made of sentences", r.Code, r.Text())
			}
		}
	}
}

// TestRecorded expects the recorded findings in the scripts, where further places may be between a message and its fix.
func TestRecorded(t *testing.T) {
	scripts, err := filepath.Glob("../../testdata/script/findings/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	var lines []string
	for _, script := range scripts {
		content := testfiles.Read(t, script)
		lines = append(lines, strings.Split(string(content), "\n")...)
	}
	for _, file := range files(Recorded) {
		code, isFinding := strings.CutSuffix(file.Name, "/finding")
		parts := append(strings.Split(strings.TrimSpace(string(file.Data)), "; "), " ("+code+")")
		isPrinted := func(line string) bool {
			return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(line, part) })
		}
		if isFinding && !slices.ContainsFunc(lines, isPrinted) {
			t.Errorf("no script prints %sRecord it with go test ./cmd/configgen -run TestAdvice -update", file.Data)
		}
	}
}
