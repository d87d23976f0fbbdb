package componentconfig

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// mask stands where a secret would.
const mask = "***"

// display is the effective configuration in the newest version.
func (b *buildOf[T]) display() *layers.Node {
	if b.shown == nil {
		tree, err := b.group.Tree(b.config, b.newest())
		if err != nil {
			panic("a configuration that could be converted before cannot be now: " + err.Error())
		}
		b.shown = tree
	}
	return b.shown
}

func (b *buildOf[T]) leaves() []layers.Leaf {
	if b.shownLeaves == nil {
		b.shownLeaves = b.display().Leaves()
	}
	return b.shownLeaves
}

// origins finds out who set every leaf of the effective configuration.
func (b *buildOf[T]) origins() Origins {
	if b.found != nil {
		return b.found
	}
	whole, single := b.flagged()
	var legacy []string
	if !b.hasFiles {
		legacy = b.patterns(b.newest(), func(f Field) bool { return f.LegacyDefault && !b.foreign(f) })
	}
	out := Origins{}
	for _, leaf := range b.leaves() {
		path, pattern := leaf.Path.String(), leaf.Path.Pattern()
		if path == "apiVersion" || path == "kind" {
			continue
		}
		origins := b.flagOrigins(pattern, slices.Clone(single[path]), whole)
		files, set := b.fileOrigins(leaf.Path)
		switch {
		case len(origins) > 0 || set:
		case anyBelow(pattern, legacy):
			origins = []Origin{{Source: OriginLegacyDefault}}
		default:
			origins = []Origin{{Source: OriginDefault}}
		}
		out[path] = append(origins, files...)
	}
	b.found = out
	return out
}

// flagOrigins lists the flags that set a leaf, the last one first.
func (b *buildOf[T]) flagOrigins(pattern string, names []string, whole map[string][]string) []Origin {
	for p, flags := range whole {
		if layers.Below(pattern, p) {
			names = append(names, flags...)
		}
	}
	last := func(name string) int {
		for i := len(b.given) - 1; i >= 0; i-- {
			if b.given[i].Name == name {
				return i
			}
		}
		return -1
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Compare(last(y), last(x)) })
	var out []Origin
	for _, name := range slices.Compact(names) {
		out = append(out, Origin{Source: OriginFlag, Name: name})
	}
	return out
}

// fileOrigins lists the files that wrote a leaf, and says whether one of them has the last word. A null has not: it
// asks for the default.
func (b *buildOf[T]) fileOrigins(path layers.Path) (out []Origin, set bool) {
	if b.tree == nil {
		return nil, false
	}
	for _, p := range b.group.Carried(path, b.newest(), b.base) {
		for _, pos := range b.tree.Trail(p) {
			out = append(out, Origin{OriginFile, pos.File, pos.Line, pos.Column})
		}
		if n := b.tree.At(p); n != nil && n.Kind != layers.Null {
			set = true
		}
	}
	return out, set
}

