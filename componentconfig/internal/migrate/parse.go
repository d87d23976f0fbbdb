package migrate

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// source is a file with its lines.
type source struct {
	name string
	text string
	// starts are the offsets of the lines, and of the end.
	starts []int
	eol    string
	// columns are the offsets in a line of its characters, and of its end. Only the lines that were asked for have them.
	columns map[int][]int
}

func newSource(name, text string) *source {
	s := &source{name: name, text: text, starts: []int{0}, eol: "\n", columns: map[int][]int{}}
	if strings.Contains(text, "\r\n") {
		s.eol = "\r\n"
	}
	for i := range len(text) {
		if text[i] == '\n' && i+1 < len(text) {
			s.starts = append(s.starts, i+1)
		}
	}
	s.starts = append(s.starts, len(text))
	return s
}

// lines is the number of lines.
func (s *source) lines() int { return len(s.starts) - 1 }

// line returns a line, counted from 1, without its end.
func (s *source) line(n int) string {
	return strings.TrimRight(s.text[s.starts[n-1]:s.starts[n]], "\r\n")
}

// offset returns the offset of a node. YAML counts characters. All of a file can be in one line.
func (s *source) offset(line, column int) int {
	columns, known := s.columns[line]
	if !known {
		text := s.text[s.starts[line-1]:s.starts[min(line, s.lines())]]
		for at := range text {
			columns = append(columns, at)
		}
		columns = append(columns, len(text))
		s.columns[line] = columns
	}
	return s.starts[line-1] + columns[min(column, len(columns))-1]
}

func (s *source) pos(n *yaml.Node) layers.Pos {
	return layers.Pos{File: s.name, Line: n.Line, Column: n.Column}
}

// indent is the number of blanks that a line begins with.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func isComment(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") }

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// mapping is an object of the file.
type mapping struct {
	node    *yaml.Node
	flow    bool
	entries []*entry
	// of is the entry whose value it is; nil for the root and for items of lists.
	of *entry
	// inserts are the pieces that follow an entry, by its index; -1 for an object without entries.
	inserts map[int][]*piece
}

// entry is a key with its value. In a block mapping it consists of whole lines, with the comments above, except behind
// a dash.
type entry struct {
	in         *mapping
	index      int
	key, value *yaml.Node
	path       layers.Path
	// tree is the value in the tree; nil for a field that the type does not know, and for a merge key.
	tree *layers.Node
	// start and end are the offsets of the whole entry, keyStart and keyEnd the offsets of the key.
	start, end, keyStart, keyEnd int
	// firstLine is the line of the key, and lastLine the last one of the value, in a block mapping.
	firstLine, lastLine int
	// dash reports that the key follows a dash in its line, marked that it follows a question mark.
	dash, marked bool
	// below is the value if it is a mapping of its own.
	below   *mapping
	deleted bool
}

// document parses the text, and finds the mappings with their entries.
type document struct {
	*source
	root     *mapping
	mappings []*mapping
	byPath   map[string]*mapping
	// aliased are the values with anchors that aliases use.
	aliased map[*yaml.Node]bool
	// texts are the lines of block scalars.
	texts map[int]bool
}

var (
	errUnreadable = errors.New("the file cannot be read as YAML")
	errBreaks     = errors.New("the file has line breaks other than LF and CRLF: write it with those first")
)

// otherBreaks matches what ends a line in YAML, and in few editors.
var otherBreaks = regexp.MustCompile("\r[^\n]|\r$|[\u0085\u2028\u2029]")

func parse(name, text string, tree *layers.Node) (*document, error) {
	if otherBreaks.MatchString(text) {
		return nil, errBreaks
	}
	d := &document{source: newSource(name, text), byPath: map[string]*mapping{}, aliased: map[*yaml.Node]bool{},
		texts: map[int]bool{}}
	for decoder := yaml.NewDecoder(bytes.NewReader([]byte(text))); ; {
		var top yaml.Node
		if err := decoder.Decode(&top); err != nil {
			return nil, errUnreadable
		}
		if len(top.Content) == 1 && top.Content[0].Kind == yaml.MappingNode {
			limit := d.documentEnd(top.Content[0].Line)
			d.findAliases(top.Content[0])
			d.root = d.mapping(top.Content[0], tree, nil, nil, limit)
			return d, nil
		}
	}
}

// findAliases finds the aliases in a node.
func (d *document) findAliases(n *yaml.Node) {
	if n.Kind == yaml.AliasNode {
		d.aliased[n.Alias] = true
	}
	for _, inner := range n.Content {
		d.findAliases(inner)
	}
}

