package configcommand

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// printKYAML prints a configuration in the dialect of YAML that KEP-5295 describes: braces, quoted strings, commas
// after every value, and a document mark in front.
func printKYAML(w io.Writer, p printing, root extension.Shown) error {
	k := kyaml{comment: comments(p, root)}
	k.WriteString("---\n")
	k.value(root.Tree, nil, "")
	k.WriteString("\n")
	_, err := io.WriteString(w, k.String())
	return err
}

// kyaml writes a tree.
type kyaml struct {
	strings.Builder
	comment func(path string) string
}

func (k *kyaml) value(n *layers.Node, at layers.Path, indent string) {
	switch {
	case n.Kind == layers.Map && len(n.Fields) > 0:
		k.object(n, at, indent)
	case n.Kind == layers.List && len(n.Items) > 0:
		k.list(n, at, indent)
	case n.Kind == layers.Map:
		k.WriteString("{}")
	case n.Kind == layers.List:
		k.WriteString("[]")
	case n.Kind == layers.String:
		k.WriteString(quote(n.Text))
	case n.Kind == layers.Null:
		k.WriteString("null")
	default:
		k.WriteString(n.Text)
	}
}

func (k *kyaml) object(n *layers.Node, at layers.Path, indent string) {
	k.WriteString("{\n")
	for _, name := range headerFirst(n.Keys(), at) {
		child := n.Fields[name]
		k.WriteString(indent + "  " + keyOf(name) + ": ")
		k.value(child, at.Child(n, name), indent+"  ")
		k.end(child, at.Child(n, name))
	}
	k.WriteString(indent + "}")
}

// list writes a list. Objects and lists in it begin on the line of its bracket.
func (k *kyaml) list(n *layers.Node, at layers.Path, indent string) {
	isLeaf := func(item *layers.Node) bool { return len(item.Fields)+len(item.Items) == 0 }
	if slices.ContainsFunc(n.Items, isLeaf) {
		k.WriteString("[\n")
		for i, item := range n.Items {
			k.WriteString(indent + "  ")
			k.value(item, at.Index(i), indent+"  ")
			k.end(item, at.Index(i))
		}
		k.WriteString(indent + "]")
		return
	}
	k.WriteString("[")
	for i, item := range n.Items {
		if i > 0 {
			k.WriteString(", ")
		}
		k.value(item, at.Index(i), indent)
	}
	k.WriteString("]")
}

// end ends the line of a value with a comma, and its comment.
func (k *kyaml) end(n *layers.Node, at layers.Path) {
	k.WriteString(",")
	if k.comment != nil && len(n.Fields)+len(n.Items) == 0 {
		if text := k.comment(at.String()); text != "" {
			k.WriteString(" # " + text)
		}
	}
	k.WriteString("\n")
}

// headerFirst moves apiVersion and kind of the root to the front.
func headerFirst(keys []string, at layers.Path) []string {
	if len(at) > 0 {
		return keys
	}
	var header []string
	for _, name := range []string{"apiVersion", "kind"} {
		if slices.Contains(keys, name) {
			header = append(header, name)
		}
	}
	return append(header, slices.DeleteFunc(keys, func(k string) bool { return slices.Contains(header, k) })...)
}

var (
	plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./-]*$`)
	// oldWord is what readers of YAML may take for something else than a string.
	oldWord = regexp.MustCompile(`(?i)^(y|n|yes|no|on|off|true|false|null|\.inf|\.nan)$`)
)

// keyOf writes a key, without quotes if no reader takes it for something else than a string.
func keyOf(name string) string {
	if plainKey.MatchString(name) && !oldWord.MatchString(name) {
		return name
	}
	return quote(name)
}

// quote writes a string as JSON and YAML both read it.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case strconv.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xFFFF:
			b.WriteString(`\u` + padded(r, 4))
		default:
			b.WriteString(`\U` + padded(r, 8))
		}
	}
	b.WriteByte('"')
	return b.String()
}

func padded(r rune, width int) string {
	digits := strconv.FormatInt(int64(r), 16)
	return strings.Repeat("0", width-len(digits)) + digits
}
