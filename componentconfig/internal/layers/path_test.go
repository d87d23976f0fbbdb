package layers

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestPatternsFindWhatTheirTextSays compares paths and nodes with the texts of the same paths.
func TestPatternsFindWhatTheirTextSays(t *testing.T) {
	root := parseJSON(t, `{"a":"1","ab":"2","a.b":"3","l":["4",{"a":"5","n":6}],"d":{"k":"7","x.y":{"a":"8"}},
		"e":{},"n":null}`)
	root.Fields["d"].Dict = true
	for _, pattern := range []string{"", "a", "ab", "a.b", "l", "l[]", "l[].a", "l[].n", "d",
		"d[]", "d[].a", "d.k", "e", "n", "x"} {
		var want, got []string
		for _, leaf := range root.Leaves() {
			below := Below(leaf.Path.Pattern(), pattern)
			if pattern == "a" && leaf.Path.String() == "a.b" {
				below = false // One name, although it looks like two.
			}
			if leaf.Path.Below(pattern) != below {
				t.Errorf("%s is below %q: %t, want %t", leaf.Path, pattern, !below, below)
			}
			if below && leaf.Node.Kind == String {
				want = append(want, leaf.Node.Text)
			}
		}
		root.Strings(pattern, func(n *Node) { got = append(got, n.Text) })
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q leads to the strings %q, want %q", pattern, got, want)
		}
	}
}

func TestStringsAreWrittenAsJSON(t *testing.T) {
	for r := range rune(0x300) {
		text := "a" + string(r)
		want, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&Node{Kind: String, Text: text}).JSON(); string(got) != string(want) {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestRootWithoutFields asks an empty object for fields that it does not have.
func TestRootWithoutFields(t *testing.T) {
	root := parseJSON(t, `{}`)
	root.Remove(nil)
	if leaves := root.Leaves(); len(leaves) > 0 {
		t.Errorf("got %v", leaves)
	}
	if leaves := root.LeavesAt(Path{}.Field("a")); len(leaves) != 1 || leaves[0].Path.String() != "a" {
		t.Errorf("below another object: got %v", leaves)
	}
	if text := YAML(root, nil); text != "{}\n" {
		t.Errorf("written as %q", text)
	}
}
