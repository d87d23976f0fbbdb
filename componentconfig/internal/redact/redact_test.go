package redact

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

func parse(t *testing.T, text string) *layers.Node {
	t.Helper()
	doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte("apiVersion: g/v1\nkind: K\n" + text)})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	delete(doc.Root.Fields, "apiVersion")
	delete(doc.Root.Fields, "kind")
	return doc.Root
}

// secret is a field token anywhere, the items of keys, and everything below auth.
func secret(pattern string) bool {
	return strings.HasSuffix(pattern, "token") || pattern == "keys[]" || layers.Below(pattern, "auth")
}

const file = `
token: abc
name: n
keys: [k1, k2]
zones:
- token: def
  port: 1
- token: ""
auth:
  user: u
  on: true
  count: 3
`

func TestMasked(t *testing.T) {
	root := parse(t, file)
	want := `{"auth":{"count":"***","on":"***","user":"***"},"keys":["***","***"],"name":"n","token":"***",` +
		`"zones":[{"port":1,"token":"***"},{"token":""}]}`
	if got := string(Masked(root, secret).JSON()); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if root.Fields["token"].Text != "abc" {
		t.Error("the original was changed")
	}
}

func TestStrip(t *testing.T) {
	root := parse(t, file)
	removed := strings.Join(Strip(root, secret), " ")
	if want := "auth keys token zones[0].token"; removed != want {
		t.Errorf("removed %s, want %s", removed, want)
	}
	if got, want := string(root.JSON()), `{"keys":[],"name":"n","zones":[{"port":1},{"token":""}]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestValues(t *testing.T) {
	if got, want := strings.Join(Values(parse(t, file), secret), " "), "3 u k1 k2 abc def"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		values     []string
		text, want string
	}{
		{nil, "as it was", "as it was"},
		{[]string{"hunter2"}, `want a number, not "hunter2"`, `want a number, not "***"`},
		{[]string{"a"}, "a cat ate a rat", "*** cat ate *** rat"},
		{[]string{"1"}, "port 1 of 10", "port *** of 10"},
		{[]string{"longsecret"}, "xlongsecretx", "x***x"},
		{[]string{"abc", "abcdefgh"}, "abcdefghi", "***i"},
		{[]string{"tab\there"}, `"tab\there" and tab` + "\there", `"***" and ***`},
	} {
		if got := Texts(c.values)(c.text); got != c.want {
			t.Errorf("%q in %q: got %q, want %q", c.values, c.text, got, c.want)
		}
	}
}
