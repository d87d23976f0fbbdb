// Package redact keeps secrets out of what operators see.
package redact

import (
	"slices"
	"strconv"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Mask is shown in place of a secret.
const Mask = "***"

// Masked returns a copy of a tree with the values of secrets masked. secret reports whether a pattern is a secret.
func Masked(root *layers.Node, secret func(pattern string) bool) *layers.Node {
	return masked(root, nil, secret)
}

func masked(n *layers.Node, at layers.Path, secret func(string) bool) *layers.Node {
	c := *n
	if len(at) > 0 && secret(at.Pattern()) && n.Kind != layers.Map && n.Kind != layers.List {
		return Value(n)
	}
	if n.Kind == layers.Map {
		c.Fields = map[string]*layers.Node{}
		hidden := (n.Dict || n.Open) && len(at) > 0 && secret(at.Pattern())
		for i, k := range n.Keys() {
			shown := k
			if hidden { // The keys are secret, too.
				shown = maskedKey(i)
			}
			c.Fields[shown] = masked(n.Fields[k], at.Child(n, k), secret)
		}
	}
	if n.Kind == layers.List {
		c.Items = nil
		for i, item := range n.Items {
			c.Items = append(c.Items, masked(item, at.Index(i), secret))
		}
	}
	return &c
}

// Value returns what is shown in place of the value of a secret. The absence of a secret is not secret.
func Value(n *layers.Node) *layers.Node {
	if IsEmpty(n) {
		return n
	}
	return &layers.Node{Kind: layers.String, Text: Mask}
}

// maskedKey returns what is shown in place of a key.
func maskedKey(i int) string {
	if i == 0 {
		return Mask
	}
	return Mask + strconv.Itoa(i+1)
}

// Path returns a path as text, with the keys of secret maps and of secrets without a type masked.
func Path(path layers.Path, secret func(pattern string) bool) string {
	shown := slices.Clone(path)
	for i, step := range path {
		if step.IsData() && secret(path[:i].Pattern()) {
			shown[i].Name = Mask
		}
	}
	return shown.String()
}

// IsEmpty reports whether a value is the value of a field that nobody set: an empty string, list or map, a null, false
// or a zero.
func IsEmpty(n *layers.Node) bool {
	switch n.Kind {
	case layers.Map, layers.List:
		return len(n.Fields)+len(n.Items) == 0
	case layers.Bool:
		return n.Text == "false"
	case layers.Null:
		return true
	}
	return IsZero(n.Text)
}

// IsZero reports whether a text is empty or zero. Durations and quantities are strings.
func IsZero(text string) bool { return slices.Contains([]string{"", "0", "0s"}, text) }

// Strip removes the fields that are secrets from a tree, except for empty fields, and returns the paths of the removed
// fields that were set. A list with secret items is emptied.
func Strip(root *layers.Node, secret func(pattern string) bool, set func(layers.Path) bool) (removed []string) {
	strip(root, nil, secret, func(path layers.Path) {
		if set(path) {
			removed = append(removed, path.String())
		}
	})
	return removed
}

func strip(n *layers.Node, at layers.Path, secret func(string) bool, removed func(layers.Path)) {
	for _, k := range n.Keys() {
		f, path := n.Fields[k], at.Child(n, k)
		if secret(path.Pattern()) && !IsEmpty(f) {
			delete(n.Fields, k)
			removed(path)
			continue
		}
		strip(f, path, secret, removed)
	}
	for i, item := range n.Items {
		path := at.Index(i)
		if secret(path.Pattern()) {
			n.Items = nil
			removed(at)
			return
		}
		strip(item, path, secret, removed)
	}
}

// Values returns the values of the secrets in a tree, and their keys that are data. Zeros are not among them.
func Values(root *layers.Node, secret func(pattern string) bool) []string {
	var out []string
	for _, leaf := range root.Leaves() {
		if secret(leaf.Path.Pattern()) {
			out = append(out, LeafValues(leaf, secret)...)
		}
	}
	return out
}

// LeafValues returns the value of a secret leaf, and the keys on its path that are data.
func LeafValues(leaf layers.Leaf, secret func(pattern string) bool) []string {
	var out []string
	if !IsEmpty(leaf.Node) && leaf.Node.Kind != layers.Bool && leaf.Node.Text != "" {
		out = append(out, leaf.Node.Text)
	}
	for i, step := range leaf.Path {
		if step.IsData() && step.Name != "" && secret(leaf.Path[:i].Pattern()) {
			out = append(out, step.Name)
		}
	}
	return out
}
