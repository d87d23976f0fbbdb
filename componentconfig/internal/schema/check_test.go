package schema

import (
	"fmt"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// What is wrong comes with what to write instead, and never as an error of Go's.
func TestCheckSaysWhatToWriteInstead(t *testing.T) {
	type object struct {
		Port    int32              `json:"port"`
		On      bool               `json:"on"`
		Name    string             `json:"name"`
		Raw     time.Duration      `json:"raw"`
		Share   intstr.IntOrString `json:"share"`
		Address netip.Addr         `json:"address"`
		Network *netip.Prefix      `json:"network"`
		Since   metav1.Time        `json:"since"`
		Amount  resource.Quantity  `json:"amount"`
		Login   struct {
			Secret int32 `json:"secret"`
		} `json:"login"`
	}
	for _, c := range []struct{ text, want string }{
		{`port: "80"`, `f:3:7: port: must be a number, not "80": write it without quotes`},
		{`port: "eighty"`, `f:3:7: port: must be a number, not "eighty"`},
		{`port: eighty`, `f:3:7: port: must be a number, not "eighty"`},
		{`port: 99999999999999999999`, `f:3:7: port: must be a whole number that fits in int32, not 99999999999999999999`},
		{`on: 'true'`, `f:3:5: on: must be true or false, not "true": write it without quotes`},
		{`on: "yes"`, `f:3:5: on: must be true or false, not "yes"`},
		{`name: 1`, `f:3:7: name: must be a string, not 1: write "1"`},
		{`name: off`, `f:3:7: name: must be a string, not off: write "off"`},
		{`name: 0640`, `f:3:7: name: must be a string, not 0640: write "0640"`},
		{`name: 0o640`, `f:3:7: name: must be a string, not 0o640: write "0o640"`},
		{`name: 1.10`, `f:3:7: name: must be a string, not 1.10: write "1.10"`},
		{`name: 1e5`, `f:3:7: name: must be a string, not 1e5: write "1e5"`},
		{`name: 0x1F`, `f:3:7: name: must be a string, not 0x1F: write "0x1F"`},
		{`name: 1_000`, `f:3:7: name: must be a string, not 1_000: write "1_000"`},
		{`name: .5`, `f:3:7: name: must be a string, not .5: write ".5"`},
		{`name: True`, `f:3:7: name: must be a string, not True: write "True"`},
		{`port: 1.50`, `f:3:7: port: must be a whole number that fits in int32, not 1.50`},
		{`name: "off"`, ``},
		{`raw: 5s`, `f:3:6: raw: must be nanoseconds as a whole number, such as 1000000000 for 1s, not "5s"`},
		{`share: 5.5`, `f:3:8: share: must be a whole number, or a string such as "50%", not 5.5`},
		{`address: here`, `f:3:10: address: must be an IP address such as "10.0.0.1" or "2001:db8::1", not "here"`},
		{`network: 10.0.0.0`, `f:3:10: network: must be a network such as "10.0.0.0/8", not "10.0.0.0"`},
		{`since: today`, `f:3:8: since: must be a time such as "2006-01-02T15:04:05Z", not "today"`},
		{`amount: "1e-99999999"`, `f:3:9: amount: must be a quantity such as "100m" or "10Mi", not "1e-99999999"`},
		{`login: {secret: "80"}`, `f:3:17: login.secret: must be a number, not a string`},
	} {
		doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte("apiVersion: g/v1\nkind: K\n" + c.text + "\n")})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		delete(doc.Root.Fields, "apiVersion")
		delete(doc.Root.Fields, "kind")
		problems, unknown := (&Types{}).Check(doc.Root, reflect.TypeFor[object](), []string{"login.secret"})
		if got := problems.Error(); got != c.want || len(unknown) > 0 {
			t.Errorf("%s\n got %s %v\nwant %s", c.text, got, unknown, c.want)
		}
	}
}

// level is a type with errors of its own, which quote the invalid value.
type level int

