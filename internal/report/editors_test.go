package report_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/markdown"
	"github.com/configgen/configgen/internal/testfiles"
)

// matchers returns the regular expressions of the problem matchers on the page about editors, whose blocks are all
// JSON.
func matchers(t *testing.T) []*regexp.Regexp {
	t.Helper()
	page := testfiles.Read(t, "../../docs/how-to/editors.md")
	type pattern struct {
		Regexp                                      string
		File, Line, Column, Severity, Message, Code int
	}
	var found []*regexp.Regexp
	blocks, err := markdown.Code(string(page), "json")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range blocks {
		var tasks struct {
			Tasks []struct{ ProblemMatcher struct{ Pattern pattern } }
		}
		if err := json.Unmarshal([]byte(block), &tasks); err != nil {
			t.Fatalf("%v in %s", err, block)
		}
		for _, task := range tasks.Tasks {
			p := task.ProblemMatcher.Pattern
			if groups := (pattern{p.Regexp, 1, 2, 3, 4, 5, 6}); p != groups {
				t.Errorf("the groups are %v", p)
			}
			found = append(found, regexp.MustCompile(p.Regexp))
		}
	}
	if len(found) != 2 {
		t.Fatalf("the page has %d problem matchers", len(found))
	}
	return found
}

// TestEditorsReadFindings checks the problem matchers on the page about editors with the findings in the scripts.
func TestEditorsReadFindings(t *testing.T) {
	scripts, err := filepath.Glob("../../testdata/script/findings/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal(err, scripts)
	}
	lines := 0
	position := regexp.MustCompile(`^[^:]+:[0-9]+:`)
	for _, matcher := range matchers(t) {
		for _, name := range scripts {
			script := testfiles.Archive(t, name)
			for _, file := range script.Files {
				if file.Name != "want" {
					continue
				}
				for line := range strings.Lines(string(file.Data)) {
					if line = strings.TrimSuffix(line, "\n"); !position.MatchString(line) {
						continue
					}
					lines++
					if found := matcher.FindStringSubmatch(line); found == nil || joined(found) != line {
						t.Errorf("%s: the problem matcher reads %q in %s", filepath.Base(name), found, line)
					}
				}
			}
		}
	}
	if lines < 2*200 {
		t.Errorf("there are only %d lines", lines)
	}
	for _, other := range []string{
		"to fix this, run: go generate ./...", "+++ b/a.go", "@@ -1,2 +1,2 @@", "ok  	a	0.025s (cached)",
	} {
		if matchers(t)[0].MatchString(other) {
			t.Errorf("the problem matcher reads %s", other)
		}
	}
}

// joined joins the submatches of a problem matcher.
func joined(parts []string) string {
	text := parts[1] + ":" + parts[2] + ":"
	if parts[3] != "" {
		text += parts[3] + ":"
	}
	if parts[4] != "" {
		text += " " + string(diag.Warning) + ":"
	}
	return text + " " + parts[5] + " (" + parts[6] + ")"
}
