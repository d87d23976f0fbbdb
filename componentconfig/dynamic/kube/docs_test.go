package kube_test

import (
	"os"
	"strings"
	"testing"
)

// TestDocs: the page about dynamic configuration shows what the example does.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../../docs/dynamic-configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(code), "func Example() {\n")
	body, _, found := strings.Cut(body, "\tos.Exit(")
	body = strings.ReplaceAll("\n"+body, "\n\t", "\n")
	if !found || !strings.Contains(string(page), "```go"+body+"```\n") {
		t.Errorf("the page does not show\n%s", body)
	}
}
