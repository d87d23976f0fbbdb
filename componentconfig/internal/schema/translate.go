package schema

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Blocked is a field that cannot be converted to another version without loss.
type Blocked struct {
	Path layers.Path
	Pos  layers.Pos
}

// Translate converts a sparse tree from one version to another and keeps the positions. It is lossless if both set the
// same fields of the component to the same values. Otherwise it returns the fields that prevent this.
func (g *Group) Translate(root *layers.Node, from, to string) (*layers.Node, []Blocked) {
	if from == to {
		return root, nil
	}
	out := &layers.Node{Kind: layers.Map, Pos: root.Pos, Fields: map[string]*layers.Node{}}
	var blocked []Blocked
	reads := func(o binding.Opaque) bool { return len(o.Reads) > 0 } // A value that is copied may change others, too.
	leaves, copied := root.Leaves(), !slices.ContainsFunc(g.Opaque, reads)
	whole := sync.OnceValue(func() *layers.Node { return g.Converted(root, from, to) })
	for _, leaf := range leaves {
		if leaf.Path.IsHeader() {
			continue
		}
		if !g.carry(out, leaf, from, to, whole) {
			blocked = append(blocked, Blocked{leaf.Path, leaf.Node.Origin()})
		}
		copied = copied && g.copies(leaf.Path.Pattern(), from, to)
	}
	position(g, out, root, nil, from, to)
	if len(blocked) == 0 && !copied && !g.Equivalent(root, from, out, to) {
		for _, leaf := range leaves {
			if !leaf.Path.IsHeader() {
				blocked = append(blocked, g.alone(leaf, from, to)...)
			}
		}
		if len(blocked) == 0 {
			blocked = []Blocked{{nil, root.Pos}}
		}
	}
	return out, blocked
}

// alone converts a single leaf.
func (g *Group) alone(leaf layers.Leaf, from, to string) []Blocked {
	single := &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{}}
	single.Insert(leaf.Path, leaf.Node)
	out := &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{}}
	whole := func() *layers.Node { return g.Converted(single, from, to) }
	if g.carry(out, leaf, from, to, whole) && g.Equivalent(single, from, out, to) {
		return nil
	}
	return []Blocked{{leaf.Path, leaf.Node.Origin()}}
}

// carry inserts one leaf at its path in the other version. It reports whether there is one. whole returns the whole
// tree in the other version, or nil.
func (g *Group) carry(out *layers.Node, leaf layers.Leaf, from, to string, whole func() *layers.Node) bool {
	source := leaf.Path.Pattern()
	targets := g.Translated(source, from, to)
	if object := leaf.Node.Kind == layers.Null || leaf.Node.Kind == layers.Map; object && len(targets) > 1 &&
		g.sameObject(source, targets, to) {
		targets = []string{source}
	}
	if len(targets) != 1 || g.holdsMore(targets[0], to, source, from) {
		return false
	}
	path, ok := concrete(targets[0], leaf.Path)
	if !ok {
		return false
	}
	node := *leaf.Node
	scalar := node.Kind != layers.Null && node.Kind != layers.Map && node.Kind != layers.List
	if scalar && !g.sameField(source, targets[0], from, to) {
		value := whole().At(path)
		if value == nil {
			return false
		}
		node = *value
		node.Pos, node.Key = leaf.Node.Pos, leaf.Node.Key
	}
	out.Insert(path, &node)
	return true
}

// holdsMore reports whether a field of a version sets more of the component's type than a field of another version, as
// an address with a port does: it would lose a part if it got the value of the other field.
func (g *Group) holdsMore(target, to, source, from string) bool {
	known := g.GoPathsOf(source, from)
	return slices.ContainsFunc(g.GoPathsOf(target, to), func(goPath string) bool {
		return !slices.Contains(known, goPath)
	})
}

// sameField reports whether a field has one name and one type in two versions, so that its value can be copied. Whether
// it has the same meaning in both is checked by Equivalent.
func (g *Group) sameField(source, target, from, to string) bool {
	return source == target && SameType(g, source, from, target, to)
}

// copies reports whether conversions between two versions copy a field as it is.
func (g *Group) copies(pattern, from, to string) bool {
	return g.sameField(pattern, pattern, from, to) && slices.Equal(g.Translated(pattern, from, to), []string{pattern}) &&
		len(g.movesOf(from, pattern, movedFrom))+len(g.movesOf(to, pattern, movedFrom)) == 0
}

// SameType reports whether two fields, one of each version, have the same type.
func SameType(g *Group, a, va, b, vb string) bool {
	return typeAt(g.Type(va), parsePattern(a), g.jsonField) == typeAt(g.Type(vb), parsePattern(b), g.jsonField)
}

