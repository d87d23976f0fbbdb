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

// TestMarkerOfAWord finds the marker that a word is about, also if it is misspelled. Other words have none.
func TestMarkerOfAWord(t *testing.T) {
	manual, err := markers.Manual()
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"secret": "secret", "+secrets": "secret", "datapolicy": "secret", "Password": "secret", "pasword": "secret",
		"legacydefault": "legacyDefault", "k8s:min": "k8s:minimum", "umbrella": "", "tok": "secret", "xy": "",
	} {
		var b, notes strings.Builder
		err := printMarker(&b, &notes, manual, word, report.Text)
		if got := strings.HasPrefix(b.String(), "+"+want); want != "" && (err != nil || !got) || want == "" && err == nil {
			t.Errorf("%s: got %v, %.40q; want +%s", word, err, b.String(), want)
		}
	}
}
