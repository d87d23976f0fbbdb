package status

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPage: the documentation names each condition, reason, outcome and state, and no other.
func TestPage(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	named := func(text, pattern string) map[string]bool {
		names := map[string]bool{}
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			names[match[1]] = true
		}
		return names
	}
	code := named(regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(read("../../v1alpha1/pool.go")+
		read("../rollout/exported.go")+read("../rollout/instance.go")+read("summary.go"), ""), `"([A-Z][A-Za-z]+)"`)
	_, section, _ := strings.Cut(read("../../../docs/how-to/roll-outs.md"), "\n## In the hands of people\n")
	page := named(section, "`([A-Z][A-Za-z]+)`")
	delete(code, "True")     // It is the status of a condition.
	delete(page, "ConfigOK") // It is a condition of an instance.
	for name := range code {
		if !page[name] {
			t.Errorf("the page does not name %s", name)
		}
	}
	for name := range page {
		if !code[name] {
			t.Errorf("the page names %s, which does not exist", name)
		}
	}
}
