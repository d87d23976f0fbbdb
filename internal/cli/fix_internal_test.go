package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
)

// TestApplied expects edits in the order of the file. Of overlapping ones the first is applied, and insertions at one
// place follow one another.
func TestApplied(t *testing.T) {
	edit := func(start, end int, text string) diag.Edit { return diag.Edit{Start: start, End: end, New: text} }
	for want, edits := range map[string][]diag.Edit{
		"0123456789":   nil,
		"a123x789":     {edit(4, 7, "x"), edit(0, 1, "a")},
		"012ab3456789": {edit(3, 3, "a"), edit(3, 3, "b")},
		"01x6789":      {edit(2, 6, "x"), edit(4, 8, "y")},
		"012345678":    {edit(9, 10, ""), edit(8, 12, "outside")},
	} {
		if got := string(applied([]byte("0123456789"), edits)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestEditedLineEnds expects lines that edits add to have the line ends of the file, which stays formatted.
func TestEditedLineEnds(t *testing.T) {
	for _, newline := range []string{"\n", "\r\n"} {
		name := filepath.Join(t.TempDir(), "types.go")
		lines := func(text string) string { return strings.ReplaceAll(text, "\n", newline) }
		content := lines("package a\n\n// A is one.\ntype A struct {\n\tB string\n}\n")
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		at := strings.Index(content, "\tB") + 1
		changes, err := edited([]diag.Diagnostic{{Advice: []diag.Advice{{Safe: true, Edits: []diag.Edit{
			{Filename: name, Start: at, End: at, New: "// B is another.\n\t// +optional\n\t"},
			{Filename: name, Start: at, End: at, New: "C   int\n"},
		}}}}})
		want := lines("package a\n\n// A is one.\n" +
			"type A struct {\n\t// B is another.\n\t// +optional\n\tC int\n\tB string\n}\n")
		if err != nil || len(changes) != 1 || string(changes[0].Content) != want {
			t.Errorf("got %+v, %v; want %q", changes, err, want)
		}
	}
}
