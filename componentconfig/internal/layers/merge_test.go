package layers

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

// parseJSON makes a layer of a JSON object.
func parseJSON(t testing.TB, text string) *Node {
	t.Helper()
	p := parser{file: "x"}
	n := p.root([]byte(text))
	if n == nil || len(p.problems) > 0 {
		t.Fatalf("%s: %v", text, p.problems)
	}
	return n
}

func TestMergeTable(t *testing.T) {
	rules := &Rules{}
	rules.Make("set").List = SetList
	byName := rules.Make("byName")
	byName.List, byName.Keys = MapList, []string{"name"}
	for _, c := range []struct{ row, base, over, want string }{
		{"maps and structs: merge, key by key", `{"a":{"x":1,"y":2}}`, `{"a":{"y":3,"z":4}}`, `{"a":{"x":1,"y":3,"z":4}}`},
		{"lists: replace", `{"a":[1,2]}`, `{"a":[3]}`, `{"a":[3]}`},
		{"key: null back to the default, not to the layer below", `{"a":1,"b":2}`, `{"a":null}`, `{"b":2}`},
		{"{} changes nothing", `{"a":{"x":1}}`, `{"a":{}}`, `{"a":{"x":1}}`},
		{"[] empties a list", `{"a":[1]}`, `{"a":[]}`, `{"a":[]}`},
		{"explicit zero survives", `{"a":7}`, `{"a":0}`, `{"a":0}`},
		{"an object over a scalar", `{"a":1}`, `{"a":{"x":null,"y":1}}`, `{"a":{"y":1}}`},
		{"listType=set: union", `{"set":["a","b"]}`, `{"set":["b","c"]}`, `{"set":["a","b","c"]}`},
		{"listType=set: [] empties", `{"set":["a","b"]}`, `{"set":[]}`, `{"set":[]}`},
		{"listType=map: items merge by key", `{"byName":[{"name":"a","w":1,"x":1},{"name":"b"}]}`,
			`{"byName":[{"name":"c"},{"name":"a","w":2,"x":null}]}`,
			`{"byName":[{"name":"a","w":2},{"name":"b"},{"name":"c"}]}`},
		{"nulls inside a replaced list stay", `{"a":[1]}`, `{"a":[{"x":null}]}`, `{"a":[{"x":null}]}`},
	} {
		t.Run(c.row, func(t *testing.T) {
			got := Merge(parseJSON(t, c.base), parseJSON(t, c.over), rules).Pruned(rules)
			if text := string(got.JSON()); text != c.want {
				t.Errorf("%s over %s\n got %s\nwant %s", c.over, c.base, text, c.want)
			}
		})
	}
}

// randomObject makes a JSON object of few names, so that layers meet.
func randomObject(r *rand.Rand, depth int) map[string]any {
	out := map[string]any{}
	for range r.IntN(4) {
		out[string(rune('a'+r.IntN(4)))] = randomValue(r, depth)
	}
	return out
}

func randomValue(r *rand.Rand, depth int) any {
	switch k := r.IntN(7); {
	case k == 0:
		return nil
	case k == 1:
		return r.IntN(3)
	case k == 2:
		return []any{}
	case k == 3:
		return []any{r.IntN(3), "x"}
	case k == 4 || depth == 0:
		return "s"
	}
	return randomObject(r, depth-1)
}

func encode(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var trees = flag.Int("trees", 300, "random trees in each test of merging")

func TestMergeEqualsRFC7386(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range *trees {
		layers := make([]string, 1+r.IntN(4))
		want := []byte(`{}`)
		var got *Node
		for i := range layers {
			layers[i] = encode(t, randomObject(r, 3))
			var err error
			if want, err = jsonpatch.MergePatch(want, []byte(layers[i])); err != nil {
				t.Fatal(err)
			}
			got = Merge(got, parseJSON(t, layers[i]), nil)
		}
		if a, b := normal(t, want), normal(t, got.Pruned(nil).JSON()); !reflect.DeepEqual(a, b) {
			t.Fatalf("layers %s\n got %s\nwant %s", strings.Join(layers, " < "), got.Pruned(nil).JSON(), want)
		}
	}
}

func normal(t testing.TB, data []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestMergeIsAssociative(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	rules := &Rules{}
	rules.Make("a").List = SetList
	inner := rules.Make("b.c")
	inner.List = SetList
	for range *trees {
		var texts [3]string
		for i := range texts {
			texts[i] = encode(t, randomObject(r, 3))
		}
		layer := func(i int) *Node { return parseJSON(t, texts[i]) }
		left := Merge(Merge(layer(0), layer(1), rules), layer(2), rules)
		right := Merge(layer(0), Merge(layer(1), layer(2), rules), rules)
		if a, b := left.Pruned(rules).JSON(), right.Pruned(rules).JSON(); string(a) != string(b) {
			t.Fatalf("%v\n(a b) c: %s\na (b c): %s", texts, a, b)
		}
		for _, leaf := range left.Leaves() {
			if a, b := fmt.Sprint(left.Trail(leaf.Path)), fmt.Sprint(right.Trail(leaf.Path)); a != b {
				t.Fatalf("%v: trail of %s\n(a b) c: %s\na (b c): %s", texts, leaf.Path, a, b)
			}
		}
	}
}

func TestMergeDoesNotDependOnTheOrderOfUnrelatedKeys(t *testing.T) {
	a := Merge(parseJSON(t, `{"a":1,"b":{"x":1,"y":2}}`), parseJSON(t, `{"c":3,"b":{"y":5}}`), nil)
	b := Merge(parseJSON(t, `{"b":{"y":2,"x":1},"a":1}`), parseJSON(t, `{"b":{"y":5},"c":3}`), nil)
	if string(a.JSON()) != string(b.JSON()) {
		t.Errorf("%s differs from %s", a.JSON(), b.JSON())
	}
}

func TestTrailListsWhatWasOverridden(t *testing.T) {
	var root *Node
	for i, text := range []string{"a: 1\nl: [1]\nm:\n  x: 1\n", "a: 2\nm:\n", "a: 3\nl: [2, 3]\nm:\n  x: 2\n"} {
		p := parser{file: fmt.Sprint(i)}
		root = Merge(root, p.node(p.document([]byte(text)), 0), nil)
	}
	for path, want := range map[string]string{
		"a":    "2:1:1 1:1:1 0:1:1",
		"l[0]": "2:2:5 0:2:1",
		"m.x":  "2:4:3 1:2:1 0:4:3",
	} {
		var got []string
		for _, leaf := range root.Leaves() {
			if leaf.Path.String() == path {
				for _, p := range root.Trail(leaf.Path) {
					got = append(got, p.String())
				}
			}
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: got %s, want %s", path, text, want)
		}
	}
}
