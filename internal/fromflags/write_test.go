package fromflags

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/fromflags/observer"
	"github.com/configgen/configgen/internal/scaffold"
)

// TestFiles makes the types and the defaults of rows.
func TestFiles(t *testing.T) {
	row := func(flag, field, of, text string) *Row {
		f := observer.Flag{Name: flag, Type: of, GoType: "*flag." + of + "Value", Text: text}
		return &Row{Flag: f, Field: field, Type: of}
	}
	varies := row("host", "host", "string", "machine")
	varies.Varies = true
	unsigned := row("retries", "retries", "int64", "")
	unsigned.Flag.Type = "uint"
	rows := []*Row{
		row("tls-key-file", "tls.keyFile", "string", ""), row("token", "token", "string", ""), varies, unsigned,
		row("token-file", "tokenFile", "string", ""), row("wait", "wait", "duration", "0s"),
		row("tls-timeout", "tls.timeout", "duration", "1s"), row("gates", "gates", "map[string]bool", "A=true"),
		row("quota", "quota", "uint64", "18446744073709551615"),
	}
	files, err := groupFiles(scaffold.Component{
		Group: "relay.example.io", Kind: "RelayConfiguration", Version: "v1alpha1", Name: "relay", Path: "apis/config",
		Module: "example.com/relay", Tools: "tools", Layout: scaffold.External,
	}, "pflag", "config-file", rows)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"apis/config/v1alpha1/types.go": `type RelayConfiguration struct {
	metav1.TypeMeta ` + "`json:\",inline\"`" + `

	// tls are the flags of this part of the component.
	// +optional
	TLS TLSConfiguration ` + "`json:\"tls,omitzero\"`" + `
	// token: the value of the flag --token
	// +optional
	// +flag=token
	// +secret
	// +configgen:allow(rule: secret-flag, reason: "The component has the flag --token.")
	// +configgen:allow(rule: secret-unpaired, reason: "The component reads the file itself.")
	Token string ` + "`json:\"token,omitempty\"`" + `
	// host: the value of the flag --host
	// +optional
	// +flag=host
	Host *string ` + "`json:\"host,omitempty\"`" + `
	// retries: the value of the flag --retries
	// +optional
	// +flag=retries
	// +k8s:minimum=0
	Retries int64 ` + "`json:\"retries,omitempty\"`" + `
`,
		"apis/config/v1alpha1/defaults.go": `	if obj.TLS.Timeout == nil {
		obj.TLS.Timeout = &metav1.Duration{Duration: time.Second}
	}
	if obj.Gates == nil {
		obj.Gates = map[string]bool{"A": true}
	}
	if obj.Quota == nil {
		obj.Quota = ptr.To[uint64](18446744073709551615)
	}
}
`,
		"apis/config/options/commandline.go": `
func CommandLine(flags *pflag.FlagSet, args []string) *v1alpha1.RelayConfiguration {
`,
		"apis/config/scheme/testdata/RelayConfiguration/after/v1alpha1.yaml": `apiVersion: relay.example.io/v1alpha1
gates:
  A: true
kind: RelayConfiguration
quota: 18446744073709551615
tls:
  timeout: 1s
`,
	} {
		found := false
		for _, file := range files {
			if file.Path == name {
				found = true
				if !strings.Contains(string(file.Content), want) {
					t.Errorf("%s does not have\n%s\nbut is\n%s", name, want, file.Content)
				}
			}
		}
		if !found {
			t.Errorf("%s is not written", name)
		}
	}
}

// TestTypesOfPartsHaveNamesOfTheirOwn: words that are cut at other places are other types.
func TestTypesOfPartsHaveNamesOfTheirOwn(t *testing.T) {
	v := &view{}
	var rows []*Row
	for _, field := range []string{"a.bC.x", "aB.c.x", "relay.x"} {
		rows = append(rows, &Row{Field: field, Type: "int64"})
	}
	v.add(&structure{Name: "RelayConfiguration"}, "", "", rows)
	names := map[string]bool{}
	for _, s := range v.Structs {
		names[s.Name] = true
	}
	if len(v.Structs) != 6 || len(names) != 6 {
		t.Errorf("%d types have the names %v", len(v.Structs), names)
	}
}

// TestADefaultThatTheFlagDoesNotAccept is not one of the field, which can be absent.
func TestADefaultThatTheFlagDoesNotAccept(t *testing.T) {
	v := &view{}
	row := &Row{Flag: observer.Flag{Name: "mode", Text: "unset"}, Field: "mode", Type: "string", Opaque: true}
	v.add(&structure{}, "", "", []*Row{row})
	if of := v.Structs[0].Fields[0].Type; of != "*string" || len(v.Defaults) > 0 {
		t.Errorf("the field is a %s and has the defaults %v", of, v.Defaults)
	}
}

// TestAnEmptyDefaultOfATypeOfItsOwn can be a set without members, which the flag gets by no text. The field is absent.
func TestAnEmptyDefaultOfATypeOfItsOwn(t *testing.T) {
	for goType, want := range map[string]string{"*relay.set": "*string", "*flag.stringValue": "string"} {
		v := &view{}
		row := &Row{Flag: observer.Flag{Name: "denied", Type: "string", GoType: goType}, Field: "denied", Type: "string"}
		v.add(&structure{}, "", "", []*Row{row})
		if of := v.Structs[0].Fields[0].Type; of != want {
			t.Errorf("the field of a %s is a %s, want %s", goType, of, want)
		}
	}
}

func TestCommentsAreGo(t *testing.T) {
	row := &Row{Flag: observer.Flag{Name: "mode", Usage: " a\x00b\n\t\ufeffc\u2028d "}, Field: "mode", Type: "string"}
	if got := (&view{}).comment("mode", row)[0]; got != "mode: a b c d" {
		t.Errorf("got %q", got)
	}
}
