package diag

import (
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func at(file string, line, column int) token.Position {
	return token.Position{Filename: file, Line: line, Column: column}
}

func TestText(t *testing.T) {
	finding := At(at("a.go", 1, 2), at("a.go", 1, 5), "code", "message", "fix")
	for want, d := range map[string]Diagnostic{
		"a.go:1:2: message; fix (code)": finding,
		"b.go:3:1: message (code)":      {Position: at("b.go", 3, 1), Message: "message", Code: "code"},
		"b.go:3:1: warning: take care (other)": {
			Position: at("b.go", 3, 1), Severity: Warning, Message: "take care", Code: "other"},
	} {
		if d.String() != want {
			t.Errorf("got %q, want %q", d, want)
		}
	}
}

func TestSort(t *testing.T) {
	finding := func(file string, line, column int, code, message string) Diagnostic {
		return At(at(file, line, column), token.Position{}, code, message, "")
	}
	want := []Diagnostic{
		finding("a.go", 2, 9, "x", "m"), finding("a.go", 10, 1, "x", "m"), finding("b.go", 1, 1, "w", "m"),
		finding("b.go", 1, 1, "x", "l"), finding("b.go", 1, 1, "x", "m"), finding("b.go", 1, 2, "a", "m"),
	}
	given := []Diagnostic{want[5], want[3], want[1], want[4], want[0], want[2], want[4]}
	if diff := cmp.Diff(want, Sort(given)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if given[0].String() != want[5].String() {
		t.Error("the argument has changed")
	}
}

// TestOncePerDeclaration expects one finding about a field of a type that occurs in several places, and both of two
// findings about one marker or one path. Fields of another module have the position of the field that leads to them.
func TestOncePerDeclaration(t *testing.T) {
	finding := func(code, field, message string) Diagnostic {
		return At(at("a.go", 2, 9), at("a.go", 2, 12), code, field+message, "").About(field)
	}
	given := []Diagnostic{
		finding("path", "Server.TLS[*].CertFile", " looks like a file path"),
		finding("path", "Client.CertFile", " looks like a file path"),
		finding("path", "Server.TLS[*].KeyFile", " looks like a file path"),
		finding("feature", "", "there is no feature B"), finding("feature", "", "there is no feature A"),
		finding("gate", "Client.CertFile", " has no gate B"), finding("gate", "Client.CertFile", " has no gate A"),
	}
	want := []Diagnostic{given[4], given[3], given[6], given[5], given[1], given[2]}
	if diff := cmp.Diff(want, Sort(given)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFailed(t *testing.T) {
	warning, failure := Diagnostic{Severity: Warning}, Diagnostic{}
	if Failed(nil) || Failed([]Diagnostic{warning}) || !Failed([]Diagnostic{warning, failure}) {
		t.Error("a run fails if a finding is not a warning")
	}
}

// TestAdvice applies advice to a file.
func TestAdvice(t *testing.T) {
	const source = "type A struct {\n\tB string\n}\n"
	place := func(offset, column int) token.Position {
		return token.Position{Filename: "a.go", Offset: offset, Column: column}
	}
	for want, advice := range map[string]Advice{
		"type A struct {\n\t// +path\n\tB string\n}\n": Mark(place(17, 2), "+path"),
		"// +config\ntype A struct {\n\tB string\n}\n": Mark(place(5, 6), "+config"),
		"type C struct {\n\tB string\n}\n":             Replace(place(5, 6), place(6, 7), "C"),
	} {
		e := advice.Edits[0]
		marks := strings.Contains(want, "+") // also without a marker, every text contains the empty one
		if got := source[:e.Start] + e.New + source[e.End:]; got != want || (advice.Marker != "") != marks {
			t.Errorf("got %q and the marker %q, want %q", got, advice.Marker, want)
		}
	}
	safe := Replace(place(0, 1), place(4, 5), "var")
	safe.Safe = true
	d := Diagnostic{}.With(Advice{}, Run("go", "mod", "tidy"), safe)
	if len(d.Advice) != 2 || len(d.Edits()) != 1 || d.Edits()[0].New != "var" || len(d.With().Advice) != 2 {
		t.Errorf("got %+v", d)
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"flag", "flags", "path"}
	for name, want := range map[string]struct {
		near     string
		distance int
	}{
		"flag": {"flag", 0}, "flga": {"flag", 1}, "flagss": {"flags", 1}, "pth": {"path", 1}, "": {"flag", 4},
	} {
		if near, distance := Nearest(name, candidates); near != want.near || distance != want.distance {
			t.Errorf("%q: got %q and %d, want %q and %d", name, near, distance, want.near, want.distance)
		}
	}
	if near, distance := Nearest("flag", nil); near != "" || distance != -1 {
		t.Errorf("got %q and %d without candidates", near, distance)
	}
}
