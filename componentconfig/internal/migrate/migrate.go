package migrate

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Action is what becomes of an entry.
type Action struct {
	// To is the new path; nil for an entry that stays where it is.
	To layers.Path
	// Value is the new value; nil for one that stays as it is.
	Value *layers.Node
	// Descend reports that the entries in the value are looked at.
	Descend bool
	// Remove reports that the entry, which has no value, has no place either. Its comments stay.
	Remove bool
	// Refuse is why the file cannot be changed; empty if it can.
	Refuse string
}

// Addition is an entry that the file does not have.
type Addition struct {
	Path  layers.Path
	Value *layers.Node
}

// Text applies the action that plan returns for each entry, outermost first, and then adds entries. tree is the parsed
// text. Changes that cannot be made are returned as problems.
func Text(name, text string, tree *layers.Node, plan func(layers.Path, *layers.Node) Action, add []Addition) (string,
	layers.Problems) {
	d, err := parse(name, text, tree)
	if err != nil {
		return "", layers.Problems{{Pos: layers.Pos{File: name}, Code: layers.Conversion, Message: err.Error()}}
	}
	m := &migration{document: d, plan: plan, created: map[string]*piece{}, moved: map[*entry]*piece{}}
	m.look(d.root, tree, nil)
	for _, a := range add {
		m.insert(a.Path, &piece{value: a.Value}, nil)
	}
	prune(m)
	if len(m.problems) > 0 {
		return "", m.problems
	}
	for _, each := range d.mappings {
		m.edit(each)
	}
	slices.SortStableFunc(m.edits, (*edit).compare)
	out := m.within(nil, 0, len(text))
	return out, m.problems
}

// migration is a file while it is changed.
type migration struct {
	*document
	plan     func(layers.Path, *layers.Node) Action
	problems layers.Problems
	edits    []*edit
	// created are the new objects by their paths.
	created map[string]*piece
	// moved are the first pieces that were in an entry.
	moved map[*entry]*piece
}

// edit replaces a part of the text. Its own text may depend on other edits.
type edit struct {
	start, end int
	// after is the entry that an insertion follows, or precedes if above is set.
	after *entry
	above bool
	text  func() string
	// open is set while text is called, which may ask for what is inside of the edit.
	open bool
}

func (m *migration) refuse(at *yaml.Node, path layers.Path, format string, args ...any) {
	m.problems = append(m.problems, layers.About(m.pos(at), layers.Conversion, path.String(),
		fmt.Sprintf(format, args...)))
}

// look applies the plan to the entries of an object.
func (m *migration) look(in *mapping, tree *layers.Node, at layers.Path) {
	physical := map[string]bool{}
	for _, e := range in.entries {
		n := tree.Fields[e.key.Value]
		if n == nil || e.key.ShortTag() == "!!merge" {
			continue
		}
		physical[e.key.Value] = true
		action := m.plan(e.path, n)
		switch {
		case action.Refuse != "":
			m.refuse(e.key, e.path, "%s", action.Refuse)
		case e.marked && (action.To != nil || action.Value != nil || action.Remove):
			m.refuse(e.key, e.path, "follows a question mark and would have to change: write it without first")
		case action.Value != nil && e.value.Style&yaml.TaggedStyle != 0:
			m.refuse(e.value, e.path, "has a tag and would have to change: write it without first")
		case action.Value != nil && m.aliased[e.value]:
			m.refuse(e.value, e.path, "would have to change, and aliases have its value: write them out first")
		case action.To != nil:
			m.move(e, n, action)
		case action.Value != nil:
			m.setValue(e, action.Value)
		case action.Remove:
			e.deleted = true
			keepComments(m, e)
		case action.Descend:
			m.descend(e.value, n, e.path)
		}
	}
	for _, key := range tree.Keys() {
		if !physical[key] && m.changes(at.Child(tree, key), tree.Fields[key]) {
			m.refuse(in.mergeKey(), at.Child(tree, key), "comes from a merge key and would have to change: write it out first")
		}
	}
}

// mergeKey returns the first merge key, for its position; the object itself if it does not have one.
func (in *mapping) mergeKey() *yaml.Node {
	for _, e := range in.entries {
		if e.key.ShortTag() == "!!merge" {
			return e.key
		}
	}
	return in.node
}

