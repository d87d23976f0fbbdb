package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/markers"
)

// TestManualFitsATerminal expects that no line of the list and of the manual of any marker is wider than a terminal.
func TestManualFitsATerminal(t *testing.T) {
	manual, err := markers.Manual()
	if err != nil {
		t.Fatal(err)
	}
	var b, notes strings.Builder
	if err := listMarkers(&b, manual); err != nil {
		t.Fatal(err)
	}
	for _, help := range manual {
		if err := printMarker(&b, &notes, manual, help.Name, report.Text); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(b.String()) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("more than 80 columns: %s", line)
		}
	}
	if notes.Len() > 0 {
		t.Errorf("notes: %s", notes.String())
	}
}
