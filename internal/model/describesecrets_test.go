package model_test

import (
	"bytes"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/model"
)

// field is a field of another one.
func field(above *group.Field, name string) *group.Field {
	f := &group.Field{
		Name: name, Path: name, JSONName: name, JSONPath: name, Parent: above,
		Type: &group.Type{Kind: "string", Name: "string"},
	}
	if above != nil {
		f.Path, above.Fields = above.Path+"."+name, append(above.Fields, f)
	}
	return f
}

// TestDefaultsOfSecretsAreNotShown: no default in a descriptor has the value of a secret: of a secret itself, of a list
// or map of secrets, of a struct with a secret, or of a flag, whether the component's type or a version has the secret.
// Empty defaults, and defaults of other fields, are shown.
func TestDefaultsOfSecretsAreNotShown(t *testing.T) {
	const value = `"s3cr3t"`
	root := &group.Root{
		Name: "Relay", Type: &group.Type{Kind: "struct", Name: "Relay"}, Package: group.Package{Path: "example.com/ours"},
	}
	external := &group.External{Version: "example.com/v1"}
	add := func(name, text string, change func(own, declared *group.Field)) {
		own, declared := field(nil, name), field(nil, name)
		own.LegacyDefault = &group.LegacyDefault{Text: text}
		declared.Default = &group.Default{Value: text}
		change(own, declared)
		root.Fields, external.Fields = append(root.Fields, own), append(external.Fields, declared)
	}
	add("Marked", value, func(own, _ *group.Field) {
		own.Facts.Secret = true
		own.Flags = []*group.Flag{{Name: "marked", NoOptDefVal: value}}
	})
	add("Tagged", value, func(own, declared *group.Field) { own.Facts.Secret, declared.Facts.Secret = true, true })
	add("Listed", "["+value+"]", func(own, _ *group.Field) { own.Facts.Secret = true })
	add("Outer", `{"Inner":`+value+`}`, func(own, declared *group.Field) {
		field(own, "Inner").Facts.Secret = true
		field(declared, "Inner")
		own.Delegations = []*group.Delegation{{
			Func:      &group.Object{Name: "AddFlags"},
			Registers: []group.Registered{{Name: "inner", Field: "Inner", Default: value}},
		}}
	})
	add("Empty", `""`, func(own, _ *group.Field) { own.Facts.Secret = true })
	add("Plain", `"shown"`, func(_, _ *group.Field) {})
	root.External = []*group.External{external}
	g := &group.Group{
		Package: group.Package{Path: "example.com/ours"}, Roots: []*group.Root{root}, Versions: []group.Version{{
			Name: "v1", Package: group.Package{Path: "example.com/v1"}, Types: group.Package{Path: "example.com/v1"},
		}},
	}
	model.Describe(g)
	text, err := g.Descriptor.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("s3cr3t")) || bytes.Count(text, []byte(`"computed":true`)) != 4 {
		t.Errorf("got\n%s", text)
	}
	if bytes.Count(text, []byte("shown")) != 2 || bytes.Count(text, []byte(`"default":"\"\""`)) > 0 ||
		!bytes.Contains(text, []byte(`"default":""`)) {
		t.Errorf("got\n%s", text)
	}
}
