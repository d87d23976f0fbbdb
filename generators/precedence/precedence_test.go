package precedence

import (
	"bytes"
	"strings"
	"testing"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
)

// relay is a group with one root that has the given fields.
func relay(fields ...*group.Field) *group.Group {
	pkg := group.Package{Path: "example.com/relay", Name: "relay", Dir: "/relay"}
	root := &group.Root{
		Name:    "Relay",
		Package: pkg,
		Type:    &group.Type{Kind: "struct", Package: pkg.Path, PackageName: pkg.Name, Name: "Relay"},
		Fields:  fields,
	}
	options := group.Package{
		Path:     "example.com/relay/options",
		Name:     "options",
		Dir:      "/relay/options",
		Declared: map[string]group.Declaration{},
	}
	return &group.Group{Package: pkg, FlagsPackage: options, Roots: []*group.Root{root}}
}

func TestRegistersWhereThereAreFlags(t *testing.T) {
	text, object := &group.Type{Kind: "string"}, &group.Type{Kind: "struct"}
	own := &group.Field{Name: "A", Type: text, Flags: []*group.Flag{{Name: "a"}}}
	delegated := &group.Field{Name: "A", Type: text, Delegations: []*group.Delegation{{}}}
	plain := &group.Field{Name: "A", Type: text}
	for _, tc := range []struct {
		name      string
		fields    []*group.Field
		registers bool
	}{
		{"none", nil, false},
		{"no flag", []*group.Field{plain}, false},
		{"a flag", []*group.Field{plain, own}, true},
		{"a flag further down", []*group.Field{{Name: "B", Type: object, Fields: []*group.Field{own}}}, true},
		{"a delegation", []*group.Field{delegated}, true},
	} {
		files, findings := Generator.Run(generators.NewInput(relay(tc.fields...)))
		if len(findings) > 0 || len(files) != 1 || files[0].Dir != "/relay/options" || files[0].Name != fileName {
			t.Fatalf("%s: %v, %v", tc.name, files, findings)
		}
		content := string(files[0].Content)
		if got := strings.Contains(content, "AddRelayFlags(fs, c)"); got != tc.registers {
			t.Errorf("%s: registers is %t, want %t:\n%s", tc.name, got, tc.registers, content)
		}
		if got := strings.Contains(content, "does nothing"); got == tc.registers {
			t.Errorf("%s: the comment is wrong:\n%s", tc.name, content)
		}
	}
}

func TestNothingWithoutRoots(t *testing.T) {
	g := relay()
	g.FlagStructs, g.Roots = g.Roots, nil
	if files, findings := Generator.Run(generators.NewInput(g)); len(files)+len(findings) > 0 {
		t.Errorf("%v, %v", files, findings)
	}
}

func TestOutputDependsOnTheGroupAlone(t *testing.T) {
	g := relay(&group.Field{Name: "A", Type: &group.Type{Kind: "string"}, Flags: []*group.Flag{{Name: "a"}}})
	first, _ := Generator.Run(generators.NewInput(g))
	second, _ := Generator.Run(generators.NewInput(g))
	if !bytes.Equal(first[0].Content, second[0].Content) {
		t.Errorf("%s\n%s", first[0].Content, second[0].Content)
	}
}