// Concrete fills in the indexes and keys of a path in a pattern. It reports false if they do not fit.
func Concrete(pattern string, from layers.Path) (layers.Path, bool) { return concrete(pattern, from) }

// Converted returns a tree after conversion; nil if it cannot be converted.
func (g *Group) Converted(root *layers.Node, from, to string) *layers.Node {
	internal, err := g.FromTree(root.Pruned(nil), from)
	if err != nil {
		return nil
	}
	tree, err := g.Tree(internal, to)
	if err != nil {
		return nil
	}
	return tree
}

// sameObject reports whether the other version has an object under the same name with all its fields.
func (g *Group) sameObject(source string, targets []string, to string) bool {
	for _, t := range targets {
		if !layers.Below(t, source) {
			return false
		}
	}
	return typeAt(g.Type(to), parsePattern(source), g.jsonField) != nil
}

// concrete fills in the indexes and keys of a path in a pattern.
func concrete(pattern string, from layers.Path) (layers.Path, bool) {
	var blanks []layers.Step
	for _, s := range from {
		if s.Kind != layers.String {
			blanks = append(blanks, s)
		}
	}
	var out layers.Path
	for _, s := range parsePattern(pattern) {
		if s != "[]" {
			out = out.Field(s)
			continue
		}
		if len(blanks) == 0 {
			return nil, false
		}
		out, blanks = append(out, blanks[0]), blanks[1:]
	}
	return out, len(blanks) == 0
}

// concreteAbove fills in the indexes and keys of a path in a pattern. Where the path has no more of them, the result
// ends.
func concreteAbove(pattern string, from layers.Path) (out layers.Path) {
	blanks := slices.DeleteFunc(slices.Clone(from), func(s layers.Step) bool { return s.Kind == layers.String })
	for _, s := range parsePattern(pattern) {
		switch {
		case s != "[]":
			out = out.Field(s)
		case len(blanks) == 0:
			return out
		default:
			out, blanks = append(out, blanks[0]), blanks[1:]
		}
	}
	return out
}

// position gives the lists and objects of a translated tree, whose parents Insert has created, the positions that they
// have in the file.
func position(g *Group, out, n *layers.Node, at layers.Path, from, to string) {
	set := func(to, from *layers.Node) { to.Pos, to.Key = from.Pos, from.Key }
	switch {
	case n.Kind == layers.List && len(n.Items) > 0:
		targets := g.Translated(at.Pattern(), from, to)
		if len(targets) != 1 {
			break
		}
		path, ok := concrete(targets[0], at)
		if list := out.At(path); ok && list != nil && len(list.Items) == len(n.Items) {
			set(list, n)
			for i, item := range n.Items {
				set(list.Items[i], item)
			}
		}
	case n.Kind == layers.Map && len(at) > 0:
		if object := out.At(at); object != nil && object.Kind == layers.Map {
			set(object, n)
		}
	}
	for k, f := range n.Fields {
		position(g, out, f, at.Child(n, k), from, to)
	}
	for i, item := range n.Items {
		position(g, out, item, at.Index(i), from, to)
	}
}

// Equivalent reports whether two sparse trees, one of each version, set the same values of the component's type.
func (g *Group) Equivalent(a *layers.Node, va string, b *layers.Node, vb string) bool {
	ea, errA := g.effect(a, va)
	eb, errB := g.effect(b, vb)
	return errA == nil && errB == nil && maps.Equal(ea, eb)
}

// effect returns the values that a sparse tree changes in the component's type, by their paths.
func (g *Group) effect(root *layers.Node, v string) (map[string]string, error) {
	var trees []*layers.Node
	for _, tree := range []*layers.Node{root, layers.NewMap()} {
		encoded, err := g.internalTree(tree, v)
		if err != nil {
			return nil, err
		}
		trees = append(trees, encoded)
	}
	out := map[string]string{}
	for _, leaf := range trees[0].Changed(trees[1]) {
		if !leaf.Path.IsHeader() && leaf.Path[0].Name != "TypeMeta" {
			out[leaf.Path.String()] = string(leaf.Node.JSON())
		}
	}
	return out, nil
}

// internalTree converts a sparse tree of a version to the component's type.
func (g *Group) internalTree(root *layers.Node, v string) (*layers.Node, error) {
	internal, err := g.FromTree(root.Pruned(nil), v)
	if err != nil {
		return nil, err
	}
	return g.Encode(reflect.ValueOf(internal))
}
