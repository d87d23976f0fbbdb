package explain

import (
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/check"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/rule"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestEveryRuleHasTexts expects the texts of all rules that run, and of the findings in scripts.
func TestEveryRuleHasTexts(t *testing.T) {
	expect := func(code, of string, page rule.Page) {
		if !slices.ContainsFunc(rule.On(page), func(r rule.Manual) bool { return r.Code == code }) {
			t.Errorf("%s needs a section %s in internal/rule/%s.txtar", of, code, page)
		}
	}
	for _, value := range check.Rules() {
		expect(value.Code, "a rule of internal/check", rule.Findings)
	}
	for _, value := range rules.All() {
		expect(value.Code, "a rule of lint", rule.Lint)
	}
	for _, value := range breaking.Rules() {
		if value.Code != "" {
			expect(value.Code, "a rule of internal/breaking", rule.Breaking)
		}
	}
	scripts, err := filepath.Glob("../../testdata/script/findings/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	codeAtEnd := regexp.MustCompile(`(?m)^\S+:\d+:\d+: .*\(([a-z]+(?:-[a-z]+)*)\)$`)
	for _, name := range scripts {
		content := testfiles.Read(t, name)
		for _, found := range codeAtEnd.FindAllSubmatch(content, -1) {
			expect(string(found[1]), filepath.Base(name), rule.Findings)
		}
	}
}

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
