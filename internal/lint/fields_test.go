package lint

import (
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// declared returns a field in a source, with the markers of its comment and an inherited marker.
func declared(source string) Field {
	at := func(offset int) token.Position {
		line := strings.Count(source[:offset], "\n") + 1
		return token.Position{Filename: "types.go", Offset: offset, Line: line}
	}
	field := Field{Field: &group.Field{Position: at(strings.Index(source, "Name")), Inherited: 1}}
	if tag := strings.Index(source, "`"); tag >= 0 {
		field.TagPosition = at(tag)
	}
	for _, text := range []string{"+optional", "+required"} {
		if start := strings.Index(source, text); start >= 0 {
			field.Markers = append(field.Markers, markers.Marker{Name: text[1:], Text: text, Position: at(start)})
		}
	}
	field.Markers = append(field.Markers, markers.Marker{Name: "required", Text: "+required"})
	return field
}

// TestMarkerEdits adds comments to fields and replaces markers.
func TestMarkerEdits(t *testing.T) {
	doc := func(f Field) []diag.Edit { return f.AddDoc("name is\n\na name.") }
	optional := func(f Field) []diag.Edit { return f.ReplaceMarker("required", "optional") }
	for name, test := range map[string]struct {
		source string
		edits  func(Field) []diag.Edit
		want   string
	}{
		"comment": {"\tName string `json:\"\"`", doc, "\t// name is\n\t//\n\t// a name.\n\tName string `json:\"\"`"},
		"comment above markers": {"\t// +optional\n\tName string `json:\"\"`", doc,
			"\t// name is\n\t//\n\t// a name.\n\t// +optional\n\tName string `json:\"\"`"},
		"comment beside a marker": {"\tName string `json:\"\"` // +optional", doc,
			"\t// name is\n\t//\n\t// a name.\n\tName string `json:\"\"` // +optional"},
		"no comment for several fields": {"\tName, Other string", doc, "\tName, Other string"},
		"marker":                        {"\t// +required\n\tName string", optional, "\t// +optional\n\tName string"},
		"no marker of its own":          {"\t// +optional\n\tName string", optional, "\t// +optional\n\tName string"},
	} {
		t.Run(name, func(t *testing.T) {
			got := test.source
			for _, edit := range test.edits(declared(test.source)) {
				got = got[:edit.Start] + edit.New + got[edit.End:]
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
