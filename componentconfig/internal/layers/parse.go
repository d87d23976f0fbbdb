package layers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of one file. Larger files are mistakes or attacks: people write configuration.
const (
	// MaxSize is in bytes.
	MaxSize = 4 << 20
	// MaxDepth counts nested maps and lists.
	MaxDepth = 100
	// MaxAliased limits the values that aliases expand to (YAML bombs).
	MaxAliased = 10_000
	// maxMarks limits the memory of a parse: every value has at least one of these bytes in the file, and uses about 200
	// in memory.
	maxMarks = 500_000
)

// Document is one configuration file as a tree.
type Document struct {
	// Root is nil for a file without content. The header stays in the tree.
	Root             *Node
	APIVersion, Kind string
}

// Parse reads one YAML or JSON document and returns all problems that it finds. If there is a document, it is returned
// beside the problems, so that later checks can report more.
func Parse(f File) (Document, Problems) {
	p := parser{file: f.Name, expected: map[string]string{}}
	if f.APIVersion != "" {
		p.expected["apiVersion"], p.expected["kind"] = "; write apiVersion: "+f.APIVersion, "; write kind: "+f.Kind
	}
	root := p.root(f.Data)
	if root == nil {
		return Document{}, p.problems
	}
	if root.Kind != Map {
		p.problems = append(p.problems, Problem{Pos: root.Pos, Code: BadHeader,
			Message: fmt.Sprintf("the file must contain an object with apiVersion and kind, not %s", root.Kind)})
		return Document{}, p.problems
	}
	doc := Document{Root: root}
	if f.Header != NoHeader {
		doc.APIVersion = p.header(root, "apiVersion", f.Header)
		doc.Kind = p.header(root, "kind", f.Header)
	}
	return doc, p.problems
}

// root returns the root of the only document with content, nil if there is none.
func (p *parser) root(data []byte) *Node {
	if len(data) > MaxSize {
		p.fail(0, BadFile, fmt.Sprintf("the file is larger than %d MiB", MaxSize>>20))
		return nil
	}
	if marks(data) > maxMarks {
		p.fail(0, BadFile, fmt.Sprintf("the file has more than %d values", maxMarks))
		return nil
	}
	if root, ok := p.object(data); ok {
		return root
	}
	if p.jsonComment(data) {
		return nil
	}
	if top := p.document(data); top != nil {
		return p.node(top, 0)
	}
	return nil
}

type parser struct {
	file string
	// expected is the advice on what a missing key of the header should be.
	expected map[string]string
	problems Problems
	aliased  int
	inAlias  int
	// aliasAt is the outermost alias that is being expanded.
	aliasAt *yaml.Node
	active  map[*yaml.Node]bool
}

func (p *parser) pos(n *yaml.Node) Pos { return Pos{File: p.file, Line: n.Line, Column: n.Column} }

func (p *parser) add(n *yaml.Node, format string, args ...any) {
	p.problems = append(p.problems, Problem{Pos: p.pos(n), Code: BadSyntax, Message: fmt.Sprintf(format, args...)})
}

// wrong reports a value, and returns what is in its place.
func (p *parser) wrong(n *yaml.Node, format string, args ...any) *Node {
	p.add(n, format, args...)
	out := &Node{Kind: Null, Wrong: true, Pos: p.pos(n)}
	p.problems[len(p.problems)-1].Of = out
	return out
}

func (p *parser) fail(line int, code Code, message string) {
	p.problems = append(p.problems, Problem{Pos: Pos{p.file, line, min(line, 1)}, Code: code, Message: message})
}

func (p *parser) header(root *Node, key string, header Header) string {
	switch n := root.Fields[key]; {
	case n == nil && header == OptionalHeader:
	case n == nil:
		p.fail(1, BadHeader, key+" is missing: every configuration file needs apiVersion and kind"+p.expected[key])
	case n.Kind != String || n.Text == "":
		p.problems = append(p.problems, About(n.Pos, BadHeader, key, "must be a string"))
	default:
		return n.Text
	}
	return ""
}

