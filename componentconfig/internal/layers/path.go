package layers

import (
	"slices"
	"strconv"
	"strings"
)

// Step is one step of a path: a field, a key of a map, or an index of a list.
type Step struct {
	Name  string
	Index int
	// Kind is List for an index, Map for a key that is data, String for a field.
	Kind Kind
	// Open says that no type knows the field: its name is data, too.
	Open bool
}

// IsHeader reports whether the path leads to apiVersion or kind.
func (p Path) IsHeader() bool {
	return len(p) == 1 && (p[0].Name == "apiVersion" || p[0].Name == "kind")
}

// IsData reports whether the name is data: the name of a key, or of a field that no type has.
func (s Step) IsData() bool { return s.Kind == Map || s.Open }

// Path leads from the root of a tree to a value. Its text has the form of field.Path in k8s.io/apimachinery, so that
// validation errors and layers use the same paths: zones[0].file, featureGates[Foo].
type Path []Step

// Field returns the path of a field below p.
func (p Path) Field(name string) Path { return append(slices.Clip(p), Step{Name: name, Kind: String}) }

// Key returns the path of a key below p, which leads to a map with keys that are data.
func (p Path) Key(key string) Path { return append(slices.Clip(p), Step{Name: key, Kind: Map}) }

// Child returns the path of a field or key of the map n, which p leads to.
func (p Path) Child(n *Node, name string) Path {
	if n.Dict {
		return p.Key(name)
	}
	return append(slices.Clip(p), Step{Name: name, Kind: String, Open: n.Open})
}

// Index returns the path of a list item below p.
func (p Path) Index(i int) Path { return append(slices.Clip(p), Step{Index: i, Kind: List}) }

// String returns the path as text.
func (p Path) String() string { return p.text(false) }

// Pattern returns the path with every index and every key of a map left out: zones[].file, featureGates[].
func (p Path) Pattern() string { return p.text(true) }

// Blank returns the text of a path with the indexes and keys left out, and these with their brackets.
func Blank(path string) (pattern string, items []string) {
	var out strings.Builder
	for {
		open := strings.IndexByte(path, '[')
		length := strings.IndexByte(path[max(open, 0):], ']') + 1
		if open < 0 || length == 0 {
			out.WriteString(path)
			return out.String(), items
		}
		out.WriteString(path[:open] + "[]")
		items, path = append(items, path[open:open+length]), path[open+length:]
	}
}

// Items returns the indexes and keys in the path, as its text has them: [0], [Foo].
func (p Path) Items() (items []string) {
	for _, s := range p {
		if s.Kind != String {
			items = append(items, Path{s}.String())
		}
	}
	return items
}

func (p Path) text(blank bool) string {
	var b strings.Builder
	for _, s := range p {
		switch {
		case s.Kind == String:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Name)
		case blank:
			b.WriteString("[]")
		case s.Kind == Map:
			b.WriteString("[" + s.Name + "]")
		default:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		}
	}
	return b.String()
}

// Below reports whether path is at or below prefix, both as text or both as patterns.
func Below(path, prefix string) bool {
	_, ok := CutName(path, prefix)
	return ok || prefix == ""
}

// Below reports whether the path is at or below a pattern.
func (p Path) Below(pattern string) bool {
	for i, s := range p {
		if pattern == "" {
			return true
		}
		step := "[]"
		if s.Kind == String {
			step = s.Name
			if i > 0 && pattern[0] == '.' {
				pattern = pattern[1:]
			}
		}
		var ok bool
		if pattern, ok = CutName(pattern, step); !ok {
			return false
		}
	}
	return pattern == ""
}

// CutName returns what follows a name, path or pattern at the beginning of a path or pattern.
func CutName(path, name string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, name)
	return rest, ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// Strings calls found with every string at or below a pattern.
