package lint

import (
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/rule"
)

// long reports fields with long names, and off is the same by another code that does not run by default.
func long(code string) rule.Rule {
	return rule.Rule{Code: code, Exceptable: true, Run: Marked(func(
		_ *group.Group, root *group.Root, f *group.Field,
	) []rule.Finding {
		if len(f.Name) <= len("Short") {
			return nil
		}
		return Found(f.Position, token.Position{}, root, f, f.Name+" is long", "")
	})}
}

func off(r rule.Rule) rule.Rule {
	r.Off = true
	return r
}

// relay returns a group with two fields. Change may change it.
func relay(change func(g *group.Group, inner *group.Field)) []*group.Group {
	at := func(line int) token.Position { return token.Position{Filename: "types.go", Line: line, Column: 1} }
	outer := &group.Field{Name: "Short", Path: "Short", Package: "config", Position: at(2)}
	inner := &group.Field{Name: "VeryLong", Path: "Short.VeryLong", Package: "config", Position: at(3), Parent: outer}
	outer.Fields = []*group.Field{inner}
	g := &group.Group{Roots: []*group.Root{{Name: "Relay", Fields: []*group.Field{outer}, Position: at(1)}}}
	if change != nil {
		change(g, inner)
	}
	return []*group.Group{g}
}

// choosing returns a group that enables and disables rules.
func choosing(choice group.Lint) []*group.Group {
	return relay(func(g *group.Group, _ *group.Field) { g.Lint = &choice })
}

// excepted returns a group with an exception at the inner field.
func excepted(rule string) []*group.Group {
	return relay(func(_ *group.Group, f *group.Field) { f.Exceptions = except(rule) })
}

func except(rule string) []group.Exception {
	return []group.Exception{{Rule: rule, Position: token.Position{Filename: "types.go", Line: 9, Column: 1}}}
}

// TestRun runs rules that groups, flags and exceptions choose.
func TestRun(t *testing.T) {
	const found, also = "types.go:3:1: VeryLong is long (long-name)", "types.go:3:1: VeryLong is long (other-name)"
	const unused = "types.go:9:1: the exception has no effect: there is nothing that long-name would report; remove it " +
		"(exception)"
	rules := []rule.Rule{long("long-name"), off(long("other-name"))}
	for name, test := range map[string]struct {
		groups []*group.Group
		choice Choice
		want   []string
	}{
		"default":           {relay(nil), Choice{}, []string{found}},
		"enabled":           {relay(nil), Choice{Enable: []string{"other-name"}}, []string{found, also}},
		"disabled":          {relay(nil), Choice{Disable: []string{"long-name"}}, nil},
		"disabled in group": {choosing(group.Lint{Disable: []string{"long-name"}}), Choice{}, nil},
		"flag wins": {choosing(group.Lint{Disable: []string{"long-name"}}),
			Choice{Enable: []string{"long-name"}}, []string{found}},
		"unknown": {choosing(group.Lint{Enable: []string{"long-nam"}}), Choice{},
			[]string{`-: no rule "long-nam"; did you mean long-name? (lint-rule)`, found}},
		"field": {excepted("long-name"), Choice{}, nil},
		"parent": {relay(func(_ *group.Group, f *group.Field) { f.Parent.Exceptions = except("long-name") }),
			Choice{}, nil},
		"root":  {relay(func(g *group.Group, _ *group.Field) { g.Roots[0].Exceptions = except("long-name") }), Choice{}, nil},
		"group": {relay(func(g *group.Group, _ *group.Field) { g.Exceptions = except("long-name") }), Choice{}, nil},
		"no effect": {relay(func(_ *group.Group, f *group.Field) {
			f.Name, f.Exceptions = "Tiny", except("long-name")
		}), Choice{}, []string{unused}},
		"of a rule that is off":  {excepted("other-name"), Choice{}, []string{found}},
		"of a rule of elsewhere": {excepted("CB001"), Choice{}, []string{found}},
	} {
		var got []string
		for _, d := range Run(test.groups, rules, test.choice) {
			got = append(got, d.String())
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got): %s", name, diff)
		}
	}
}

// TestAddOption changes struct tags of all forms.
func TestAddOption(t *testing.T) {
	for _, test := range []struct{ tag, name, inPlaceOf, want string }{
		{`json:"a"`, "omitempty", "", `json:"a,omitempty"`},
		{`yaml:"b" json:"a,string" protobuf:"c"`, "omitempty", "", `yaml:"b" json:"a,string,omitempty" protobuf:"c"`},
		{`json:"a,omitempty"`, "omitzero", "omitempty", `json:"a,omitzero"`},
		{`json:"a,omitempty,string"`, "omitzero", "omitempty", `json:"a,omitzero,string"`},
		{`yaml:"a"`, "omitempty", "", `yaml:"a"`},
		{``, "omitempty", "", ``},
	} {
		source := "x `" + test.tag + "`"
		at := token.Position{Filename: "a.go", Line: 1, Offset: 2}
		field := Field{Field: &group.Field{Tag: test.tag, TagPosition: at}}
		got := source
		for _, edit := range field.AddOption(test.name, test.inPlaceOf) {
			got = source[:edit.Start] + edit.New + source[edit.End:]
		}
		if got = strings.Trim(got[2:], "`"); got != test.want {
			t.Errorf("%s: got %s, want %s", test.tag, got, test.want)
		}
	}
}
