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
	removed := strings.Join(Strip(root, secret, func(layers.Path) bool { return true }), " ")
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

// The keys of a secret map are secret. Zeros are not.
func TestSecretMapsAndZeros(t *testing.T) {
	root := parse(t, "auth: {users: {alice: pw1, bob: pw2}, count: 0, ttl: 0s, list: [], on: false}\nname: alice\n")
	root.Fields["auth"].Fields["users"].Dict = true
	want := `{"auth":{"count":0,"list":[],"on":false,"ttl":"0s","users":{"***":"***","***2":"***"}},"name":"alice"}`
	if got := string(Masked(root, secret).JSON()); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if got, want := strings.Join(Values(root, secret), " "), "pw1 alice pw2 bob"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	path := layers.Path(nil).Field("auth").Field("users").Key("alice")
	if got, want := Path(path, secret), "auth.users[***]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	set := func(p layers.Path) bool { return p.String() != "auth" }
	if removed := Strip(root, secret, set); len(removed) != 0 {
		t.Errorf("removed %v: only what was set is named", removed)
	}
}
