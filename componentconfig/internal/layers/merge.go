package layers

import "strings"

// ListRule is the rule by which a list of an upper layer is combined with the list below it.
type ListRule uint8

// The rules of the marker +listType; without one a list is atomic.
const (
	Atomic ListRule = iota
	SetList
	MapList
)

// Rules says which lists merge, and by which keys. In a nil Rules no list does.
type Rules struct {
	List ListRule
	// Keys are the fields that identify an item of a MapList.
	Keys   []string
	Fields map[string]*Rules
	// Item applies to the items of a list and the values of a map.
	Item *Rules
}

func (r *Rules) field(name string) *Rules {
	if r == nil {
		return nil
	}
	if f, ok := r.Fields[name]; ok {
		return f
	}
	return r.Item
}

func (r *Rules) item() *Rules {
	if r == nil {
		return nil
	}
	return r.Item
}

// Merge merges over into base and returns the result, which is a layer again: JSON merge patch (RFC 7386), with nulls
// kept until Pruned so that merging is associative. A node that replaces another keeps it in Node.Under. Both arguments
// become parts of the result. Either may be nil.
func Merge(base, over *Node, r *Rules) *Node {
	switch {
	case base == nil:
		return over
	case over == nil:
		return base
	case base.Kind == Map && over.Kind == Map && !over.Replace:
		for k, f := range over.Fields {
			base.Fields[k] = Merge(base.Fields[k], f, r.field(k))
		}
		return base
	case base.Kind == List && over.Kind == List && !over.Replace && r != nil && r.List != Atomic:
		return mergeLists(base, over, r)
	}
	over.Replace = over.Replace || over.Kind == Map || over.Kind == List
	over.Under = Merge(base, over.Under, r)
	return over
}

// mergeLists keeps the order of base and appends new items.
func mergeLists(base, over *Node, r *Rules) *Node {
	if base.index == nil {
		base.index = make(map[string]int, len(base.Items))
		for i, item := range base.Items {
			base.index[itemKey(item, r)] = i
		}
	}
	for _, item := range over.Items {
		key := itemKey(item, r)
		if i, ok := base.index[key]; ok {
			base.Items[i] = Merge(base.Items[i], item, r.item())
			continue
		}
		base.index[key] = len(base.Items)
		base.Items = append(base.Items, item)
	}
	return base
}

// itemKey identifies an item: by its value in a set, by its key fields in a map.
func itemKey(n *Node, r *Rules) string {
	if r.List == SetList || n.Kind != Map {
		return string(n.JSON())
	}
	var b strings.Builder
	for _, k := range r.Keys {
		if f := n.Fields[k]; f != nil {
			b.Write(f.JSON())
		}
		b.WriteByte(0)
	}
	return b.String()
}

// Pruned returns the tree without the nulls of maps, once everything is merged: a field without a value gets its
// default. Lists that are replaced as a whole keep their nulls.
func (n *Node) Pruned(r *Rules) *Node {
	if n == nil {
		return nil
	}
	c := *n
	c.index = nil
	if n.Kind == Map {
		c.Fields = make(map[string]*Node, len(n.Fields))
		for k, f := range n.Fields {
			if f.Kind != Null {
				c.Fields[k] = f.Pruned(r.field(k))
			}
		}
	}
	if n.Kind == List && r != nil && r.List == MapList {
		c.Items = make([]*Node, len(n.Items))
		for i, item := range n.Items {
			c.Items[i] = item.Pruned(r.item())
		}
	}
	return &c
}

// Make returns the rules at a pattern such as zones[].hosts. It creates them if needed.
func (r *Rules) Make(pattern string) *Rules {
	for _, name := range strings.Split(strings.ReplaceAll(pattern, "[]", ".[]"), ".") {
		if name == "[]" {
			if r.Item == nil {
				r.Item = &Rules{}
			}
			r = r.Item
			continue
		}
		if r.Fields == nil {
			r.Fields = map[string]*Rules{}
		}
		if r.Fields[name] == nil {
			r.Fields[name] = &Rules{}
		}
		r = r.Fields[name]
	}
	return r
}

// Duplicate is an item that a list has twice.
type Duplicate struct {
	Path, First Path
	Pos         Pos
}

// Text returns the mistake in words, without the path.
func (d Duplicate) Text() string { return "duplicate of " + d.First.String() }

// Duplicates returns the items that are twice in a list that merges: it is undefined which one would be used.
func (r *Rules) Duplicates(root *Node) []Duplicate {
	var out []Duplicate
	r.duplicates(root, nil, &out)
	return out
}

func (r *Rules) duplicates(n *Node, at Path, out *[]Duplicate) {
	if r == nil || n == nil {
		return
	}
	for _, k := range n.Keys() {
		if below := r.field(k); below != nil {
			below.duplicates(n.Fields[k], at.Child(n, k), out)
		}
	}
	first := map[string]int{}
	for i, item := range n.Items {
		r.item().duplicates(item, at.Index(i), out)
		if r.List == Atomic {
			continue
		}
		key := itemKey(item, r)
		if j, ok := first[key]; ok {
			*out = append(*out, Duplicate{at.Index(i), at.Index(j), item.Pos})
			continue
		}
		first[key] = i
	}
}
