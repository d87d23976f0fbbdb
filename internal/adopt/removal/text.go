package removal

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// cut is a part of a file that another text replaces.
type cut struct {
	start, end int
	text       string
}

// apply makes cuts, which do not overlap. What is inserted in the middle of a cut comes after it.
func apply(content []byte, cuts []cut) []byte {
	slices.SortStableFunc(cuts, func(a, b cut) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	var out bytes.Buffer
	at := 0
	for _, c := range cuts {
		if c.start < at {
			if c.start == c.end {
				out.WriteString(c.text)
			}
			if c.end <= at {
				continue
			}
			c.start = at
		}
		out.Write(content[at:c.start])
		out.WriteString(c.text)
		at = c.end
	}
	out.Write(content[at:])
	return out.Bytes()
}

// page is a file whose statements are deleted.
type page struct {
	fset    *token.FileSet
	file    *ast.File
	content []byte
	// inserted are the offsets at which lines are added.
	inserted []int
}

func (p *page) offset(pos token.Pos) int { return p.fset.Position(pos).Offset }
func (p *page) line(pos token.Pos) int   { return p.fset.Position(pos).Line }

// lineStart is the offset of the first byte of the line of an offset, and lineEnd that of the first byte after it.
func (p *page) lineStart(offset int) int { return bytes.LastIndexByte(p.content[:offset], '\n') + 1 }

func (p *page) lineEnd(offset int) int {
	if end := bytes.IndexByte(p.content[offset:], '\n'); end >= 0 {
		return offset + end + 1
	}
	return len(p.content)
}

// isBlank reports whether there is nothing but space between two offsets.
func (p *page) isBlank(start, end int) bool { return len(bytes.TrimSpace(p.content[start:end])) == 0 }

// lines are whole lines that a node is on, with a comment that ends the last of them; if something else is on these
// lines, only the node.
func (p *page) lines(from, to token.Pos) cut {
	start, end := p.offset(from), p.offset(to)
	first, last := p.lineStart(start), p.lineEnd(end)
	rest := string(bytes.TrimSpace(p.content[end:last]))
	if !p.isBlank(first, start) || rest != "" && !strings.HasPrefix(rest, "//") {
		if rest, ok := strings.CutPrefix(rest, ";"); ok && strings.TrimSpace(rest) != "" {
			return cut{start: start, end: end + bytes.IndexByte(p.content[end:], ';') + 1}
		}
		return cut{start: start, end: end}
	}
	return cut{start: first, end: last}
}

// insertion is lines that go to a place: lines of their own, unless something else is on the line of the statement
// there, as in a function on one line.
func (p *page) insertion(at place, lines []string) cut {
	line, here := p.lineStart(p.offset(at.at.Pos())), p.offset(at.at.Pos())
	switch {
	case !p.isBlank(line, here) && at.after:
		end := p.offset(at.at.End())
		return cut{end, end, "; " + strings.Join(lines, "; ")}
	case !p.isBlank(line, here):
		return cut{here, here, strings.Join(lines, "; ") + "; "}
	}
	indent := string(p.content[line:here])
	start := line
	if lead := p.lead(at.at.Pos()); lead != nil {
		start = p.lineStart(p.offset(lead.Pos()))
	}
	if at.after {
		start = p.lineEnd(p.offset(at.at.End()))
	}
	return cut{start, start, indent + strings.Join(lines, "\n"+indent) + "\n"}
}

// lead is the comment that ends on the line above a position and has its lines for itself; nil if there is none.
func (p *page) lead(pos token.Pos) *ast.CommentGroup {
	for _, group := range p.file.Comments {
		if p.line(group.End()) == p.line(pos)-1 && p.isBlank(p.lineStart(p.offset(group.Pos())), p.offset(group.Pos())) {
			return group
		}
	}
	return nil
}

// list deletes the statements of a list that are gone, with the comments that belong to them.
func (p *page) list(statements []ast.Stmt, open, end token.Pos, gone map[ast.Stmt]bool) []cut {
	var cuts []cut
	for i, s := range statements {
		if !gone[s] {
			continue
		}
		cuts = append(cuts, p.lines(s.Pos(), s.End()))
		if lead := p.lead(s.Pos()); lead != nil && lead.Pos() > open && p.goesWith(statements[i:], gone) {
			cuts = append(cuts, p.lines(lead.Pos(), lead.End()))
		}
	}
	if len(cuts) == 0 {
		return nil
	}
	cuts = append(cuts, p.headings(statements, open, end, gone)...)
	return p.closeUp(cuts)
}

// goesWith reports whether a comment above the first of some statements belongs to it alone, or to a paragraph that
// goes as a whole.
func (p *page) goesWith(statements []ast.Stmt, gone map[ast.Stmt]bool) bool {
	for i, s := range statements {
		if i > 0 && (p.line(s.Pos()) > p.line(statements[i-1].End())+1) {
			return true // a blank line, or a comment of its own
		}
		if !gone[s] {
			return false
		}
	}
	return true
}

// headings are comments between blank lines whose statements, up to the next such comment, go.
func (p *page) headings(statements []ast.Stmt, open, end token.Pos, gone map[ast.Stmt]bool) []cut {
	var groups []*ast.CommentGroup
	for _, group := range p.file.Comments {
		inside := open < group.Pos() && group.End() <= end && !slices.ContainsFunc(statements, func(s ast.Stmt) bool {
			return s.Pos() <= group.Pos() && group.End() <= s.End() || p.line(s.End()) == p.line(group.Pos())
		})
		if inside && p.isBlank(p.lineEnd(p.offset(group.End())), p.lineEnd(p.lineEnd(p.offset(group.End())))) {
			groups = append(groups, group)
		}
	}
	var cuts []cut
	for i, group := range groups {
		limit := end
		if i+1 < len(groups) {
			limit = groups[i+1].Pos()
		}
		some, all := false, true
		for _, s := range statements {
			if group.End() < s.Pos() && s.Pos() < limit {
				some, all = true, all && gone[s]
			}
		}
		if some && all {
			cuts = append(cuts, p.lines(group.Pos(), group.End()))
		}
	}
	return cuts
}

// closeUp joins cuts that follow each other, and takes a blank line with them that nothing needs any more.
func (p *page) closeUp(cuts []cut) []cut {
	slices.SortFunc(cuts, func(a, b cut) int { return cmp.Compare(a.start, b.start) })
	var joined []cut
	for _, c := range cuts {
		if last := len(joined) - 1; last >= 0 && p.isBlank(joined[last].end, max(c.start, joined[last].end)) {
			joined[last].end = max(joined[last].end, c.end)
			continue
		}
		joined = append(joined, c)
	}
	for i, c := range joined {
		inserts := slices.ContainsFunc(p.inserted, func(at int) bool { return c.start <= at && at <= c.end })
		if c.start != p.lineStart(c.start) || c.end != p.lineStart(c.end) || inserts {
			continue
		}
		text := strings.TrimSpace(string(p.content[:c.start]))
		blank := p.blankBefore(c.start)
		opens := strings.HasSuffix(text, "{") || strings.HasSuffix(text, "(")
		after := p.content[c.end:p.lineEnd(c.end)]
		next := strings.TrimSpace(string(after))
		switch {
		case next == "" && (opens || blank < c.start):
			joined[i].end = p.lineEnd(c.end)
		case (strings.HasPrefix(next, "}") || strings.HasPrefix(next, ")")) && blank < c.start:
			joined[i].start = blank
		}
	}
	return joined
}

// blankBefore is the start of the blank line that ends at an offset, and the offset if there is none.
func (p *page) blankBefore(offset int) int {
	if start := p.lineStart(max(0, offset-1)); offset == p.lineStart(offset) && p.isBlank(start, offset) {
		return start
	}
	return offset
}

// declaration is a declaration with its doc comment and the blank line before it.
func (p *page) declaration(decl ast.Decl) cut {
	start := decl.Pos()
	if doc := docOf(decl); doc != nil {
		start = doc.Pos()
	}
	c := p.lines(start, decl.End())
	for blank := p.blankBefore(c.start); blank < c.start; blank = p.blankBefore(c.start) {
		c.start = blank
	}
	return c
}

func docOf(decl ast.Decl) *ast.CommentGroup {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}
