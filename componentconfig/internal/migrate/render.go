package migrate

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// piece is an entry in the making: one that was moved, one with a new value, or a new object. Without a name, it is the
// comments of an entry that goes.
type piece struct {
	name string
	// from is the entry that is moved; nil for a new one. key is its new key; empty if the key stays.
	from *entry
	key  string
	// value is the new value; nil if the value of from stays, which is original.
	value, original *layers.Node
	// inside are the entries of a new object.
	inside []*piece
	// head are comments and blank lines above, tail comments below.
	head, tail []string
}

// inside reports whether an entry is in the value of another one.
func (e *entry) inside(outer *entry) bool {
	for e != nil && e.in.of != outer {
		e = e.in.of
	}
	return e != nil
}

// compare orders edits by their places: insertions in front of what is replaced, the outer edit in front of the inner.
func (e *edit) compare(other *edit) int {
	switch insertion := e.start == e.end; {
	case e.start != other.start:
		return e.start - other.start
	case insertion != (other.start == other.end):
		return e.end - other.end
	case insertion:
		return other.depth() - e.depth()
	}
	return other.end - e.end
}

// depth orders insertions in one place: what is inserted into an inner object is in front of what follows the object,
// and what is above another entry comes last.
func (e *edit) depth() (depth int) {
	for at := e.after; at != nil && !e.above; at = at.in.of {
		depth++
	}
	return depth
}

// within returns the text from start to end with the outermost edits in it. This part of the text belongs to the entry
// of, or is in the whole file for nil.
func (m *migration) within(of *entry, start, end int) string {
	first, _ := slices.BinarySearchFunc(m.edits, start, func(e *edit, start int) int { return e.start - start })
	var out strings.Builder
	at := start
	for _, e := range m.edits[first:] {
		if e.start > end {
			break
		}
		border := e.start == e.end && (e.start == start || e.end == end) // what is inserted there may be outside
		if e.start < at || e.end > end || e.open || border && of != nil && !e.after.inside(of) {
			continue // in one that was applied, or outside
		}
		out.WriteString(m.text[at:e.start])
		e.open = true
		out.WriteString(e.text())
		e.open = false
		at = e.end
	}
	out.WriteString(m.text[at:end])
	return out.String()
}

// edit adds the edits of the entries of a mapping.
func (m *migration) edit(in *mapping) {
	if len(in.inserts) == 0 && !slices.ContainsFunc(in.entries, func(e *entry) bool { return e.deleted }) {
		return
	}
	if in.of != nil && in.of.deleted {
		return
	}
	if in.flow {
		editFlow(m, in)
		return
	}
	for _, e := range in.entries {
		inserted := in.inserts[e.index]
		if !e.deleted && len(inserted) == 0 {
			continue
		}
		if e.dash && e.deleted && !joins(inserted) {
			m.refuse(e.key, e.path, "follows a dash and would have to move, beside comments: write another field first")
			continue
		}
		start := e.end
		if e.deleted {
			start = e.start
		}
		m.edits = append(m.edits, &edit{start: start, end: e.end, after: e, text: func() string {
			return blockText(m, e, inserted)
		}})
	}
}

// joins reports whether the entry behind a dash can go: something without comments takes its place.
func joins(inserted []*piece) bool {
	return len(inserted) > 0 && len(inserted[0].head) == 0
}

// blockText is what takes the place of an entry of a block mapping, or follows it.
func blockText(m *migration, e *entry, inserted []*piece) string {
	column := e.keyStart - m.starts[e.firstLine-1]
	var lines []string
	for _, p := range inserted {
		lines = append(lines, block(m, p, column)...)
	}
	if len(lines) == 0 {
		return ""
	}
	text := strings.Join(lines, m.eol) + m.eol
	if e.dash && e.deleted {
		return strings.TrimLeft(text, " ")
	}
	if !e.deleted && !strings.HasSuffix(m.text[:e.end], "\n") {
		text = m.eol + strings.TrimSuffix(text, m.eol)
	} else if e.end == len(m.text) && !strings.HasSuffix(m.text, "\n") {
		text = strings.TrimSuffix(text, m.eol)
	}
	return text
}