// documentEnd is the first line after a document that contains a line.
func (d *document) documentEnd(from int) int {
	for n := from + 1; n <= d.lines(); n++ {
		if line := d.line(n); strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") {
			return n
		}
	}
	return d.lines() + 1
}

// mapping reads an object whose lines end before limit.
func (d *document) mapping(n *yaml.Node, tree *layers.Node, at layers.Path, of *entry, limit int) *mapping {
	m := &mapping{node: n, flow: n.Style&yaml.FlowStyle != 0, of: of, inserts: map[int][]*piece{}}
	d.mappings = append(d.mappings, m)
	d.byPath[at.String()] = m
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		e := &entry{in: m, index: len(m.entries), key: key, value: value, path: at.Child(tree, key.Value),
			tree: tree.Fields[key.Value], firstLine: key.Line}
		e.keyStart = d.offset(key.Line, key.Column)
		e.keyEnd = d.scalarEnd(e.keyStart, m.flow)
		m.entries = append(m.entries, e)
	}
	for i, e := range m.entries {
		next := limit
		if i+1 < len(m.entries) {
			next = m.entries[i+1].firstLine
		}
		d.extent(e, next)
		if e.tree != nil {
			d.value(e.value, e.tree, e.path, e, next)
		}
	}
	return m
}

// value reads what is in a value.
func (d *document) value(n *yaml.Node, tree *layers.Node, at layers.Path, of *entry, limit int) {
	switch {
	case n.Kind == yaml.ScalarNode && isBlock(n):
		for line, outside := n.Line+1, indent(d.line(n.Line)); line < limit; line++ {
			if text := d.line(line); !isBlank(text) && indent(text) <= outside {
				break
			}
			d.texts[line] = true
		}
	case n.Kind == yaml.MappingNode && tree.Kind == layers.Map:
		m := d.mapping(n, tree, at, of, limit)
		if of != nil {
			of.below = m
		}
	case n.Kind == yaml.SequenceNode && len(n.Content) == len(tree.Items):
		for i, item := range n.Content {
			next := limit
			if i+1 < len(n.Content) {
				next = n.Content[i+1].Line
			}
			d.value(item, tree.Items[i], at.Index(i), nil, next)
		}
	}
}

// extent finds where an entry begins and ends. The next entry, or what follows the mapping, begins in the line next.
func (d *document) extent(e *entry, next int) {
	e.marked = strings.HasSuffix(strings.TrimRight(d.text[:e.keyStart], " \t\r\n"), "?")
	if e.in.flow {
		e.start, e.end = e.keyStart, d.valueEnd(e)
		return
	}
	column := e.keyStart - d.starts[e.firstLine-1]
	e.dash = !isBlank(d.text[d.starts[e.firstLine-1]:e.keyStart])
	e.lastLine = e.firstLine
	for n := e.firstLine + 1; n < next; n++ {
		if line := d.line(n); !isBlank(line) && (!isComment(line) || indent(line) > column) {
			e.lastLine = n
		}
	}
	e.start, e.end = e.keyStart, d.starts[e.lastLine]
	if e.dash {
		return
	}
	before := 0 // the last line that belongs to what is above
	switch {
	case e.index > 0:
		before = e.in.entries[e.index-1].lastLine
	case e.in.of != nil:
		before = e.in.of.firstLine
	}
	first := e.firstLine
	for first-1 > before && isComment(d.line(first-1)) {
		first--
	}
	if first == 1 || e.index == 0 && e.in.of == nil && before == 0 {
		first = e.firstLine // the comment of the file
	}
	e.start = d.starts[first-1]
}

// valueEnd is the offset at which the value of an entry of a flow mapping ends.
func (d *document) valueEnd(e *entry) int {
	if e.value.Line == 0 || e.value.Kind == yaml.ScalarNode && e.value.Value == "" && e.value.Style == 0 &&
		e.value.Anchor == "" {
		return e.keyEnd
	}
	at := d.offset(e.value.Line, e.value.Column)
	return d.nodeEnd(at)
}

// bare is the offset of a value behind its anchor and its tag.
func (d *document) bare(at int) int {
	for at < len(d.text) && (d.text[at] == '&' || d.text[at] == '!') {
		for at < len(d.text) && !strings.ContainsRune(" \t\r\n,]}", rune(d.text[at])) {
			at++
		}
		for at < len(d.text) && strings.ContainsRune(" \t\r\n", rune(d.text[at])) {
			at++
		}
	}
	return at
}

// nodeEnd is the end of a value of a flow mapping that begins at an offset, with its anchor and its tag.
func (d *document) nodeEnd(at int) int {
	end, _ := d.node(at)
	return end
}

