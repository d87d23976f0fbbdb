package layers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Pos is a position in a configuration file. Line and Column count from 1; Line 0 means the file as a whole.
type Pos struct {
	File         string
	Line, Column int
}

// String returns the position as file:line:column, without the parts that are unknown.
func (p Pos) String() string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of JSON.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Map
)

// String returns the kind as error messages name it.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "a list", "an object"}[k]
}

// Node is one value of a configuration tree, as it is in the file, with its position. A tree has only what its file
// has: it stays sparse until defaults are applied at the end.
type Node struct {
	Kind Kind
	// Text is "true" or "false", a JSON number, or the string itself.
	Text string
	// Written is the text in the file if it differs, such as 0640 for 416.
	Written string
	// Wrong says that the parser has reported the value, and put a null in its place.
	Wrong bool
	// Blank says that the null is not written: a key has nothing but comments after it.
	Blank bool
	// Plain says that a scalar has no quotes.
	Plain bool
	// Alias reports that the value is the value of an alias.
	Alias bool
	// Dict says that the keys of this map are data (a Go map) and not field names, which changes the text of paths.
	Dict bool
	// Open reports that no type has the keys of this map, such as the keys of a raw object.
	Open bool
	// Replace reports that this map or list replaces the map or list of lower layers instead of being merged with it.
	Replace bool
	// Pos is the position of the value, Key the position of its key (zero for list items and for the root).
	Pos, Key Pos
	Fields   map[string]*Node
	Items    []*Node
	// Under is the node that this one replaced in the layers below, nearest first.
	Under *Node
	// index finds the items of a list that merges. It is kept while lists are merged into this one, so that the cost of
	// many layers is linear in their items.
	index map[string]int
}

// NewMap returns an object without fields.
func NewMap() *Node { return &Node{Kind: Map, Fields: map[string]*Node{}} }

// Origin returns the position that users look for: the position of the key, or of the value for list items and the
// root.
func (n *Node) Origin() Pos {
	if n.Key.Line != 0 {
		return n.Key
	}
	return n.Pos
}

// Source returns the text of a scalar as it is in the file.
func (n *Node) Source() string { return cmp.Or(n.Written, n.Text) }

// PathOf returns the path of a node that is somewhere in the tree; nil if it is not.
func (n *Node) PathOf(wanted *Node, at Path) Path {
	if n == wanted {
		return at
	}
	for k, f := range n.Fields {
		if found := f.PathOf(wanted, at.Child(n, k)); found != nil {
			return found
		}
	}
	for i, item := range n.Items {
		if found := item.PathOf(wanted, at.Index(i)); found != nil {
			return found
		}
	}
	return nil
}

// HasValue reports whether the node is there, and not null.
func (n *Node) HasValue() bool { return n != nil && n.Kind != Null }

// Keys returns the keys of a map in byte order.
func (n *Node) Keys() []string {
	keys := slices.AppendSeq(make([]string, 0, len(n.Fields)), maps.Keys(n.Fields))
	slices.Sort(keys)
	return keys
}

// Clone returns a deep copy.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	c := *n
	c.index = nil
	c.Under = n.Under.Clone()
	if n.Fields != nil {
		c.Fields = make(map[string]*Node, len(n.Fields))
		for k, f := range n.Fields {
			c.Fields[k] = f.Clone()
		}
	}
	if n.Items != nil {
		c.Items = make([]*Node, len(n.Items))
		for i, item := range n.Items {
			c.Items[i] = item.Clone()
		}
	}
	return &c
}

// JSON renders the tree as JSON with sorted keys.
func (n *Node) JSON() []byte {
	var b bytes.Buffer
	n.writeJSON(&b)
	return b.Bytes()
}

func (n *Node) writeJSON(b *bytes.Buffer) {
	switch n.Kind {
	case Null:
		b.WriteString("null")
	case Bool, Number:
		b.WriteString(n.Text)
	case String:
		writeString(b, n.Text)
	case List:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.writeJSON(b)
		}
		b.WriteByte(']')
	case Map:
		b.WriteByte('{')
		for i, k := range n.Keys() {
			if i > 0 {
				b.WriteByte(',')
			}
			writeString(b, k)
			b.WriteByte(':')
			n.Fields[k].writeJSON(b)
		}
		b.WriteByte('}')
	}
}

// writeString writes a string as JSON. Most strings need no escapes.
func writeString(b *bytes.Buffer, s string) {
	escaped := func(r rune) bool {
		return r < ' ' || r >= utf8.RuneSelf || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&'
	}
	if strings.IndexFunc(s, escaped) < 0 {
		b.WriteByte('"')
		b.WriteString(s)
		b.WriteByte('"')
		return
	}
	quoted, err := json.Marshal(s)
	if err != nil {
		panic("a Go string is always a JSON string: " + err.Error())
	}
	b.Write(quoted)
}

// Leaf is a scalar, an empty list or an empty map, with its path.
type Leaf struct {
	Path Path
	Node *Node
}

// Leaves returns the leaves of a tree in byte order of the keys. A root without fields has none: nothing is set.
func (n *Node) Leaves() []Leaf { return n.LeavesAt(nil) }

// LeavesAt returns the leaves of a part of a tree, which is at a path.
func (n *Node) LeavesAt(at Path) []Leaf {
	var out []Leaf
	n.leaves(at, &out)
	return out
}

func (n *Node) leaves(at Path, out *[]Leaf) {
	switch {
	case n.Kind == Map && len(n.Fields) > 0:
		for _, k := range n.Keys() {
			n.Fields[k].leaves(at.Child(n, k), out)
		}
	case n.Kind == List && len(n.Items) > 0:
		for i, item := range n.Items {
			item.leaves(at.Index(i), out)
		}
	case len(at) == 0 && n.Kind == Map:
	default:
		*out = append(*out, Leaf{Path: at, Node: n})
	}
}

// Changed returns the leaves of a tree that another tree does not have, or not with this value.
func (n *Node) Changed(before *Node) (changed []Leaf) {
	for _, leaf := range n.Leaves() {
		if !Same(before.At(leaf.Path), leaf.Node) {
			changed = append(changed, leaf)
		}
	}
	return changed
}

// Same reports whether two nodes are one value in JSON. Each may be nil.
func Same(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return bytes.Equal(a.JSON(), b.JSON())
}

// Insert puts a node at a path, and creates its parents.
func (n *Node) Insert(path Path, leaf *Node) {
	for i, s := range path {
		child := leaf
		if i+1 < len(path) {
			child = &Node{Kind: Map, Fields: map[string]*Node{}, Pos: leaf.Pos, Key: leaf.Key,
				Dict: path[i+1].Kind == Map}
			if path[i+1].Kind == List {
				child = &Node{Kind: List, Pos: leaf.Pos, Key: leaf.Key}
			}
		}
		switch {
		case s.Kind != List:
			if old := n.Fields[s.Name]; old != nil && child != leaf {
				child = old
			}
			n.Fields[s.Name] = child
		default:
			for len(n.Items) <= s.Index {
				n.Items = append(n.Items, &Node{Kind: Map, Fields: map[string]*Node{}, Pos: leaf.Pos})
			}
			if child != leaf && n.Items[s.Index].Kind == child.Kind {
				child = n.Items[s.Index]
			}
			n.Items[s.Index] = child
		}
		n = child
	}
}