// document returns the only document with content, nil if there is none.
func (p *parser) document(data []byte) *yaml.Node {
	var found *yaml.Node
	for dec := yaml.NewDecoder(bytes.NewReader(data)); ; {
		var doc yaml.Node
		err := decode(dec, &doc)
		switch {
		case errors.Is(err, io.EOF):
			return found
		case err != nil:
			p.syntax(err, data)
			return found
		case len(doc.Content) == 0 || isEmpty(doc.Content[0]):
			continue
		case found != nil:
			p.add(doc.Content[0], "a second YAML document starts here: write it to a file of its own")
			return found
		}
		found = doc.Content[0]
	}
}

// isEmpty reports whether a document has no content except comments.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" && n.Value == ""
}

// marks counts the bytes that separate values. YAML also ends a line at a carriage return and at three characters that
// are not ASCII.
func marks(data []byte) int {
	n := -bytes.Count(data, []byte("\r\n"))
	for _, c := range data {
		switch c {
		case ',', '\n', '\r', ':', '[', '{':
			n++
		}
	}
	for _, end := range []string{"\u0085", "\u2028", "\u2029"} {
		n += bytes.Count(data, []byte(end))
	}
	return n
}

// decode turns a panic of the YAML library into an error: an input file must not crash a component.
func decode(dec *yaml.Decoder, into *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("yaml: the parser failed")
		}
	}()
	return dec.Decode(into)
}

// node converts a YAML node. It returns nil if there was a problem.
func (p *parser) node(n *yaml.Node, depth int) *Node {
	if depth > MaxDepth {
		p.add(n, "nested more than %d levels deep", MaxDepth)
		return nil
	}
	if p.inAlias > 0 {
		if p.aliased++; p.aliased > MaxAliased {
			if p.aliased == MaxAliased+1 {
				p.add(p.aliasAt, "aliases expand to more than %d values", MaxAliased)
			}
			return nil
		}
	}
	switch n.Kind {
	case yaml.AliasNode:
		return p.alias(n, func(target *yaml.Node) *Node { return p.node(target, depth+1) })
	case yaml.MappingNode:
		return p.mapping(n, depth)
	case yaml.SequenceNode:
		if tagged := n.ShortTag(); tagged != "!!seq" {
			return p.unknownTag(n)
		}
		out := &Node{Kind: List, Pos: p.pos(n), Items: make([]*Node, 0, len(n.Content)), Replace: len(n.Content) == 0}
		for _, c := range n.Content {
			if item := p.node(c, depth+1); item != nil {
				out.Items = append(out.Items, item)
			}
		}
		return out
	}
	return p.scalar(n)
}

// alias expands an alias. An alias that contains itself is an error.
func (p *parser) alias(n *yaml.Node, follow func(*yaml.Node) *Node) *Node {
	target := n.Alias
	if target == nil || p.active[target] {
		// The name is not shown: a secret may start with an ampersand or an asterisk.
		return p.wrong(n, "the value of this alias contains the alias: a value that starts with * is an alias of one that "+
			"starts with &; put both in quotes")
	}
	if p.active == nil {
		p.active = map[*yaml.Node]bool{}
	}
	p.active[target] = true
	if p.inAlias++; p.inAlias == 1 {
		p.aliasAt = n
	}
	defer func() { p.inAlias--; delete(p.active, target) }()
	return follow(target)
}

