package edit

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

// markersOf reads lines such as "Relay.Port +flag", "Relay +config" and "+groupName=x"; "-Relay.Port +flag" deletes.
func markersOf(text string) []Marker {
	var list []Marker
	for line := range strings.Lines(strings.TrimSpace(text)) {
		place, marker, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "+")
		place, deleted := strings.CutPrefix(strings.TrimSpace(place), "-")
		of, field, _ := strings.Cut(place, ".")
		list = append(list, Marker{of, field, "+" + marker, deleted})
	}
	return list
}

var edits = []struct{ name, source, markers, want string }{
	{
		"after the prose of a doc comment",
		"package x\n\n// Relay relays.\ntype Relay struct {\n" +
			"\t// Port is a port.\n\t// +optional\n\tPort int32 `json:\"port\"`\n}\n",
		"Relay.Port +flag\nRelay.Port +flag=p\nRelay.Port +flag\nRelay +config",
		"package x\n\n// Relay relays.\n// +config\ntype Relay struct {\n\t// Port is a port.\n\t// +optional\n" +
			"\t// +flag\n\t// +flag=p\n\tPort int32 `json:\"port\"`\n}\n",
	},
	{
		"deleted, beside one that is added, and one that is not there",
		"package x\n\n// Relay relays.\n// +config\ntype Relay struct {\n\tA int\n\t// +flag=p\n" +
			"\tPort int32 `json:\"port\"`\n" +
			"\t// Host is one.\n\t// +flag\n\t// +path\n\tHost string\n\t/* +flag */\n\tB int\n}\n",
		"-Relay.Port +flag=p\n-Relay.Host +flag\n-Relay.Host +path\nRelay.Host +secret\n-Relay.A +flag\n-Relay.B +flag",
		"package x\n\n// Relay relays.\n// +config\ntype Relay struct {\n\tA    int\n\tPort int32 `json:\"port\"`\n" +
			"\t// Host is one.\n\t// +secret\n\tHost string\n\t/* +flag */\n\tB int\n}\n",
	},
	{
		"without a doc comment",
		"package x\n\ntype Relay struct {\n\tA, B int\n\tPort int32\n}\n",
		"Relay.Port +flag\nRelay +config",
		"package x\n\n// +config\ntype Relay struct {\n\tA, B int\n\t// +flag\n\tPort int32\n}\n",
	},
	{
		"in a group of types, in a block comment and on an embedded field",
		"package x\n\ntype (\n\t/* Relay relays. */\n\tRelay struct {\n\t\t*y.Base\n\t}\n\tOther struct{}\n)\n",
		"Relay.Base +flagDefaults(prefix: \"a-\")\nRelay +config\nOther +flags",
		"package x\n\ntype (\n\t/* Relay relays. */\n\t// +config\n\tRelay struct {\n" +
			"\t\t// +flagDefaults(prefix: \"a-\")\n\t\t*y.Base\n\t}\n" +
			"\t// +flags\n\tOther struct{}\n)\n",
	},
	{
		"on the line of the brace, with a tag over lines",
		"package x\n\ntype Relay struct { A int // of ä\n\tB string `json:\"b\"\n\tc:\"d\"`}",
		"Relay.A +flag=a\nRelay.B +flag=b",
		"package x\n\ntype Relay struct { \n// +flag=a\nA int // of ä\n\t// +flag=b\n\tB string `json:\"b\"\n\tc:\"d\"`}",
	},
	{
		"below a constraint, with a byte order mark",
		"\ufeff//go:build linux\n\npackage x\n\ntype Relay struct {\n\tA int\n}\n",
		"+groupName=x\nRelay.A +flag",
		"\ufeff//go:build linux\n\n// +groupName=x\npackage x\n\ntype Relay struct {\n\t// +flag\n\tA int\n}\n",
	},
	{
		"on one line",
		"package x\n\ntype Relay struct { A int; B string }\n",
		"Relay.A +flag=a\nRelay.B +flag=b",
		"package x\n\ntype Relay struct { \n// +flag=a\nA int; \n// +flag=b\nB string }\n",
	},
	{
		"not formatted, with carriage returns",
		"package x\r\n\r\ntype Relay struct {\r\n  // A is one.\r\n  // It is.\r\n  A   int\r\n}\r\n",
		"Relay.A +flag=a",
		"package x\r\n\r\ntype Relay struct {\r\n  // A is one.\r\n" +
			"  // It is.\r\n  // +flag=a\r\n  A   int\r\n}\r\n",
	},
	{
		"on the package",
		"// A license.\n\npackage x\n",
		"+configgen:output(generators: \"flags\")",
		"// A license.\n\n// +configgen:output(generators: \"flags\")\npackage x\n",
	},
	{
		"in the doc comment of the package",
		"// Package x is x.\n// +groupName=x\npackage x\n",
		"+groupName=x\n+configgen:output(generators: \"flags\")",
		"// Package x is x.\n// +groupName=x\n// +configgen:output(generators: \"flags\")\npackage x\n",
	},
}

func TestApply(t *testing.T) {
	for _, test := range edits {
		list := markersOf(test.markers)
		got, err := Apply("x.go", []byte(test.source), list)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %v\n%s", test.name, err, diff.Diff("want", []byte(test.want), "got", got))
			continue
		}
		if again, err := Apply("x.go", got, list); err != nil || !bytes.Equal(again, got) {
			t.Errorf("%s, once more: %v\n%s", test.name, err, diff.Diff("first", got, "second", again))
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, test := range []struct{ source, markers, want string }{
		{"package x\n\ntype Relay struct{}\n", "Relay.Port +flag", "x.go does not declare Relay.Port"},
		{"package x\n\ntype Relay int\n", "Relay.Port +flag", "x.go does not declare Relay.Port"},
		{"package x\n", "Relay +flags", "x.go does not declare Relay"},
		{"package x\n\ntype Relay struct {\n", "Relay +flags", "x.go:3:21: expected '}', found 'EOF'"},
	} {
		if got, err := Apply("x.go", []byte(test.source), markersOf(test.markers)); err == nil || err.Error() != test.want {
			t.Errorf("got %q, %v, want %s", got, err, test.want)
		}
	}
}