func (l *level) UnmarshalJSON(data []byte) error { return fmt.Errorf("no level %s", data) }

// An alias may be one of a secret: neither its value nor an error that quotes it is shown.
func TestErrorsOfTypesDoNotQuoteAliases(t *testing.T) {
	type object struct {
		Login struct {
			Secret string `json:"secret"`
		} `json:"login"`
		Level level `json:"level"`
	}
	for text, want := range map[string]string{
		"level: high":                         "f:1:8: level: must be a valid level (no level \"high\"), not \"high\"",
		"login: {secret: &a S3}\nlevel: *a":   "f:1:17: level: must be a valid level, not a string",
		"login: {secret: &a S3}\nlevel: [*a]": "f:2:8: level: must be a valid level, not a list",
	} {
		doc, problems := layers.Parse(layers.File{Name: "f", Header: layers.NoHeader, Data: []byte(text + "\n")})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		problems, _ = (&Types{}).Check(doc.Root, reflect.TypeFor[object](), []string{"login.secret"})
		if got := problems.Error(); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// What the type does not know may be a secret that is mistyped: no name is shown inside of a secret, and beside one
// none that has no value; no text beside one, and elsewhere no more than what cannot be the name of a secret and its
// value.
func TestNothingUnknownIsShownNearASecret(t *testing.T) {
	type login struct {
		User string `json:"user"`
		Port int32  `json:"port"`
		Key  string `json:"key"`
	}
	type object struct {
		Login  login                `json:"login"`  // has a secret
		Auth   login                `json:"auth"`   // is a secret
		Raw    runtime.RawExtension `json:"raw"`    // is a secret
		Tokens map[string]login     `json:"tokens"` // is a secret
		Port   int32                `json:"port"`
		Labels map[string]int32     `json:"labels"`
	}
	inside := map[string]string{
		"login: {s3cret}":       "f:1:9: login: has an unknown field",
		"login: {name: 1}":      "f:1:9: login.name: unknown field",
		"login: {kee: 1}":       `f:1:9: login.kee: unknown field; did you mean "key"?`,
		"login: {port: s3cret}": "f:1:15: login.port: must be a number, not a string",
		"login: {port: true, user: {s: 1}}": "f:1:15: login.port: must be a number, not true\n" +
			"f:1:27: login.user: must be a string, not an object",
		"auth: {s3cret: 1, port: s3cret}": "f:1:25: auth.port: must be a number, not a string\n" +
			"f:1:8: auth: has an unknown field",
		"tokens: {s3cret: {s3cret: 1}}":    "f:1:19: tokens[***]: has an unknown field",
		"tokens: {s3cret: {port: s3cret}}": "f:1:25: tokens[***].port: must be a number, not a string",
		"raw: s3cret":                      "",
	}
	elsewhere := map[string]string{
		"s3cret:":                "f:1:1: unknown field",
		"keyring: s3cret":        `f:1:1: keyring: unknown field`,
		"login=s3cret: 1":        "f:1:1: login...: unknown field",
		"login：s3cret: 1":        "f:1:1: login...: unknown field",
		"port: s3cret":           `f:1:7: port: must be a number, not "s3cret"`,
		"port: key=s3cret":       "f:1:7: port: must be a number, not a string",
		"port: keyofs3cretthing": "f:1:7: port: must be a number, not a string",
		"labels: {'key s3cret': y, keyed: x}": "f:1:24: labels[key...]: must be a number, not \"y\"\n" +
			"f:1:34: labels[keyed]: must be a number, not \"x\"",
	}
	check := func(text, want string, secrets ...string) {
		doc, problems := layers.Parse(layers.File{Name: "f", Header: layers.NoHeader, Data: []byte(text + "\n")})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		problems, unknown := (&Types{}).Check(doc.Root, reflect.TypeFor[object](), secrets)
		if got := append(problems, unknown...).Error(); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	for text, want := range inside {
		check(text, want, "login.key", "auth", "raw", "tokens")
	}
	for text, want := range elsewhere {
		check(text, want, "login.key")
	}
}
