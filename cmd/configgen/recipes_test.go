//go:build tools

package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/markdown"
	"github.com/configgen/configgen/internal/testfiles"
)

// recipe is an example in CONTRIBUTING.md: the edits in its blocks of Go, and the commands that must pass after them.
type recipe struct {
	heading string
	edits   []addition
	passes  [][]string // arguments of the go command
}

// addition puts a block into a file: above or below the only line with a text, at the end of the file, or as the file.
type addition struct {
	file, how, line string
	block           string // the next block of Go on the page if it is empty
}

var recipes = []recipe{
	{"Adding a marker", []addition{
		{file: "internal/markers/on_field.go", how: "end"},
		{file: "internal/markers/on_field.go", how: "below", line: `own("format", Format{}, OnField),`},
		{file: "descriptor/descriptor.go", how: "above", line: "// Moves are the places of the field in versions"},
		{file: "descriptor/render/facts.go", how: "above", line: `{name: "Constraints", `},
		{file: "internal/markers/parse_test.go", how: "above", line: "{OnField, `+flag=node-ip`"},
		{file: "internal/model/facts_test.go", how: "below", line: "var samples = map[string]struct{"},
		{file: "internal/markers/sample_test.go", how: "below", line: "var unfit = []string{", block: `"unit",` + "\n"},
	}, [][]string{
		{"test", "-vet=off", "./internal/markers"},
		{"test", "-vet=off", "-run", "EachFact", "./internal/model"},
		{"build", "./generators/docs"},
	}},
	{"Adding a rule", []addition{
		{file: "internal/check/flags.go", how: "below", line: "return []rule.Rule{"},
		{file: "internal/check/flags.go", how: "end"},
		{file: "internal/check/flags_rows_test.go", how: "below", line: "var flagRows = []row{"},
	}, [][]string{{"test", "-vet=off", "./internal/check"}}},
	{"Adding a generator", []addition{
		{file: "generators/fieldpaths/doc.go"},
		{file: "generators/fieldpaths/fieldpaths.go"},
		{file: "testdata/golden/fieldpaths-relay/types.go"},
		{file: "testdata/golden/fieldpaths-relay/options/fieldpaths_test.go"},
	}, [][]string{{"build", "./generators/fieldpaths"}}},
}

// TestRecipes applies the examples of CONTRIBUTING.md to the sources, in an overlay of the go command, and runs the
// tests that they name.
func TestRecipes(t *testing.T) {
	page := testfiles.Read(t, "../../CONTRIBUTING.md")
	for _, r := range recipes {
		t.Run(strings.ReplaceAll(r.heading, " ", "-"), func(t *testing.T) {
			_, section, _ := strings.Cut(string(page), "\n## "+r.heading+"\n")
			section, _, _ = strings.Cut(section, "\n## ")
			blocks, err := markdown.Code(section, "go")
			if err != nil {
				t.Fatal(err)
			}
			overlay := r.overlay(t, blocks)
			for _, args := range r.passes {
				goTool(t, absolute(t, "../.."), "", append([]string{args[0], "-overlay", overlay}, args[1:]...)...)
			}
		})
	}
}

// overlay writes the edited files, and returns the name of the list of them.
func (r recipe) overlay(t *testing.T, blocks []string) string {
	t.Helper()
	dir, edited := t.TempDir(), map[string]string{}
	for _, e := range r.edits {
		text := e.block
		if text == "" {
			if len(blocks) == 0 {
				t.Fatalf("CONTRIBUTING.md has no block for %s", e.file)
			}
			text, blocks = blocks[0], blocks[1:]
		}
		content, known := edited[e.file]
		if !known && e.how != "" {
			data := testfiles.Read(t, filepath.Join("../..", e.file))
			content = string(data)
		}
		edited[e.file] = e.apply(t, content, text)
	}
	if len(blocks) > 0 {
		t.Errorf("CONTRIBUTING.md has %d more blocks of Go than recipes_test.go knows", len(blocks))
	}
	replace := map[string]string{}
	for file, content := range edited {
		copied := filepath.Join(dir, strings.ReplaceAll(file, "/", "_"))
		replace[absolute(t, filepath.Join("../..", file))] = copied
		testfiles.Write(t, copied, content)
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	testfiles.Write(t, name, list)
	return name
}

// apply returns the content of the file with the text.
func (e addition) apply(t *testing.T, content, text string) string {
	t.Helper()
	switch e.how {
	case "":
		return text
	case "end":
		return content + "\n" + text
	}
	before, rest, _ := strings.Cut(content, e.line)
	if strings.Count(content, e.line) != 1 {
		t.Fatalf("%s does not have %q once", e.file, e.line)
	}
	if e.how == "above" {
		return before + text + e.line + rest
	}
	rest, after, _ := strings.Cut(rest, "\n")
	return before + e.line + rest + "\n" + text + after
}
