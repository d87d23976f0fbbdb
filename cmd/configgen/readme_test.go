package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/markdown"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestReadmeExample generates for the types that the README begins with, and finds the code that it shows for them.
func TestReadmeExample(t *testing.T) {
	readme := testfiles.Read(t, "../../README.md")
	blocks, err := markdown.Code(string(readme), "go")
	if err != nil || len(blocks) < 2 {
		t.Fatalf("the README has %d blocks of Go, %v", len(blocks), err)
	}
	types, shown := blocks[0], blocks[1]
	module := newModule(t, golden)
	const header = `package config

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

`
	const object = "}\n\nfunc (c *RelayConfiguration) DeepCopyObject() runtime.Object { return c }\n"
	module.write("config/types.go", header+types+object)
	module.write("config/register.go", "package config\n\nimport \"k8s.io/apimachinery/pkg/runtime\"\n\n"+
		"var AddToScheme = func(*runtime.Scheme) error { return nil }\n")
	if status, output := run(t, module.dir, "generate", "--no-cache", "./..."); status != 0 {
		t.Fatalf("status %d\n%s", status, output)
	}
	files, err := filepath.Glob(filepath.Join(module.dir, "config", "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, filepath.Join(module.dir, "config", "zz_generated.pathrefs.go"))
	var lines []string
	for _, file := range files {
		content := testfiles.Read(t, file)
		for line := range strings.Lines(string(content)) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	for line := range strings.Lines(shown) {
		code, _, _ := strings.Cut(line, " //")
		if code = strings.TrimSpace(code); !slices.Contains(lines, code) {
			t.Errorf("configgen does not write this line of the README: %s", code)
		}
	}
}