func (p *parser) mapping(n *yaml.Node, depth int) *Node {
	if n.ShortTag() != "!!map" {
		return p.unknownTag(n)
	}
	out := &Node{Kind: Map, Pos: p.pos(n), Fields: make(map[string]*Node, len(n.Content)/2)}
	var merges []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind == yaml.AliasNode && key.Alias != nil {
			key = key.Alias
		}
		switch {
		case key.Kind == yaml.MappingNode && key.Style&yaml.FlowStyle != 0 && n.Style&yaml.FlowStyle != 0:
			p.add(n, "%s", unrendered) // at the outer brace
		case key.Kind != yaml.ScalarNode:
			p.add(key, "a key must be a scalar")
		case key.ShortTag() == "!!merge":
			merges = append(merges, value)
		case out.Fields[key.Value] != nil:
			p.problems = append(p.problems, duplicateKey(p.pos(key), out.Fields[key.Value]))
		default:
			if f := p.node(value, depth+1); f != nil {
				f.Key = p.pos(key)
				out.Fields[key.Value] = f
			}
		}
	}
	for _, m := range merges {
		p.merge(out, m, depth)
	}
	return out
}

// merge adds the fields of a YAML merge key (<<) that the map itself does not have.
func (p *parser) merge(into *Node, n *yaml.Node, depth int) {
	sources := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		sources = n.Content
	}
	for _, s := range sources {
		from := p.node(s, depth+1)
		if from == nil {
			continue
		}
		if from.Kind != Map {
			p.add(s, "<< must be an object or a list of objects, not %s", from.Kind)
			continue
		}
		for k, f := range from.Fields {
			if into.Fields[k] == nil {
				into.Fields[k] = f
			}
		}
	}
}

func (p *parser) scalar(n *yaml.Node) *Node {
	out := &Node{Pos: p.pos(n), Text: n.Value, Alias: p.inAlias > 0,
		Plain: n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0}
	switch n.ShortTag() {
	case "!!null":
		if problem := notNull(n); problem != "" {
			return p.wrong(n, "%s", problem)
		}
		out.Kind, out.Text, out.Blank = Null, "", n.Value == ""
	case "!!bool":
		var v bool
		if err := n.Decode(&v); err != nil {
			return p.wrong(n, "must be true or false")
		}
		out.Kind, out.Text = Bool, strconv.FormatBool(v)
	case "!!int", "!!float":
		text, ok := number(n)
		if !ok {
			switch strings.ToLower(strings.TrimLeft(n.Value, "+-")) {
			case ".inf", ".nan":
				return p.wrong(n, "must be a finite number, not %s", n.Value)
			}
			return p.wrong(n, "the number is out of range")
		}
		out.Kind, out.Text = Number, text
	case "!!str", "!!timestamp":
		out.Kind = String
	default:
		return p.unknownTag(n)
	}
	if out.Kind != Null && out.Text != n.Value {
		out.Written = n.Value
	}
	return out
}

// notNull returns why a null is a mistake: its author wrote a value, which YAML reads as something else.
func notNull(n *yaml.Node) string {
	switch n.Value {
	case "":
		if n.Anchor != "" {
			return "a value that starts with & is an anchor in YAML: put it in quotes"
		}
		return ""
	case "~", "null", "Null", "NULL":
		return ""
	}
	return "the tag !!null has a value: remove one of them"
}

// unknownTag reports a tag. It is not shown: a secret may start with an exclamation mark.
func (p *parser) unknownTag(n *yaml.Node) *Node {
	return p.wrong(n, "unknown YAML tag: put a string that starts with ! in quotes")
}

// number returns a YAML number (0x10, 0o17, 1_000, 1e3) as JSON.
func number(n *yaml.Node) (string, bool) {
	var v any
	if err := n.Decode(&v); err != nil {
		return "", false
	}
	if f, ok := v.(float64); ok && (math.IsInf(f, 0) || math.IsNaN(f)) {
		return "", false
	}
	if _, ok := v.(float64); ok && wholeNumber.MatchString(n.Value) {
		return n.Value, true // More than 64 bits: a float would change the value.
	}
	text, err := json.Marshal(v)
	return string(text), err == nil
}

var wholeNumber = regexp.MustCompile(`^-?[1-9][0-9]*$`)
