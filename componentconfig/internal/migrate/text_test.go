package migrate

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

var update = flag.Bool("update", false, "record the results in testdata")

// TestText changes the texts in testdata. A file there has cases: lines that say what changes, a line of dashes, the
// text, another line of dashes, and the result or the problems. What changes is one of
//
//	move FROM TO          FROM, with [] for items and keys, goes to TO, which has the same ones
//	set PATH VALUE        the value of an entry, in JSON
//	moveset FROM TO VALUE both
//	remove PATH           an entry without a value
//	refuse PATH           an entry that cannot be kept
//	add PATH VALUE        an entry that the text does not have
func TestText(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		cases := strings.Split(string(content), "=====\n")
		for i, one := range cases[1:] {
			parts := strings.Split(one, "-----\n")
			if len(parts) != 3 {
				t.Fatalf("%s: case %d has %d parts", name, i+1, len(parts))
			}
			title, changes, _ := strings.Cut(parts[0], "\n")
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txt")+"/"+strings.ReplaceAll(title, " ", "-"), func(t *testing.T) {
				got := ended(changed(t, escapes.Replace(parts[1]), parseChanges(t, changes)))
				if got != parts[2] && !*update {
					t.Errorf("got\n%s\nwant\n%s", got, parts[2])
				}
				parts[2] = got
			})
			cases[i+1] = strings.Join(parts, "-----\n")
		}
		if *update {
			if err := os.WriteFile(name, []byte(strings.Join(cases, "=====\n")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// escapes and unescapes show what editors change: tabs, carriage returns, and the missing end of a last line.
var (
	escapes   = strings.NewReplacer(`\t`, "\t", `\r`, "\r", "\\\n", "")
	unescapes = strings.NewReplacer("\t", `\t`, "\r", `\r`)
)

// ended returns a text as testdata has it.
func ended(text string) string {
	if text = unescapes.Replace(text); !strings.HasSuffix(text, "\n") {
		text += "\\\n"
	}
	return text
}

// change is a line of a case.
type change struct {
	verb, from, to string
	value          *layers.Node
}

func parseChanges(t *testing.T, lines string) (all []change) {
	t.Helper()
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		c := change{verb: words[0], from: words[1]}
		words = words[2:]
		if strings.HasPrefix(c.verb, "move") {
			c.to, words = words[0], words[1:]
		}
		if len(words) > 0 {
			c.value = tree(t, "v: "+strings.Join(words, " ")).Fields["v"]
		}
		all = append(all, c)
	}
	return all
}

func tree(t *testing.T, text string) *layers.Node {
	t.Helper()
	doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte(text), Header: layers.NoHeader})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return doc.Root
}

// planOf does what changes say. It looks at everything that is above a change.
func planOf(changes []change) func(layers.Path, *layers.Node) Action {
	return func(path layers.Path, _ *layers.Node) Action {
		pattern := path.Pattern()
		for _, c := range changes {
			if c.from != pattern || c.verb == "add" {
				continue
			}
			out := Action{Value: c.value, Remove: c.verb == "remove"}
			if c.verb == "refuse" {
				out.Refuse = "has no place"
			}
			if c.to != "" {
				out.To = target(c.to, path)
			}
			return out
		}
		return Action{Descend: slices.ContainsFunc(changes, func(c change) bool { return layers.Below(c.from, pattern) })}
	}
}

// target is a pattern as a path with the indexes of another one.
func target(pattern string, with layers.Path) (out layers.Path) {
	for _, name := range strings.Split(pattern, ".") {
		name, list := strings.CutSuffix(name, "[]")
		out = out.Field(name)
		if list {
			out = append(out, with[len(out)])
		}
	}
	return out
}

// changed returns the new text, or the problems. It expects the new text to have the values of the old one with the
// changes.
func changed(t *testing.T, text string, changes []change) string {
	t.Helper()
	old := tree(t, text)
	var add []Addition
	for _, c := range changes {
		if c.verb == "add" {
			add = append(add, Addition{target(c.from, nil), c.value})
		}
	}
	plan := planOf(changes)
	out, problems := Text("f", text, old, plan, add)
	if len(problems) > 0 {
		return problems.Error() + "\n"
	}
	want := old.Clone()
	apply(want, old, nil, plan)
	for _, a := range add {
		want.Insert(a.Path, a.Value)
	}
	if got := tree(t, out); string(got.JSON()) != string(want.JSON()) {
		t.Errorf("the result\n%s\nmeans %s, not %s", out, got.JSON(), want.JSON())
	}
	if json.Valid([]byte(text)) && !json.Valid([]byte(out)) {
		t.Errorf("the result is not JSON any more:\n%s", out)
	}
	if line := lostComment(text, out); line > 0 {
		t.Errorf("the result\n%s\nlacks the comment in line %d", out, line)
	}
	return out
}

// apply does the changes of a plan in a tree. It removes the objects that become empty.
func apply(root, n *layers.Node, at layers.Path, plan func(layers.Path, *layers.Node) Action) {
	for i, item := range n.Items {
		apply(root, item, at.Index(i), plan)
	}
	for _, key := range n.Keys() {
		path, value := at.Field(key), n.Fields[key]
		action := plan(path, value)
		if action.Value != nil {
			value = action.Value
		}
		switch {
		case action.Remove:
			root.Remove(path)
		case action.To != nil:
			root.Remove(path)
			for above := at; len(above) > 0 && len(root.At(above).Fields) == 0; above = above[:len(above)-1] {
				if above[len(above)-1].Kind == layers.List {
					break
				}
				root.Remove(above)
			}
			root.Insert(action.To, value.Clone())
		case action.Value != nil:
			root.At(at).Fields[key] = value.Clone()
		case action.Descend:
			apply(root, value, path, plan)
		}
	}
}

// FuzzText looks for panics, and for results with wrong values.
func FuzzText(f *testing.F) {
	for _, seed := range []string{
		"a:\n  b: 1 # one\n# two\nc: {d: x, e: [1, {f: 2}]}\n", `{"a": {"b": 1}, "c": {"d": "x"}}`,
		"a: &x {b: 1}\nc: {d: *x}\n", "a:\n- b: |\n    # no\n  c: 2\n", "? a\n: b\n", "a: {b: 1 # c\n }\nc:\r\n  d: 'x'\r\n",
		"<<: {a: {b: 1}}\nc:\n\td: 1\n", "a:\n  b:\n  # x\n    1\nc: {}\n", "---\na: {b: 1}\n...\n",
	} {
		f.Add(seed)
	}
	changes := parseChanges(&testing.T{}, "move a.b c.d\nmoveset c.d x.y.z \"new\"\nset c.e 5\n"+
		"move l[].a l[].b.c\nadd n.m 1\n")
	plan := planOf(changes)
	f.Fuzz(func(t *testing.T, text string) {
		doc, problems := layers.Parse(layers.File{Name: "f", Data: []byte(text), Header: layers.NoHeader})
		if len(problems) > 0 || doc.Root == nil {
			return
		}
		Text("f", text, doc.Root, plan, []Addition{{target("n.m", nil), &layers.Node{Kind: layers.Number, Text: "1"}}})
	})
}
