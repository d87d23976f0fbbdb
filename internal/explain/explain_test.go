package explain

import (
	"go/token"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/markers"
)

// TestEveryCodeIsExplained expects of each code a text, and the address of its page.
func TestEveryCodeIsExplained(t *testing.T) {
	for _, code := range Codes() {
		text, ok := Code(code)
		if !ok || !strings.HasPrefix(text, code+"\n    ") || !strings.Contains(text, ".md#"+code+"\n") {
			t.Errorf("%s: %s", code, text)
		}
	}
	for code, want := range map[string]bool{"CB005": true, "list-type": true, "no-json": false, "duplicate-flag": false} {
		if text, _ := Code(code); strings.Contains(text, "configgen:allow") != want {
			t.Errorf("%s allows exceptions: %t, want %t", code, !want, want)
		}
	}
	if text, ok := Code("no-such-code"); ok {
		t.Errorf("explained: %s", text)
	}
}

// TestSample explains some fields of the sample and their flags, by every name that they have.
func TestSample(t *testing.T) {
	session, _, err := load.Load(t.Context(), load.Request{
		Dir: "../../examples/sampleconfig", Patterns: []string{"./apis/..."}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	groups, _ := model.Groups(session)
	shown := func(at token.Position) string { return at.String() }
	expect := func(name string, want ...string) {
		text, ok, _ := Subject(name, groups, shown)
		for _, part := range want {
			if !ok || !strings.Contains(text, part) {
				t.Errorf("%s is explained without %q: %s", name, part, text)
			}
		}
	}
	number := 0
	for _, root := range groups[0].AllRoots() {
		root.Walk(func(field *group.Field) {
			if number++; number%20 != 1 {
				return // each costs a run of all rules
			}
			expect(field.Path, root.Name+"."+field.Path+"\n")
			if field.JSONName != "" {
				expect(field.JSONPath, root.Name+"."+field.Path+"\n", "To change it safely")
			}
			for _, flag := range field.Flags {
				expect("--"+flag.Name, "It sets "+root.Name+"."+field.Path, "To change it safely")
			}
		})
	}
	expect("forwarding.timeoutSeconds", "forwarding.timeoutSeconds in v1alpha1, declared at ")
	for name, want := range map[string]string{
		"forwarding.timeouts": "forwarding.timeout", "--upstream-timeouts": "--upstream-timeout", "entirely.else": "",
	} {
		if _, ok, near := Subject(name, groups, shown); ok || near != want {
			t.Errorf("%s: found %t, near %q, want %q", name, ok, near, want)
		}
	}
}
