package adopt

import (
	"go/token"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
)

// TestUnwritten finds the field of a planned marker in the file without it, also if the file has it beside another.
func TestUnwritten(t *testing.T) {
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
	result := &Result{Changes: []Change{{Path: "a.go", Old: []byte(before), New: []byte(after)}}}
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
		if got := result.Unwritten(test.finding).Position.String(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.finding.Position, got, test.want)
		}
	}
}
