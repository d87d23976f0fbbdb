package rule

import (
	"strings"
	"testing"
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
