package migrate

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// TestMasked: S3CRET, which is the secret in the texts, never stays; all else does. Fields with capital letters
// are unknown.
func TestMasked(t *testing.T) {
	secrets := []string{"admin.token", "zones[].key", "passwords[]", "pins[]"}
	for name, c := range map[string]struct{ text, want string }{
		"a block":        {"admin:\n  token: S3CRET\n  port: 1 # one\n", "admin:\n  token: \"***\"\n  port: 1 # one\n"},
		"with a comment": {"admin:\n  token: x # not S3CRET\n\nport: 1\n", "admin:\n  token: \"***\"\n\nport: 1\n"},
		"the last line":  {"admin:\n  token: S3CRET", "admin:\n  token: \"***\""},
		"Windows lines":  {"admin:\r\n  token: S3CRET\r\nport: 1\r\n", "admin:\r\n  token: \"***\"\r\nport: 1\r\n"},
		"several lines": {"admin:\n  token: |\n    S3CRET\n\n    S3CRET\nport: 1\n",
			"admin:\n  token: \"***\"\nport: 1\n"},
		"a folded line":    {"admin:\n  token: a\n    S3CRET\nport: 1\n", "admin:\n  token: \"***\"\nport: 1\n"},
		"braces":           {"admin: {token: S3CRET, port: 1} # x\n", "admin: {token: \"***\", port: 1} # x\n"},
		"quotes in braces": {"admin: {token: \"}, S3CRET\", port: 1}\n", "admin: {token: \"***\", port: 1}\n"},
		"JSON":             {`{"admin":{"token":"S3CRET","port":1}}`, `{"admin":{"token": "***","port":1}}`},
		"an item": {"zones:\n- key: S3CRET\n  name: a\n- {name: b, key: S3CRET}\n",
			"zones:\n- key: \"***\"\n  name: a\n- {name: b, key: \"***\"}\n"},
		"a map of secrets":  {"passwords:\n  S3CRET: x\n  y: S3CRET\nport: 1\n", "passwords: \"***\"\nport: 1\n"},
		"a list of secrets": {"pins: [S3CRET, b]\nport: 1\n", "pins: \"***\"\nport: 1\n"},
		"an anchor": {"name: &n S3CRET\nadmin: {token: *n}\nport: 1\n",
			"name: \"***\"\nadmin: {token: \"***\"}\nport: 1\n"},
		"an anchor of an object": {"Base: &b\n  token: S3CRET\nadmin: *b\nport: 1\n",
			"Base: \"***\"\nadmin: \"***\"\nport: 1\n"},
		"a merge key": {"Base: &b {token: S3CRET}\nadmin:\n  <<: *b\n  port: 1\n",
			"Base: \"***\"\nadmin:\n  <<: *b\n  port: 1\n"},
		"twice":                 {"admin: {token: S3CRET, token: S3CRET}\n", "admin: {token: \"***\", token: \"***\"}\n"},
		"an unknown field":      {"admin:\n  Tokn: S3CRET\n  port: 1\n", "admin:\n  Tokn: \"***\"\n  port: 1\n"},
		"an unknown name":       {"admin: {Token, S3CRET}\n", "admin: {\"***\": \"***\", \"***\": \"***\"}\n"},
		"a colon without blank": {"admin: {Token:S3CRET: 1}\n", "admin: {\"***\": \"***\"}\n"},
		"no object":             {"admin: S3CRET\nport: 1\n", "admin: \"***\"\nport: 1\n"},
		"a comment": {"# token: S3CRET\nport: 1 # Token=S3CRET\n# the token is old\n",
			"# token: ***\nport: 1 # Token= ***\n# the token is old\n"},
		"a mistake":  {"port: S3CRET\nname: a\n", "port: \"***\"\nname: a\n"},
		"no content": {"# token: S3CRET\n", "# token: ***\n"},
	} {
		t.Run(name, func(t *testing.T) {
			doc, problems := layers.Parse(layers.File{Name: "a.yaml", Data: []byte(c.text), Header: layers.NoHeader})
			if doc.Root != nil {
				known(doc.Root)
				if port := doc.Root.Fields["port"]; port != nil && port.Kind == layers.String {
					problems = append(problems, layers.Problem{Pos: port.Pos})
				}
			}
			got, err := Masked("a.yaml", c.text, doc.Root, secrets, problems)
			if err != nil || got != c.want {
				t.Errorf("got\n%s\n%v\nwant\n%s", got, err, c.want)
			}
		})
	}
	for name, text := range map[string]string{
		"an anchor of an item": "names: [&n S3CRET]\nadmin: {token: *n}\n",
		"a question mark":      "admin:\n  ? token\n  : S3CRET\n",
		"other line breaks":    "admin:\r  token: S3CRET\r",
	} {
		doc, problems := layers.Parse(layers.File{Name: "a.yaml", Data: []byte(text), Header: layers.NoHeader})
		if got, err := Masked("a.yaml", text, doc.Root, secrets, problems); err == nil {
			t.Errorf("%s: got\n%s", name, got)
		}
	}
	if got, err := Masked("a.yaml", "admin: {token: a}\n", nil, nil, nil); err != nil || got != "admin: {token: a}\n" {
		t.Errorf("without secrets: got %s, %v", got, err)
	}
}

// known drops the fields with capital letters from a tree.
func known(n *layers.Node) {
	for key, f := range n.Fields {
		if strings.ToLower(key[:1]) != key[:1] || key == "S3CRET" {
			delete(n.Fields, key)
			continue
		}
		known(f)
	}
	for _, item := range n.Items {
		known(item)
	}
}