func (n *Node) Strings(pattern string, found func(*Node)) {
	switch {
	case n == nil:
	case pattern == "" && n.Kind == String:
		found(n)
	case pattern == "" || strings.HasPrefix(pattern, "[]"):
		below := strings.TrimPrefix(strings.TrimPrefix(pattern, "[]"), ".")
		for _, f := range n.Fields {
			f.Strings(below, found)
		}
		for _, item := range n.Items {
			item.Strings(below, found)
		}
	case !n.Dict:
		for k, f := range n.Fields {
			if below, ok := CutName(pattern, k); ok {
				f.Strings(strings.TrimPrefix(below, "."), found)
			}
		}
	}
}

// At returns the node that the path leads to, or nil.
func (n *Node) At(p Path) *Node {
	for _, s := range p {
		switch {
		case n == nil:
			return nil
		case s.Kind == List:
			if n.Kind != List || s.Index >= len(n.Items) {
				return nil
			}
			n = n.Items[s.Index]
		default:
			n = n.Fields[s.Name]
		}
	}
	return n
}

// Trail returns every position that set the value at a path, the highest layer first: the node in the tree, then the
// nodes that it replaced. If a whole list was replaced, the position is the position of the list.
func (n *Node) Trail(p Path) []Pos {
	var out []Pos
	n.trail(p, &out)
	return out
}

func (n *Node) trail(p Path, out *[]Pos) {
	for m := n; m != nil; m = m.Under {
		switch {
		case len(p) == 0:
			*out = append(*out, m.Origin())
		case m.Kind == Map:
			m.Fields[p[0].Name].trail(p[1:], out)
		case m.Kind == List && p[0].Kind == List && m == n && p[0].Index < len(m.Items):
			m.Items[p[0].Index].trail(p[1:], out)
		default:
			// A null, or a list that was replaced as a whole.
			*out = append(*out, m.Origin())
		}
	}
}

// Remove removes the field or key at a path that does not lead into a list. It does not remove the root.
func (n *Node) Remove(p Path) {
	if len(p) == 0 {
		return
	}
	if parent := n.At(p[:len(p)-1]); parent != nil {
		delete(parent.Fields, p[len(p)-1].Name)
	}
}

// Find returns the nodes that a pattern leads to, with their paths.
func (n *Node) Find(pattern string) []Leaf {
	return n.find(strings.Split(strings.ReplaceAll(pattern, "[]", ".[]"), "."), nil)
}

func (n *Node) find(steps []string, at Path) (out []Leaf) {
	switch {
	case n == nil:
	case len(steps) == 0:
		return []Leaf{{Path: at, Node: n}}
	case steps[0] != "[]" && n.Kind == Map:
		return n.Fields[steps[0]].find(steps[1:], at.Field(steps[0]))
	case steps[0] == "[]" && n.Kind == Map:
		for _, key := range n.Keys() {
			out = append(out, n.Fields[key].find(steps[1:], at.Key(key))...)
		}
	case steps[0] == "[]":
		for i, item := range n.Items {
			out = append(out, item.find(steps[1:], at.Index(i))...)
		}
	}
	return out
}

// Absent is a field that an object does not have.
type Absent struct {
	Path Path
	// Pos is the position of the object.
	Pos Pos
}

// Missing returns where a pattern leads to a field that is absent or null in an object that is there.
func (n *Node) Missing(pattern string) []Absent {
	steps := strings.Split(strings.ReplaceAll(pattern, "[]", ".[]"), ".")
	return n.missing(steps, nil)
}

func (n *Node) missing(steps []string, at Path) (out []Absent) {
	switch {
	case n == nil:
	case steps[0] == "[]" && len(steps) > 1 && n.Kind == List:
		for i, item := range n.Items {
			out = append(out, item.missing(steps[1:], at.Index(i))...)
		}
	case steps[0] == "[]" && len(steps) > 1 && n.Kind == Map:
		for _, key := range n.Keys() {
			out = append(out, n.Fields[key].missing(steps[1:], at.Key(key))...)
		}
	case steps[0] == "[]" || n.Kind != Map:
	case len(steps) > 1:
		return n.Fields[steps[0]].missing(steps[1:], at.Field(steps[0]))
	case n.Fields[steps[0]] == nil || n.Fields[steps[0]].Kind == Null:
		return []Absent{{at.Field(steps[0]), n.Origin()}}
	}
	return out
}
