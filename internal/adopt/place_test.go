package adopt

import (
	"go/token"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/removal"
)

// TestAsBefore finds the field of a planned marker in the file without it, also if the file has it beside another.
func TestAsBefore(t *testing.T) {
	const before, after = `package a

type TLS struct {
	Cert, Key string
}
`, `package a

type TLS struct {
	// +flag
	Cert string
	// +flag
	Key string
}
`
	at := func(file string, line, offset int) diag.Diagnostic {
		return diag.Diagnostic{Position: token.Position{Filename: file, Line: line, Column: 2, Offset: offset}}
	}
	for _, test := range []struct {
		finding diag.Diagnostic
		want    string
	}{
		{at("a.go", 6, 0), "a.go:4:8"},
		{at("a.go", 7, strings.Index(after, "Key")), "a.go:4:8"},
		{at("a.go", 5, strings.Index(after, "Cert")), "a.go:4:2"},
		{at("a.go", 1, 0), "a.go:1:2"},
		{at("b.go", 6, 0), "b.go:6:2"},
	} {
		result := &Result{
			Changes:  []Change{{Path: "a.go", Old: []byte(before), New: []byte(after)}},
			Findings: []diag.Diagnostic{test.finding},
		}
		result.AsBefore()
		if got := result.Findings[0].Position.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.finding.Position, got, test.want)
		}
	}
}

// TestLines finds the lines of a file in what becomes of it: above, in and below changes.
func TestLines(t *testing.T) {
	const before = "a\nb\nc\nx  int\ny int\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\n"
	const after = "a\nmarker\nb\nc\nx int\nmarker\nd\ne\nf\ng\nh\ni\nj\nl\nm\n"
	line := lines([]byte(before), []byte(after))
	for from, want := range map[int]int{1: 1, 2: 3, 3: 4, 4: 5, 5: 7, 6: 7, 12: 13, 13: 14, 14: 14, 15: 15, 16: 16} {
		if got, same := line(from); got != want || same != (from != 5 && from != 13) {
			t.Errorf("line %d is on line %d, %t, want %d", from, got, same, want)
		}
	}
	if got, same := lines([]byte(before), []byte(before))(7); got != 7 || !same {
		t.Errorf("got %d, %t without a change", got, same)
	}
}

// TestAsWritten moves the entries of a report to where they are after a change.
func TestAsWritten(t *testing.T) {
	at := func(line int) token.Position { return token.Position{Filename: "a.go", Line: line, Column: 2} }
	result := &Result{
		Changes: []Change{{Path: "a.go", Old: []byte("a\nb\nc\n"), New: []byte("marker\na\nc\n")}},
		Plan: &plan.Plan{
			Unmarked: []plan.Unmarked{{Position: at(3)}, {Position: token.Position{Filename: "b.go", Line: 3}}}},
		Kept:   []removal.Note{{Position: at(4)}, {Position: at(3)}},
		marked: map[string][]byte{"a.go": []byte("marker\na\nb\nc\n")},
	}
	result.AsWritten()
	if got := result.Plan.Unmarked[0].Position.String(); got != "a.go:3:2" {
		t.Errorf("the entry by hand is at %s", got)
	}
	if got := result.Plan.Unmarked[1].Position.Line; got != 3 {
		t.Errorf("the entry of another file is on line %d", got)
	}
	if got := result.Kept[0].Position.String(); got != "a.go:3:2" {
		t.Errorf("the note is at %s", got)
	}
	if got := result.Kept[1].Position.String(); got != "a.go:3" {
		t.Errorf("the note about a line that is deleted is at %s", got)
	}
}
