package adopt

import (
	"fmt"
	"go/token"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/removal"
)

// TestMoved finds the lines of a file in its changed content: above, in and below changes. A deleted line is found at
// the first letter of the next line.
func TestMoved(t *testing.T) {
	const before = "a\nb\nb\nx  int\ny int\nd\n\n\te\nf\n"
	const after = "a\nmarker\nb\nb\nx int\nmarker\nd\n\te\nf\n"
	for from, want := range map[int]string{
		1: "1:5", 2: "3:5", 3: "4:5", 4: "5:5", 5: "7:1", 6: "7:5", 7: "8:2", 8: "8:5", 9: "9:5", 10: "10:5",
	} {
		at := moved(token.Position{Line: from, Column: 5}, []byte(before), []byte(after))
		if got := fmt.Sprintf("%d:%d", at.Line, at.Column); got != want {
			t.Errorf("line %d is at %s, want %s", from, got, want)
		}
	}
}

// TestPlannedMarker finds the field of a planned marker in the file without it.
func TestPlannedMarker(t *testing.T) {
	const before = "package a\n\ntype TLS struct {\n\tCert string\n}\n"
	marked := strings.Replace(before, "\tCert", "\t// +flag\n\tCert", 1)
	w := &draft{marks: []Change{{Path: "a.go", Old: []byte(before), New: []byte(marked)}}}
	for file, want := range map[string]string{"a.go": "a.go:4:2", "b.go": "b.go:4:5"} {
		if got := w.unmarked(token.Position{Filename: file, Line: 4, Column: 5}).String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestAsWritten moves the entries of a report to where they are after a change.
func TestAsWritten(t *testing.T) {
	at := func(line int) token.Position { return token.Position{Filename: "a.go", Line: line, Column: 2} }
	result := &Result{
		Changes: []Change{{Path: "a.go", Old: []byte("a\nb\nc\n"), New: []byte("marker\na\nc\n")}},
		Plan: &plan.Plan{
			Unmarked: []plan.Unmarked{{Position: at(1)}, {Position: token.Position{Filename: "b.go", Line: 3}}}},
		Kept: []removal.Note{{Position: at(3)}},
	}
	result.AsWritten()
	if got := result.Plan.Unmarked[0].Position.String(); got != "a.go:2:2" {
		t.Errorf("the entry by hand is at %s", got)
	}
	if got := result.Plan.Unmarked[1].Position.Line; got != 3 {
		t.Errorf("the entry of another file is on line %d", got)
	}
	if got := result.Kept[0].Position.String(); got != "a.go:3:2" {
		t.Errorf("the note is at %s", got)
	}
}