// block is a piece as lines of a block mapping.
func block(m *migration, p *piece, column int) []string {
	pad := strings.Repeat(" ", column)
	var lines []string
	for _, comment := range p.head {
		lines = append(lines, strings.TrimRight(pad+comment, " "))
	}
	if p.name == "" {
		return lines
	}
	key := keyText(p)
	switch {
	case p.inside != nil:
		lines = append(lines, pad+key+":")
		for _, inside := range p.inside {
			lines = append(lines, block(m, inside, column+2)...)
		}
	case p.from == nil:
		lines = append(lines, pad+key+": "+scalarText(p.value, ""))
	case p.from.in.flow:
		value := flowValue(m, p)
		lines = append(lines, strings.Split(pad+key+":"+value, m.eol)...)
	default:
		lines = append(lines, shifted(m, p, column)...)
	}
	for _, comment := range p.tail {
		lines = append(lines, pad+comment)
	}
	return lines
}

// shifted are the lines of a moved entry of a block mapping, with another key and another indentation.
func shifted(m *migration, p *piece, column int) []string {
	e := p.from
	old := e.keyStart - m.starts[e.firstLine-1]
	text := m.within(e, e.start, e.keyStart)
	if key := keyText(p); p.key != "" {
		text += key
	} else {
		text += m.text[e.keyStart:e.keyEnd]
	}
	if start, end, ok := m.valueSpan(e); p.value != nil && ok {
		last := e.end
		if e.isBlockScalar() {
			last = m.starts[e.firstLine]
		}
		text += m.text[e.keyEnd:start] + scalarText(p.value, m.text[start:end]) + m.text[end:last]
	} else {
		if p.value != nil {
			m.refuse(e.value, e.path, "its value would have to change: write it in one line first")
		}
		text += m.within(e, e.keyEnd, e.end)
	}
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		switch by := column - old; {
		case i == 0 && e.dash:
			line = strings.Repeat(" ", column) + line
		case isBlank(line):
		case by > 0:
			line = strings.Repeat(" ", by) + line
		default:
			line = line[min(indent(line), -by):]
		}
		lines[i] = line
	}
	return lines
}

// keyText is the key of a piece, in quotes if that which it replaces has them.
func keyText(p *piece) string {
	if p.from != nil && p.from.key.Style != 0 || p.from == nil && !plain(p.name) {
		return flowText(&layers.Node{Kind: layers.String, Text: p.name})
	}
	return p.name
}

// flowValue is the value of a moved entry of a flow mapping, with what is in front of it.
func flowValue(m *migration, p *piece) string {
	e := p.from
	if start, end, ok := m.valueSpan(e); p.value != nil && ok {
		return m.text[e.keyEnd:start][1:] + e.scalarText(p.value, m.text[start:end])
	} else if p.value != nil {
		m.refuse(e.value, e.path, "its value would have to change: write it in one line first")
	}
	return strings.TrimPrefix(m.within(e, e.keyEnd, e.end), ":")
}

// editFlow replaces what is in the braces of a flow mapping.
func editFlow(m *migration, in *mapping) {
	open := m.bare(m.offset(in.node.Line, in.node.Column))
	start, end := open+1, open+1
	if len(in.entries) > 0 {
		start, end = in.entries[0].start, in.entries[len(in.entries)-1].end
	}
	separators := ""
	for i := 1; i < len(in.entries); i++ {
		separators += m.text[in.entries[i-1].end:in.entries[i].start]
	}
	if strings.Contains(separators, "#") {
		m.refuse(in.node, in.entries[0].path, "there are comments between the entries in braces, and an entry would have "+
			"to change: write it without braces first")
		return
	}
	for _, inserted := range in.inserts {
		for _, p := range inserted {
			commentsAbove(m, in, p)
		}
	}
	m.edits = append(m.edits, &edit{start: start, end: end, text: func() string { return flowEntries(m, in) }})
}

