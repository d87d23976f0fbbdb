package cli

import (
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
