// Package redact keeps secrets out of what operators see.
package redact

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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
		if isEmpty(n) {
			return &c // The absence of a secret is not secret.
		}
		return &layers.Node{Kind: layers.String, Text: Mask}
	}
	if n.Kind == layers.Map {
		c.Fields = map[string]*layers.Node{}
		for k, f := range n.Fields {
			c.Fields[k] = masked(f, at.Child(n, k), secret)
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

func isEmpty(n *layers.Node) bool { return n.Kind == layers.String && n.Text == "" }

// Strip removes the fields that are secrets from a tree, and returns their paths. A list with secret items is emptied.
func Strip(root *layers.Node, secret func(pattern string) bool) (removed []string) {
	strip(root, nil, secret, &removed)
	return removed
}

func strip(n *layers.Node, at layers.Path, secret func(string) bool, removed *[]string) {
	for _, k := range n.Keys() {
		f, path := n.Fields[k], at.Child(n, k)
		if secret(path.Pattern()) && !isEmpty(f) {
			delete(n.Fields, k)
			*removed = append(*removed, path.String())
			continue
		}
		strip(f, path, secret, removed)
	}
	for i, item := range n.Items {
		path := at.Index(i)
		if secret(path.Pattern()) {
			n.Items = nil
			*removed = append(*removed, at.String())
			return
		}
		strip(item, path, secret, removed)
	}
}

// Values returns the values of the secrets in a tree.
func Values(root *layers.Node, secret func(pattern string) bool) []string {
	var out []string
	for _, leaf := range root.Leaves() {
		if leaf.Node.Text != "" && leaf.Node.Kind != layers.Bool && secret(leaf.Path.Pattern()) {
			out = append(out, leaf.Node.Text)
		}
	}
	return out
}

// Texts returns a function that masks the given values in a text, wherever it comes from. A value is also masked as Go
// quotes it. Of two values that start at one position the longer one is masked.
func Texts(values []string) func(string) string {
	values = slices.Clone(values)
	longestFirst := func(x, y string) int { return cmp.Or(cmp.Compare(len(y), len(x)), cmp.Compare(x, y)) }
	slices.SortFunc(values, longestFirst)
	var spellings []string
	for _, v := range slices.Compact(values) {
		spellings = append(spellings, v)
		if q := strconv.Quote(v); q[1:len(q)-1] != v {
			spellings = append(spellings, q[1:len(q)-1])
		}
	}
	return func(text string) string { return without(text, spellings) }
}

// shortSecret is the length in bytes below which a secret is masked only as a word of its own: masking every letter of
// a message would reveal the secret.
const shortSecret = 8

func without(text string, values []string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		hit := slices.IndexFunc(values, func(v string) bool {
			end := i + len(v)
			return strings.HasPrefix(text[i:], v) && (len(v) >= shortSecret || !insideWord(text, i) && !insideWord(text, end))
		})
		if hit < 0 {
			out.WriteByte(text[i])
			i++
			continue
		}
		out.WriteString(Mask)
		i += len(values[hit])
	}
	return out.String()
}

// insideWord reports whether there are letters or digits on both sides of an offset.
func insideWord(text string, offset int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:offset])
	after, _ := utf8.DecodeRuneInString(text[offset:])
	return (unicode.IsLetter(before) || unicode.IsDigit(before)) && (unicode.IsLetter(after) || unicode.IsDigit(after))
}
