package format

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestTexts holds the checks to a list of texts. The golden case formats holds generated flags and validation to the
// same list.
func TestTexts(t *testing.T) {
	content := testfiles.Read(t, "testdata/texts.csv")
	reader := csv.NewReader(strings.NewReader(string(content)))
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, row := range rows {
		f, known := Named(row[0])
		if !known {
			t.Errorf("the format %s does not exist", row[0])
			continue
		}
		if got := f.Valid(row[1]); got != (row[2] == "true") {
			t.Errorf("%s: %q is valid: %t", f.Name, row[1], got)
		}
		tested[f.Name+" "+row[2]] = true
	}
	for _, name := range Names() {
		if !tested[name+" true"] || !tested[name+" false"] {
			t.Errorf("%s has no valid or no invalid text in the list", name)
		}
	}
}

func TestEveryFormatSaysWhatATextMustBe(t *testing.T) {
	for _, f := range Formats() {
		if !strings.HasPrefix(f.Must, "must be ") || f.Check == nil || f.Valid == nil {
			t.Errorf("%s: %+v", f.Name, f)
		}
	}
	if _, known := Named("none"); known || !slices.Contains(Names(), "ip-sloppy") {
		t.Error("Named and Names disagree with the list")
	}
}

// An address with blanks around it is accepted by a flag, which takes them off, and not by anything else.
func TestBlanksAreRefused(t *testing.T) {
	f, _ := Named("ip")
	if f.Valid(" 10.0.0.1") {
		t.Error("an address with a blank is valid")
	}
}
