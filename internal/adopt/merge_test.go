package adopt

import (
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/source"
)

// TestAdds tells flags that keep something of a list or a map from those that replace it.
func TestAdds(t *testing.T) {
	held := &observe.Held{Field: "M"}
	set := func(value, before, after string) observe.Set {
		changes := []observe.Change{{Field: "M", Before: before, After: after}}
		return observe.Set{Values: []string{value}, Held: held, Changes: changes}
	}
	plain, refused, same := set("b", `["a"]`, `["a","b"]`), set("b", `["a"]`, `["a","b"]`), set("b", `["a"]`, ``)
	plain.Held, refused.Error, same.Changes = nil, "no", nil
	items := set("b", "", `"b"`)
	items.Changes[0].Field, items.Kept = "M[1].Name", []observe.Field{{Path: "M[0].Name", Value: `"a"`}}
	for name, test := range map[string]struct {
		set  observe.Set
		want bool
	}{
		"a list":                       {set("b", `["a"]`, `["a","b"]`), true},
		"at the end":                   {set("b", `["a"]`, `["b","a"]`), true},
		"a list that is replaced":      {set("b", `["a"]`, `["b"]`), false},
		"by what it had":               {set("a", `["a","c"]`, `["a"]`), false},
		"a map":                        {set("b=1", `{"a":"0"}`, `{"a":"0","b":"1"}`), true},
		"a map that loses a key":       {set("c-", `{"a":"0","c":"1"}`, `{"a":"0"}`), true},
		"a map that is replaced":       {set("b=1", `{"a":"0"}`, `{"b":"1"}`), false},
		"a list of structs":            {items, true},
		"a text":                       {set("b", `"a"`, `"b"`), false},
		"a list with nothing held":     {plain, false},
		"a refused value":              {refused, false},
		"a value that changes nothing": {same, false},
	} {
		if got := adds(observe.Flag{Field: "M", Sets: []observe.Set{test.set}}); got != test.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

// TestAttempts plans the constructor of a value that adds to a map together with +precedence=merge. One that adds to
// a list, or to a map that no file sets, stays by hand.
func TestAttempts(t *testing.T) {
	flag := func(name, field, before, after string) observe.Flag {
		return observe.Flag{Name: name, Field: field, Sets: []observe.Set{{
			Values: []string{"b-"}, Held: &observe.Held{Field: field},
			Changes: []observe.Change{{Field: field, Before: before, After: after}},
		}}}
	}
	c := &component{theirs: &observe.Observation{Flags: []observe.Flag{
		flag("map", "C.M", `{"a":"0","b":"0"}`, `{"a":"0"}`), flag("list", "C.L", `["a"]`, `["a","b"]`),
		flag("option", "O.M", `{"a":"0","b":"0"}`, `{"a":"0"}`), flag("text", "C.T", `"a"`, `"b"`),
	}}, facts: &source.Facts{Registrations: []source.Registration{{Flag: "map"}, {Flag: "list"}, {Flag: "option"}}}}
	d := &decisions{merged: map[string]bool{}, values: map[string]bool{}}
	w := &draft{Result: Result{Plan: &plan.Plan{Roots: []plan.Root{{Config: true, At: "C"}}}}}
	for i := range c.facts.Registrations {
		c.facts.Registrations[i].Value = source.Expression{
			Kind: source.Call, Function: "example.com/a.New", Constructor: true,
		}
	}
	for name, want := range map[string]struct {
		merged bool
		kind   plan.Kind
	}{"map": {true, plan.Differs}, "list": {false, plan.Adds}, "option": {false, plan.Adds}} {
		if tryMerge(c, d, w, name) || !tryValue(c, d, w, name) || d.merged[name] != want.merged {
			t.Errorf("--%s: got %v", name, d.merged)
		}
		if got := kindOf(c, w, proof.Flag{Name: name, Differences: []proof.Difference{{Column: "type"}}}); got != want.kind {
			t.Errorf("--%s: got %s", name, got)
		}
		if tryMerge(c, d, w, name) || tryValue(c, d, w, name) {
			t.Errorf("--%s is tried once more", name)
		}
	}
	text := proof.Flag{Name: "text", Differences: []proof.Difference{{}}}
	if tryValue(c, d, w, "text") || kindOf(c, w, text) != plan.Differs {
		t.Error("a text has no constructor, and nothing is added to it")
	}
}
