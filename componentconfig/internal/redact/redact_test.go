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

func TestNames(t *testing.T) {
	names := NewNames("authToken", "auth-token", "keyPassword", "key")
	for _, c := range []struct{ name, want string }{
		{"port", "port"}, {"authToken", "authToken"}, {"auth_tokn", "auth_tokn"}, {"authToken:abc", "authToken..."},
		{"x abc", "x..."}, {"x=abc", "x..."}, {"authTokenabc", "authToken..."}, {"no-auth-tokenabc", "no-auth-token..."},
		{"keyed", "key..."}, {"monkeys", "monkeys"}, {"a\x1b", `"a\x1b"`}, {"x：abc", "x：abc"},
	} {
		if got := names.Unknown(c.name); got != c.want {
			t.Errorf("the name %q: got %s, want %s", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{`port: must be a number, not "authToken: abc"`, `port: must be a number, not "authToken..."`},
		{`not "--auth-token abc", "b"`, `not "--auth-token...", "b"`},
		{`did you mean "authToken"?`, `did you mean "authToken"?`},
		{`authToken abc`, `authToken abc`},
		{`not "a \"authToken\" abc"`, `not "a \"authToken..."`},
		{`not "unclosed authToken abc`, `not "unclosed authToken abc`},
	} {
		if got := names.Message(c.text); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	for _, c := range []struct{ file, want string }{
		{"/etc/auth-token/config.yaml", "/etc/auth-token/config.yaml"},
		{"/etc/keys/monkeys.conf", "/etc/keys/monkeys.conf"},
		{"--auth-token=abc", "--auth-token..."},
		{"auth-tokenabc", "auth-token..."},
	} {
		if got := names.File(c.file); got != c.want {
			t.Errorf("the file %s: got %s, want %s", c.file, got, c.want)
		}
	}
	for _, c := range []struct{ file, want string }{
		{"/etc/auth-token/config.yaml", "/etc/auth-token/config.yaml"}, {"/etc/auth-tokn/a.yaml", "/etc/auth-tokn/a.yaml"},
		{"auth-tokeenS3CRET", "auth-tok..."}, {"/etc/relay/monkeys.conf", "/etc/relay/monkeys.conf"},
	} {
		if got := names.Missing(c.file); got != c.want {
			t.Errorf("the missing file %s: got %s, want %s", c.file, got, c.want)
		}
	}
	if got := NewNames().Message(`not "a b"`); got != `not "a b"` {
		t.Errorf("without secrets: got %s", got)
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

// A long text is cut, so that neither a message nor the time to check it grows with it.
func TestLongTexts(t *testing.T) {
	names, long := NewNames("authToken"), strings.Repeat("x", 100_000)
	for got, want := range map[string]string{
		names.Unknown(long):                 long[:200] + "...",
		names.Message(`not "` + long + `"`): `not "` + long[:200] + `..."`,
		names.Value("é" + long):             "é" + long[:198] + "...",
	} {
		if got != want {
			t.Errorf("got %d bytes, want %d", len(got), len(want))
		}
	}
}
