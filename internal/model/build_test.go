package model

import (
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestUndefinedNameInSharedPackage expects one finding about a name that is not declared, in a package that two groups
// have types from.
func TestUndefinedNameInSharedPackage(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":           "module example.com/relay\n\ngo 1.25\n",
		"shared/shared.go": "package shared\n\ntype Limits struct {\n\tLow Lmit\n}\n\ntype Bounds struct {\n\tHigh Lmit\n}\n",
	}
	for name, shared := range map[string]string{"first": "Limits", "second": "Bounds"} {
		files[name+"/flags.go"] = "package " + name + "\n\nimport \"example.com/relay/shared\"\n\n// Flags are flags.\n" +
			"// +flags\ntype Flags struct {\n\tShared shared." + shared + "\n}\n"
	}
	for name, content := range files {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	session, _, err := load.Load(t.Context(), load.Request{
		Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, findings := Groups(session)
	if len(findings) != 1 || !strings.Contains(findings[0].Message, "the type of Shared.Low is unknown") {
		t.Errorf("got the findings %v", findings)
	}
}

// TestConstraintsOfNamedCounterpart expects the constraints of a named string of a version at the field whose internal
// type is a string, and at no other string.
func TestConstraintsOfNamedCounterpart(t *testing.T) {
	limit := markers.Marker{Name: "k8s:maxLength", Text: "+k8s:maxLength=3", Value: &markers.Constraint{}}
	named := &group.Type{Kind: "string", Package: "example.com/relay/v1", Name: "Mode", Markers: markers.Set{limit}}
	text := types.Typ[types.String]
	for _, goType := range []types.Type{text, types.NewPointer(text)} {
		if got := typeConstraints(typeOf(goType), named); len(got.Deref().Markers) != 1 {
			t.Errorf("%v has the constraints %v", goType, got.Deref().Markers)
		}
		if others := typeOf(text); len(others.Markers) > 0 {
			t.Fatalf("other strings have the constraints %v", others.Markers)
		}
	}
}
