package adopt

import (
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// TestAdds distinguishes flags that keep a part of a list or a map from flags that replace it.
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