// masked is a copy of a tree with the values of secrets masked.
func masked(n *layers.Node, at layers.Path, secret func(string) bool) *layers.Node {
	c := *n
	if len(at) > 0 && secret(at.Pattern()) && n.Kind != layers.Map && n.Kind != layers.List {
		if n.Kind == layers.String && n.Text == "" {
			return &c // that there is no secret is none
		}
		return &layers.Node{Kind: layers.String, Text: mask}
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

// written is the effective configuration as a file that loads back to the identical object; without secrets, whose
// paths are listed.
func (b *buildOf[T]) written() (*layers.Node, []string, error) {
	tree := b.display().Clone()
	b.stripPassedOver(tree)
	if err := b.complete(tree); err != nil {
		return nil, nil, err
	}
	var left []string
	stripSecrets(tree, nil, b.secret, &left)
	return tree, left, nil
}

// stripPassedOver leaves out the fields that do not count and that nobody set: to write them down would be to set them.
func (b *buildOf[T]) stripPassedOver(tree *layers.Node) {
	patterns := b.patterns(b.newest(), func(f Field) bool { return b.foreign(f) || b.gatedOff(f) })
	for _, leaf := range b.leaves() {
		if len(patterns) == 0 || !anyBelow(leaf.Path.Pattern(), patterns) || b.origins()[leaf.Path.String()][0].Source >= OriginFile {
			continue
		}
		if parent := tree.At(leaf.Path[:len(leaf.Path)-1]); parent != nil {
			delete(parent.Fields, leaf.Path[len(leaf.Path)-1].Name)
		}
	}
}

// complete adds to a tree the empty lists that keep defaults away, and makes sure that it loads back.
func (b *buildOf[T]) complete(tree *layers.Node) error {
	var lost []string
	for range 2 {
		back, bare, err := b.fromTree(tree, b.newest())
		if err != nil {
			return err
		}
		b.passOver(back, bare)
		if equality.Semantic.DeepEqual(back, b.config) || reflect.DeepEqual(back, b.config) {
			return nil
		}
		lost = goDiffering(reflect.ValueOf(back), reflect.ValueOf(b.config), "")
		again, err := b.group.Tree(back, b.newest())
		if err != nil {
			return err
		}
		for _, leaf := range again.Leaves() {
			if old := tree.At(leaf.Path); old == nil || string(old.JSON()) != string(leaf.Node.JSON()) {
				emptyParentList(tree, leaf.Path)
			}
		}
	}
	return Problems{{Message: fmt.Sprintf("the configuration cannot be written so that it loads back the same: version %s does not keep %s", b.newest(), strings.Join(lost, ", "))}}
}

// emptyParentList writes down that a list is empty which a default would fill.
func emptyParentList(tree *layers.Node, path layers.Path) {
	for i, s := range path {
		if s.Kind != layers.List {
			continue
		}
		if parent := tree.At(path[:i-1]); parent != nil && parent.Kind == layers.Map && parent.Fields[path[i-1].Name] == nil {
			parent.Fields[path[i-1].Name] = &layers.Node{Kind: layers.List, Replace: true}
		}
		return
	}
}

func stripSecrets(n *layers.Node, at layers.Path, secret func(string) bool, left *[]string) {
	for _, k := range n.Keys() {
		f, path := n.Fields[k], at.Child(n, k)
		if secret(path.Pattern()) && !(f.Kind == layers.String && f.Text == "") {
			delete(n.Fields, k)
			*left = append(*left, path.String())
			continue
		}
		stripSecrets(f, path, secret, left)
	}
	for i, item := range n.Items {
		if path := at.Index(i); secret(path.Pattern()) {
			n.Items = nil // a list of secrets has no field to leave out
			*left = append(*left, at.String())
			return
		}
		stripSecrets(item, at.Index(i), secret, left)
	}
}

// redact takes the values of secrets out of messages, wherever those come from: a hook may quote what it does not like.
func (b *buildOf[T]) redact(problems layers.Problems) layers.Problems {
	if len(problems) == 0 && len(b.warned) == 0 {
		return problems
	}
	var values []string
	for _, v := range b.secretValues() {
		values = append(values, v)
		if q := strconv.Quote(v); q[1:len(q)-1] != v {
			values = append(values, q[1:len(q)-1])
		}
	}
	for i := range problems {
		problems[i].Message = without(problems[i].Message, values)
	}
	for i := range b.warned {
		b.warned[i] = without(b.warned[i], values)
	}
	return problems
}

// shortSecret is the length in bytes below which a secret is masked only where it stands as a word of its own: masking every
// letter of a message would tell what the secret is.
const shortSecret = 8

// without masks the given values in a text; of two that begin at one place the first counts.
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
		out.WriteString(mask)
		i += len(values[hit])
	}
	return out.String()
}

// insideWord reports whether letters or digits stand on both sides of a place in a text.
func insideWord(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	return (unicode.IsLetter(before) || unicode.IsDigit(before)) && (unicode.IsLetter(after) || unicode.IsDigit(after))
}

// secretValues lists every secret that any layer holds, the longest first.
func (b *buildOf[T]) secretValues() []string {
	var out []string
	collect := func(tree *layers.Node, version string) {
		patterns := b.secretsOf(version)
		if len(patterns) == 0 {
			return
		}
		for _, leaf := range tree.Leaves() {
			if leaf.Node.Text != "" && leaf.Node.Kind != layers.Bool && anyBelow(leaf.Path.Pattern(), patterns) {
				out = append(out, leaf.Node.Text)
			}
		}
	}
	for _, d := range b.docs {
		collect(d.tree, d.version)
	}
	if b.config != nil { // what flags and defaults give, element by element
		if effective, err := b.group.Tree(b.config, b.newest()); err == nil {
			collect(effective, b.newest())
		}
	}
	for _, g := range b.given {
		if g.Value != "" && b.hides(g.Name) {
			out = append(out, g.Value)
		}
	}
	slices.SortFunc(out, func(x, y string) int { return cmp.Or(cmp.Compare(len(y), len(x)), cmp.Compare(x, y)) })
	return slices.Compact(out)
}