// descend applies the plan to the entries inside a value.
func (m *migration) descend(n *yaml.Node, tree *layers.Node, at layers.Path) {
	switch {
	case n.Kind == yaml.AliasNode:
		if m.changes(at, tree) {
			m.refuse(n, at, "is an alias, and a value in it would have to change: write it out first")
		}
	case tree.Kind == layers.Map && m.byPath[at.String()] != nil:
		m.look(m.byPath[at.String()], tree, at)
	case tree.Kind == layers.List && n.Kind == yaml.SequenceNode && len(n.Content) == len(tree.Items):
		for i, item := range tree.Items {
			m.descend(n.Content[i], item, at.Index(i))
		}
	}
}

// changes reports whether the plan changes a value or something in it.
func (m *migration) changes(at layers.Path, n *layers.Node) bool {
	if n.Kind == layers.List {
		for i, item := range n.Items {
			if m.inside(at.Index(i), item) {
				return true
			}
		}
		return false
	}
	action := m.plan(at, n)
	return action.Refuse != "" || action.To != nil || action.Value != nil || action.Remove ||
		action.Descend && m.inside(at, n)
}

func (m *migration) inside(at layers.Path, n *layers.Node) bool {
	return slices.ContainsFunc(n.Keys(), func(key string) bool { return m.changes(at.Child(n, key), n.Fields[key]) })
}

// setValue replaces the value of an entry that stays.
func (m *migration) setValue(e *entry, value *layers.Node) {
	start, end, ok := m.valueSpan(e)
	if !ok {
		m.refuse(e.value, e.path, "its value would have to change: write it in one line first")
		return
	}
	text := e.scalarText(value, m.text[start:end])
	m.edits = append(m.edits, &edit{start: start, end: end, text: func() string { return text }})
	if e.isBlockScalar() {
		m.edits = append(m.edits, &edit{start: m.starts[e.firstLine], end: e.end, text: func() string { return "" }})
	}
}

// scalarText writes a new value of an entry in one line: in JSON as JSON, otherwise in the quotes of the old value if
// it has any.
func (e *entry) scalarText(n *layers.Node, old string) string {
	if e.in.flow && e.key.Style&yaml.DoubleQuotedStyle != 0 {
		return flowText(n)
	}
	return scalarText(n, old)
}

// scalarText writes a value in one line, in the quotes of the old one if it has any.
func scalarText(n *layers.Node, old string) string {
	if n.Kind == layers.String && strings.HasPrefix(old, "'") && !strings.ContainsAny(n.Text, "'\n\r\t") {
		return "'" + n.Text + "'"
	}
	if n.Kind == layers.String && !strings.HasPrefix(old, `"`) && plain(n.Text) {
		return n.Text
	}
	return flowText(n)
}

// plain reports whether a string needs no quotes.
func plain(text string) bool {
	var n yaml.Node
	return yaml.Unmarshal([]byte(text), &n) == nil && len(n.Content) == 1 && n.Content[0].Kind == yaml.ScalarNode &&
		n.Content[0].ShortTag() == "!!str" && n.Content[0].Value == text && n.Content[0].Style == 0 &&
		!strings.ContainsAny(text, ",[]{}#\n") && !slices.Contains(booleans, strings.ToLower(text))
}

// booleans are the booleans of YAML 1.1, which Kubernetes reads.
var booleans = []string{"yes", "no", "on", "off", "y", "n"}

