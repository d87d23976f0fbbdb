package schema

import (
	"fmt"
	"maps"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// convert takes an object of a version to another, as a tree.
func (g *Group) convert(obj any, to string) (*layers.Node, error) {
	ro, ok := obj.(runtime.Object)
	if !ok {
		return nil, fmt.Errorf("%T does not implement runtime.Object", obj)
	}
	internal, err := g.ToInternal(ro)
	if err != nil {
		return nil, err
	}
	return g.Tree(internal, to)
}

// Blocked is a field that cannot be carried from one version to another without loss.
type Blocked struct {
	Path layers.Path
	Pos  layers.Pos
}

// Translate carries a sparse tree from one version to another, with positions. It is lossless when the component
// would see the same in both: same fields set, same values. Otherwise the fields that are in the way come back.
func (g *Group) Translate(root *layers.Node, from, to string) (*layers.Node, []Blocked) {
	if from == to {
		return root, nil
	}
	out := &layers.Node{Kind: layers.Map, Pos: root.Pos, Fields: map[string]*layers.Node{}}
	var blocked []Blocked
	leaves := root.Leaves()
	for _, leaf := range leaves {
		if isHeader(leaf.Path) {
			continue
		}
		if !g.carry(out, root, leaf, from, to) {
			blocked = append(blocked, Blocked{leaf.Path, leaf.Node.Origin()})
		}
	}
	if len(blocked) == 0 && !g.equivalent(root, from, out, to) {
		for _, leaf := range leaves {
			if !isHeader(leaf.Path) {
				blocked = append(blocked, g.alone(leaf, from, to)...)
			}
		}
		if len(blocked) == 0 {
			blocked = []Blocked{{nil, root.Pos}}
		}
	}
	return out, blocked
}

func isHeader(p layers.Path) bool {
	return len(p) == 1 && (p[0].Name == "apiVersion" || p[0].Name == "kind")
}

// alone asks whether a single leaf survives the way.
func (g *Group) alone(leaf layers.Leaf, from, to string) []Blocked {
	single := &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{}}
	insert(single, leaf.Path, leaf.Node)
	out := &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{}}
	if g.carry(out, single, layers.Leaf{Path: leaf.Path, Node: leaf.Node}, from, to) && g.equivalent(single, from, out, to) {
		return nil
	}
	return []Blocked{{leaf.Path, leaf.Node.Origin()}}
}

// carry puts one leaf where it belongs in the other version.
func (g *Group) carry(out, root *layers.Node, leaf layers.Leaf, from, to string) bool {
	source := leaf.Path.Pattern()
	targets := g.translated(source, from, to)
	if whole := leaf.Node.Kind == layers.Null || leaf.Node.Kind == layers.Map; whole && len(targets) > 1 && g.sameObject(source, targets, to) {
		targets = []string{source}
	}
	if len(targets) != 1 {
		return false
	}
	path, ok := concrete(targets[0], leaf.Path)
	if !ok {
		return false
	}
	node := *leaf.Node
	scalar := node.Kind != layers.Null && node.Kind != layers.Map && node.Kind != layers.List
	if scalar && !g.sameField(source, targets[0], from, to) {
		value := g.converted(root, from, to, path)
		if value == nil {
			return false
		}
		node = *value
		node.Pos, node.Key = leaf.Node.Pos, leaf.Node.Key
	}
	insert(out, path, &node)
	return true
}

// sameField says whether a field has one name and one type in two versions, so that its value can be taken over as it
// was written. Whether it means the same in both is seen in the end (equivalent).
func (g *Group) sameField(source, target, from, to string) bool {
	steps := parsePattern(source)
	return source == target && typeAt(g.Type(from), steps, g.jsonField) == typeAt(g.Type(to), steps, g.jsonField)
}

// converted is what conversion makes of a tree, at a path; nil if it makes nothing.
func (g *Group) converted(root *layers.Node, from, to string, path layers.Path) *layers.Node {
	obj, err := g.New(from)
	if err != nil || g.Decode(root.Pruned(nil), obj) != nil {
		return nil
	}
	tree, err := g.convert(obj, to)
	if err != nil {
		return nil
	}
	return tree.At(path)
}

// sameObject says whether an object is found in the other version under the same name, with all its fields in it.
func (g *Group) sameObject(source string, targets []string, to string) bool {
	for _, t := range targets {
		if !layers.Below(t, source) {
			return false
		}
	}
	return typeAt(g.Type(to), parsePattern(source), g.jsonField) != nil
}

// concrete fills the blanks of a pattern with the indexes and keys of a path.
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

// insert puts a node into a tree, making its parents.
func insert(root *layers.Node, path layers.Path, leaf *layers.Node) {
	n := root
	for i, s := range path {
		child := leaf
		if i+1 < len(path) {
			child = &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{}, Pos: leaf.Pos, Key: leaf.Key, Dict: path[i+1].Kind == layers.Map}
			if path[i+1].Kind == layers.List {
				child = &layers.Node{Kind: layers.List, Pos: leaf.Pos, Key: leaf.Key}
			}
		}
		switch {
		case s.Kind != layers.List:
			if old := n.Fields[s.Name]; old != nil && child != leaf {
				child = old
			}
			n.Fields[s.Name] = child
		default:
			for len(n.Items) <= s.Index {
				n.Items = append(n.Items, &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{}, Pos: leaf.Pos})
			}
			if child != leaf && n.Items[s.Index].Kind == child.Kind {
				child = n.Items[s.Index]
			}
			n.Items[s.Index] = child
		}
		n = child
	}
}

// equivalent says whether two sparse trees, one of each version, set the same things of the component's type.
func (g *Group) equivalent(a *layers.Node, va string, b *layers.Node, vb string) bool {
	ea, errA := g.effect(a, va)
	eb, errB := g.effect(b, vb)
	return errA == nil && errB == nil && maps.Equal(ea, eb)
}

// effect is what a sparse tree changes in the component's type.
func (g *Group) effect(root *layers.Node, v string) (map[string]string, error) {
	out := map[string]string{}
	for i, tree := range []*layers.Node{root.Pruned(nil), {Kind: layers.Map}} {
		internal, err := g.FromTree(tree, v)
		if err != nil {
			return nil, err
		}
		encoded, err := g.Encode(reflect.ValueOf(internal))
		if err != nil {
			return nil, err
		}
		for _, leaf := range encoded.Leaves() {
			path, text := leaf.Path.String(), string(leaf.Node.JSON())
			switch {
			case strings.HasPrefix(path, "TypeMeta") || path == "apiVersion" || path == "kind":
			case i == 0:
				out[path] = text
			case out[path] == text:
				delete(out, path)
			}
		}
	}
	return out, nil
}

// Carried returns where a path of one version is found in another.
func (g *Group) Carried(p layers.Path, from, to string) []layers.Path {
	if from == to {
		return []layers.Path{p}
	}
	var out []layers.Path
	for _, pattern := range g.translated(p.Pattern(), from, to) {
		if path, ok := concrete(pattern, p); ok {
			out = append(out, path)
		}
	}
	return out
}
