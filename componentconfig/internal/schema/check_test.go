package schema

import (
	"fmt"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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
		Secret  int32              `json:"secret"`
	}
	for _, c := range []struct{ text, want string }{
		{`port: "80"`, `f:3:7: port: must be a number, not "80": write it without quotes`},
		{`port: "eighty"`, `f:3:7: port: must be a number, not "eighty"`},
		{`port: eighty`, `f:3:7: port: must be a number, not "eighty"`},
		{`port: 99999999999999999999`, `f:3:7: port: must be a whole number that fits in int32, not 99999999999999999999`},
		{`on: 'true'`, `f:3:5: on: must be true or false, not "true": write it without quotes`},
		{`on: "yes"`, `f:3:5: on: must be true or false, not "yes"`},
		{`name: 1`, `f:3:7: name: must be a string, not 1: put it in quotes`},
		{`name: off`, `f:3:7: name: must be a string, not off: put it in quotes`},
		{`name: "off"`, ``},
		{`raw: 5s`, `f:3:6: raw: must be nanoseconds as a whole number, such as 1000000000 for 1s, not "5s"`},
		{`share: 5.5`, `f:3:8: share: must be a whole number, or a string such as "50%", not 5.5`},
		{`address: here`, `f:3:10: address: must be an IP address such as "10.0.0.1" or "2001:db8::1", not "here"`},
		{`network: 10.0.0.0`, `f:3:10: network: must be a network such as "10.0.0.0/8", not "10.0.0.0"`},
		{`since: today`, `f:3:8: since: must be a time such as "2006-01-02T15:04:05Z", not "today"`},
		{`amount: "1e-99999999"`, `f:3:9: amount: must be a quantity such as "100m" or "10Mi", not "1e-99999999"`},
		{`secret: "80"`, `f:3:9: secret: must be a number, not a string`},
	} {
		doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte("apiVersion: g/v1\nkind: K\n" + c.text + "\n")})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		delete(doc.Root.Fields, "apiVersion")
		delete(doc.Root.Fields, "kind")
		problems, unknown := (&Types{}).Check(doc.Root, reflect.TypeFor[object](), []string{"secret"}, layers.Name)
		if got := problems.Error(); got != c.want || len(unknown) > 0 {
			t.Errorf("%s\n got %s %v\nwant %s", c.text, got, unknown, c.want)
		}
	}
}

// TestCheckAsksAboutNamesOnlyIfThereIsAMistake: what may be shown of a name costs the names of all secrets.
func TestCheckAsksAboutNamesOnlyIfThereIsAMistake(t *testing.T) {
	type object struct {
		Labels map[string]string `json:"labels"`
	}
	for text, want := range map[string]string{
		`{"labels": {"a": "1", "b": "2"}}`: "",
		`{"labels": {"a": "1", "b": 2}}`:   "b",
		`{"label": {}}`:                    "label",
	} {
		doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte(text), Header: layers.NoHeader})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		asked := ""
		(&Types{}).Check(doc.Root, reflect.TypeFor[object](), nil, func(name string) string { asked += name; return name })
		if asked != want {
			t.Errorf("%s: asked about %q, want %q", text, asked, want)
		}
	}
}

// level is a type with errors of its own, which quote what they refuse.
type level int

func (l *level) UnmarshalJSON(data []byte) error { return fmt.Errorf("no level %s", data) }

// An alias may be one of a secret: neither its value nor an error that quotes it is shown.
func TestErrorsOfTypesDoNotQuoteAliases(t *testing.T) {
	type object struct {
		Secret string  `json:"secret"`
		Level  level   `json:"level"`
		Levels []level `json:"levels"`
	}
	for text, want := range map[string]string{
		"level: high":                "f:1:8: level: must be a valid level (no level \"high\"), not \"high\"",
		"secret: &a S3\nlevel: *a":   "f:1:9: level: must be a valid level, not a string",
		"secret: &a S3\nlevel: [*a]": "f:2:8: level: must be a valid level, not a list",
	} {
		doc, problems := layers.Parse(layers.File{Name: "f", Header: layers.NoHeader, Data: []byte(text + "\n")})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		problems, _ = (&Types{}).Check(doc.Root, reflect.TypeFor[object](), []string{"secret"}, layers.Name)
		if got := problems.Error(); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