// flowText writes a value as JSON with blanks.
func flowText(n *layers.Node) string {
	var parts []string
	switch n.Kind {
	case layers.List:
		for _, item := range n.Items {
			parts = append(parts, flowText(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case layers.Map:
		for _, key := range n.Keys() {
			name := &layers.Node{Kind: layers.String, Text: key}
			parts = append(parts, string(name.JSON())+": "+flowText(n.Fields[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return string(n.JSON())
}

// move takes an entry from its place to another one.
func (m *migration) move(e *entry, n *layers.Node, action Action) {
	e.deleted = true
	p := &piece{from: e, value: action.Value, original: n}
	if name := action.To[len(action.To)-1].Name; name != e.key.Value {
		p.key = name
	}
	m.insert(action.To, p, e)
}

// insert puts a piece at a path: into the innermost object on the way that the file has, in new ones if it lacks some.
func (m *migration) insert(path layers.Path, p *piece, from *entry) {
	for e := from; e != nil && m.moved[e] == nil; e = e.in.of {
		m.moved[e] = p
	}
	p.name = path[len(path)-1].Name
	depth := len(path) - 1
	for depth > 0 && m.byPath[path[:depth].String()] == nil {
		depth--
	}
	holder := m.byPath[path[:depth].String()]
	for i := len(path) - 1; i > depth; i-- {
		key := path[:i].String()
		if outer := m.created[key]; outer != nil {
			outer.inside = append(outer.inside, p)
			return
		}
		made := &piece{name: path[i-1].Name, inside: []*piece{p}}
		m.created[key], p = made, made
	}
	if taken := holder.entry(p.name); taken != nil && !taken.deleted {
		m.refuse(taken.key, path, "is in the file already, where another value would have to go")
		return
	}
	at := holder.after(from)
	holder.inserts[at] = append(holder.inserts[at], p)
}

// entry returns the entry of a name, or nil.
func (in *mapping) entry(name string) *entry {
	at := slices.IndexFunc(in.entries, func(e *entry) bool { return e.key.Value == name })
	if at < 0 {
		return nil
	}
	return in.entries[at]
}

// after returns the index of the entry that an insertion follows: the entry that contains the moved entry, or the last
// one.
func (in *mapping) after(from *entry) int {
	for e := from; e != nil; e = e.in.of {
		if e.in == in {
			return e.index
		}
	}
	return len(in.entries) - 1
}

// prune removes the objects that have become empty, the innermost first. Their comments go with the first entry that
// was in them.
func prune(m *migration) {
	for _, each := range slices.Backward(m.mappings) {
		empty := len(each.entries) > 0 && !slices.ContainsFunc(each.entries, func(e *entry) bool { return !e.deleted })
		for _, pieces := range each.inserts {
			empty = empty && !slices.ContainsFunc(pieces, func(p *piece) bool { return p.name != "" })
		}
		if !empty || each.of == nil {
			continue
		}
		each.of.deleted = true
		inherit(m, each)
	}
}

// inherit gives the comments of an object that goes to the first piece that was in it.
func inherit(m *migration, of *mapping) {
	heir := m.moved[of.entries[0]]
	if _, comments := m.node(m.offset(of.node.Line, of.node.Column)); of.flow && comments {
		m.refuse(of.node, of.of.path, "there is a comment in the braces, which would have to go: move it above")
	}
	if of.of.in.flow {
		return
	}
	if heir == nil {
		keepComments(m, of.of)
		return
	}
	var above, below []string
	for n := m.lineOf(of.of.start); n <= of.of.lastLine; n++ {
		covered := slices.ContainsFunc(of.entries, func(e *entry) bool {
			return !of.flow && m.starts[n-1] >= e.start && m.starts[n-1] < e.end
		})
		line := m.line(n)
		switch comment := m.trailing(of.of); {
		case n == of.of.firstLine && comment != "":
			above = append(above, comment)
		case isComment(line) && !covered && m.starts[n-1] > of.entries[0].start:
			below = append(below, strings.TrimSpace(line))
		case isComment(line) && !covered:
			above = append(above, strings.TrimSpace(line))
		}
	}
	for _, e := range of.entries[1:] {
		if p := m.moved[e]; p != nil && !of.flow && isBlank(m.line(m.lineOf(e.start)-1)) {
			p.head = append([]string{""}, p.head...)
		}
	}
	heir.head = append(above, heir.head...)
	if last := m.moved[of.entries[len(of.entries)-1]]; last != nil {
		last.tail = append(last.tail, below...)
	}
}

// keepComments leaves the comments of an entry of a block mapping in its place.
func keepComments(m *migration, e *entry) {
	if e.in.flow {
		return
	}
	trailing := map[int]string{}
	var visit func(e *entry)
	visit = func(e *entry) {
		trailing[e.firstLine] = m.trailing(e)
		if e.below != nil {
			for _, inner := range e.below.entries {
				visit(inner)
			}
		}
	}
	visit(e)
	var all []string
	for n := m.lineOf(e.start); n <= e.lastLine; n++ {
		if isComment(m.line(n)) {
			all = append(all, strings.TrimSpace(m.line(n)))
		} else if trailing[n] != "" {
			all = append(all, trailing[n])
		}
	}
	if len(all) > 0 {
		e.in.inserts[e.index] = append(e.in.inserts[e.index], &piece{head: all})
	}
}