// commentsAbove puts the comments of what moves into braces above the line of the braces.
func commentsAbove(m *migration, in *mapping, p *piece) {
	for _, inside := range p.inside {
		commentsAbove(m, in, inside)
	}
	if p.from == nil || p.from.in.flow {
		return
	}
	holder := in.of
	for holder != nil && holder.in.flow {
		holder = holder.in.of
	}
	lines := slices.DeleteFunc(slices.Concat(p.head, p.tail), isBlank)
	for n := m.lineOf(p.from.start); n <= p.from.lastLine; n++ {
		if line := m.line(n); isComment(line) && !m.texts[n] {
			lines = append(lines, strings.TrimSpace(line))
		} else if n == p.from.firstLine && m.trailing(p.from) != "" {
			lines = append(lines, m.trailing(p.from))
		}
	}
	if len(lines) == 0 {
		return
	}
	if holder == nil || holder.dash || holder.deleted {
		m.refuse(p.from.key, p.from.path, "would have to move into braces, where its comments have no place: write those "+
			"without braces first")
		return
	}
	at := m.starts[holder.firstLine-1]
	pad := m.text[at:holder.keyStart]
	text := pad + strings.Join(lines, m.eol+pad) + m.eol
	m.edits = append(m.edits, &edit{start: at, end: at, after: holder, above: true, text: func() string { return text }})
}

// flowEntries returns the entries of a flow mapping, with the inserted and without the removed ones.
func flowEntries(m *migration, in *mapping) string {
	between := ", "
	if len(in.entries) > 1 {
		between = m.text[in.entries[0].end:in.entries[1].start]
	} else if len(in.entries) == 1 {
		open := m.bare(m.offset(in.node.Line, in.node.Column))
		if lead := m.text[open+1 : in.entries[0].start]; strings.Contains(lead, "\n") {
			between = "," + lead
		}
	}
	quoted := len(in.entries) > 0 && in.entries[0].key.Style != 0
	var parts []string
	insert := func(at int) {
		for _, p := range in.inserts[at] {
			parts = append(parts, flow(m, p, quoted, between))
		}
	}
	insert(-1)
	for _, e := range in.entries {
		if !e.deleted {
			parts = append(parts, m.within(e, e.start, e.end))
		}
		insert(e.index)
	}
	return strings.Join(parts, between)
}

// flow is a piece as an entry of a flow mapping.
func flow(m *migration, p *piece, quoted bool, between string) string {
	key := keyText(p)
	if quoted && !strings.HasPrefix(key, `"`) {
		key = flowText(&layers.Node{Kind: layers.String, Text: p.name})
	}
	switch {
	case p.inside != nil:
		step, last := between, ""
		if newline := strings.IndexByte(between, '\n'); newline >= 0 {
			step, last = between+unit(m), m.eol+between[newline+1:]
		}
		var parts []string
		for _, inside := range p.inside {
			parts = append(parts, flow(m, inside, quoted, step))
		}
		first := strings.TrimPrefix(step, ",")
		if last == "" {
			first = ""
		}
		return key + ": {" + first + strings.Join(parts, step) + last + "}"
	case p.from == nil:
		return key + ": " + flowText(p.value)
	case !p.from.in.flow:
		value := flowText(p.original) // its lines have no place in braces
		if start, end, ok := m.valueSpan(p.from); ok && p.value != nil {
			value = scalarText(p.value, m.text[start:end])
		} else if p.value != nil {
			value = flowText(p.value)
		} else if ok && !p.from.isBlockScalar() {
			value = m.text[start:end]
		}
		return key + ": " + value
	}
	if p.key == "" {
		key = m.text[p.from.keyStart:p.from.keyEnd]
	}
	return key + ":" + aligned(m, flowValue(m, p), p.from, between)
}

// unit is one step of indentation in a file of braces.
func unit(m *migration) string {
	if m.root.flow && len(m.root.entries) > 1 {
		between := m.text[m.root.entries[0].end:m.root.entries[1].start]
		if newline := strings.IndexByte(between, '\n'); newline >= 0 {
			return between[newline+1:]
		}
	}
	return "  "
}

// aligned shifts the lines of a value, but for the first, to another indentation.
func aligned(m *migration, value string, e *entry, between string) string {
	newline := strings.IndexByte(between, '\n')
	if newline < 0 || !strings.Contains(value, "\n") {
		return value
	}
	old := indent(m.line(e.key.Line))
	lines := strings.Split(value, "\n")
	for i, line := range lines[1:] {
		if by := len(between[newline+1:]) - old; by > 0 && !isBlank(line) {
			lines[i+1] = between[newline+1:newline+1+by] + line
		} else if by < 0 {
			lines[i+1] = line[min(indent(line), -by):]
		}
	}
	return strings.Join(lines, "\n")
}