// node is the end of a value of a flow mapping that begins at an offset, and whether there are comments in it.
func (d *document) node(at int) (end int, comments bool) {
	at = d.bare(at)
	if at >= len(d.text) || d.text[at] != '{' && d.text[at] != '[' {
		return d.scalarEnd(at, true), false
	}
	depth := 0
	for at < len(d.text) {
		switch c := d.text[at]; {
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return at + 1, comments
			}
		case (c == '"' || c == '\'') && strings.ContainsRune("{[,: \t\n", rune(d.text[at-1])):
			at = d.scalarEnd(at, true)
			continue
		case c == '#' && strings.ContainsRune(" \t\n", rune(d.text[at-1])):
			comments = true
			for at < len(d.text) && d.text[at] != '\n' {
				at++
			}
			continue
		}
		at++
	}
	return at, comments
}

// scalarEnd is the end of a key or of a scalar in one line, of a flow mapping or of a block mapping.
func (d *document) scalarEnd(at int, flow bool) int {
	if at >= len(d.text) {
		return at
	}
	switch quote := d.text[at]; quote {
	case '"', '\'':
		for i := at + 1; i < len(d.text); i++ {
			switch {
			case quote == '"' && d.text[i] == '\\':
				i++
			case d.text[i] == quote && quote == '\'' && i+1 < len(d.text) && d.text[i+1] == quote:
				i++
			case d.text[i] == quote:
				return i + 1
			}
		}
		return len(d.text)
	}
	end := at
	for i := at; i < len(d.text) && !strings.ContainsRune("\r\n", rune(d.text[i])); i++ {
		c := d.text[i]
		follows := byte('\n')
		if i+1 < len(d.text) {
			follows = d.text[i+1]
		}
		if c == '#' && i > at && strings.ContainsRune(" \t", rune(d.text[i-1])) ||
			c == ':' && strings.ContainsRune(" \t\r\n,]}", rune(follows)) || flow && strings.ContainsRune(",]}", rune(c)) {
			break
		}
		if c != ' ' && c != '\t' {
			end = i + 1
		}
	}
	return end
}

// trailing is the comment that follows a value, or a key whose value begins in the next line.
func (d *document) trailing(e *entry) string {
	from := e.keyEnd
	switch v := e.value; {
	case v.Kind != yaml.AliasNode && v.Kind != yaml.ScalarNode && v.Style&yaml.FlowStyle != 0:
		from = d.nodeEnd(d.offset(v.Line, v.Column))
	case v.Kind == yaml.ScalarNode && v.Line == e.firstLine && (v.Value != "" || v.Style != 0):
		if _, end, ok := d.valueSpan(e); ok {
			from = end
		}
	}
	line, _, _ := strings.Cut(d.text[from:], "\n")
	if at := commentAtEnd.FindStringIndex(line); at != nil {
		return strings.TrimSpace(line[at[0]:])
	}
	return ""
}

// commentAtEnd matches a comment at the end of a line.
var commentAtEnd = regexp.MustCompile(`(?:^|[ \t])#.*`)

// lineOf is the line of an offset.
func (s *source) lineOf(offset int) int {
	at, found := slices.BinarySearch(s.starts, offset)
	if found {
		return at + 1
	}
	return at
}

// valueSpan is where the value of an entry is, if that is one token in one line. Of a block scalar, it is the token in
// front of its lines.
func (d *document) valueSpan(e *entry) (start, end int, ok bool) {
	v := e.value
	if v.Kind != yaml.ScalarNode || !e.in.flow && !e.isBlockScalar() && d.goesOn(e) {
		return 0, 0, false
	}
	start = d.bare(d.offset(v.Line, v.Column))
	if e.isBlockScalar() {
		return start, start + len(strings.Fields(d.text[start:])[0]), v.Line == e.firstLine
	}
	end = d.scalarEnd(start, e.in.flow)
	return start, end, end > start && (e.in.flow || d.lineOf(end-1) == e.firstLine)
}

// goesOn reports whether a scalar of a block mapping has lines after the line of its key. Comments and blank lines are
// not lines of the scalar.
func (d *document) goesOn(e *entry) bool {
	for n := e.firstLine + 1; n <= e.lastLine; n++ {
		if line := d.line(n); !isBlank(line) && !isComment(line) {
			return true
		}
	}
	return false
}

// isBlockScalar reports whether the value is a text in lines of its own.
func (e *entry) isBlockScalar() bool { return isBlock(e.value) }

func isBlock(n *yaml.Node) bool { return n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 }
