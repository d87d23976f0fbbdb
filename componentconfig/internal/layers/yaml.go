package layers

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// emitter writes a tree as block YAML, with an optional comment after every leaf.
type emitter struct {
	strings.Builder
	comment func(path string) string
}

// YAML returns a tree as block YAML, kind and apiVersion first. comment returns the comment of the leaf at a path, or
// ""; it may be nil. A tree without fields is an object, too: no text at all would be a file without content.
func YAML(root *Node, comment func(path string) string) string {
	if len(root.Fields) == 0 {
		return "{}\n"
	}
	e := emitter{comment: comment}
	e.fields(root, nil, "")
	return e.String()
}

func (e *emitter) fields(n *Node, at Path, indent string) {
	for i, k := range headerFirst(n.Keys(), at) {
		if i > 0 {
			e.WriteString(indent)
		}
		e.WriteString(key(k, indent))
		e.value(n.Fields[k], at.Child(n, k), indent)
	}
}

// headerFirst moves kind and apiVersion of the root to the front.
func headerFirst(keys []string, at Path) []string {
	if len(at) > 0 {
		return keys
	}
	rank := func(k string) int { return slices.Index([]string{"kind", "apiVersion"}, k) }
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(rank(b), rank(a)) })
	return keys
}

// value writes the value after a key.
func (e *emitter) value(n *Node, at Path, indent string) {
	switch {
	case n.Kind == Map && len(n.Fields) > 0:
		e.WriteString("\n" + indent + "  ")
		e.fields(n, at, indent+"  ")
	case n.Kind == List && len(n.Items) > 0:
		e.WriteString("\n")
		e.items(n, at, indent)
	default:
		e.WriteString(" ")
		e.leaf(n, at)
	}
}

// items writes list items, which Kubernetes does not indent below their key.
func (e *emitter) items(n *Node, at Path, indent string) {
	for i, item := range n.Items {
		e.WriteString(indent + "- ")
		switch path := at.Index(i); {
		case item.Kind == Map && len(item.Fields) > 0:
			e.fields(item, path, indent+"  ")
		case item.Kind == List && len(item.Items) > 0:
			e.WriteString("\n")
			e.items(item, path, indent+"  ")
		default:
			e.leaf(item, path)
		}
	}
}

func (e *emitter) leaf(n *Node, at Path) {
	switch n.Kind {
	case String:
		e.WriteString(scalar(n.Text))
	case Map:
		e.WriteString("{}")
	case List:
		e.WriteString("[]")
	case Null:
		e.WriteString("null")
	default:
		e.WriteString(n.Text)
	}
	if e.comment != nil {
		if text := e.comment(at.String()); text != "" {
			e.WriteString("  # " + text)
		}
	}
	e.WriteString("\n")
}

var (
	plainChars = regexp.MustCompile(`^[\w./][\w./@%+-]*(:?[\w./@%+-]+)*$`)
	// oldYAML is what YAML 1.1 readers take for something else than a string.
	oldYAML = regexp.MustCompile(`(?i)^(y|n|yes|no|on|off|[-+]?[\d_]+(:[\d_.]+)+)$`)
)

// scalar writes a string, with quotes unless every reader takes it for a string without. YAML has all escapes of Go.
func scalar(s string) string {
	if n := (yaml.Node{Kind: yaml.ScalarNode, Value: s}); plainChars.MatchString(s) && n.ShortTag() == "!!str" &&
		!oldYAML.MatchString(s) {
		return s
	}
	return strconv.Quote(s)
}

// key writes a key and its colon. YAML wants a question mark in front of a long one.
func key(name, indent string) string {
	const longest = 1000
	text := scalar(name)
	if len(text) > longest {
		return "? " + text + "\n" + indent + ":"
	}
	return text + ":"
}
