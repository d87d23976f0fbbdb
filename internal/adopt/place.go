package adopt

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
	"github.com/configgen/configgen/internal/load"
)

// AsWritten gives the result the positions of the files as the changes leave them.
func (r *Result) AsWritten() {
	for _, c := range r.Changes {
		if c.Old == nil {
			continue
		}
		old, marked := lines(c.Old, c.New), lines(r.markedBy(c), c.New)
		r.move(c.Path, marked)
		for i := range r.Findings {
			if at := &r.Findings[i]; at.Position.Filename == c.Path {
				at.Position, at.End = atLine(at.Position, marked), token.Position{}
			}
		}
		if r.Plan != nil {
			for _, list := range [][]plan.Unmarked{r.Plan.Unmarked, r.Plan.Notes} {
				for i := range list {
					if at := &list[i].Position; at.Filename == c.Path {
						*at = atLine(*at, old)
					}
				}
			}
		}
		if r.Proof != nil {
			for i := range r.Proof.Flags {
				if at := &r.Proof.Flags[i].Position; at.File == c.Path {
					moved := atLine(token.Position{Filename: at.File, Line: at.Line, Column: at.Column}, old)
					*at = proof.At(moved)
				}
			}
		}
	}
}

// AsBefore gives the result the positions of the files as they are, for changes that are not made: a finding about a
// planned marker has that of its field.
func (r *Result) AsBefore() {
	for _, c := range r.Changes {
		r.move(c.Path, lines(r.markedBy(c), c.Old))
		for i := range r.Findings {
			if r.Findings[i].Position.Filename == c.Path {
				r.Findings[i] = r.unwritten(r.Findings[i], c)
			}
		}
	}
}

// move gives the notes about a file other lines.
func (r *Result) move(name string, line places) {
	for _, notes := range [][]removal.Note{r.Kept, r.Notes} {
		for i := range notes {
			if notes[i].Position.Filename == name {
				notes[i].Position = atLine(notes[i].Position, line)
			}
		}
	}
}

// markedBy is the content of a file with markers, before registrations are deleted.
func (r *Result) markedBy(c Change) []byte {
	if marked := r.marked[c.Path]; marked != nil {
		return marked
	}
	if r.marked != nil {
		return c.Old
	}
	return c.New
}

// unwritten is a finding about a planned marker with the position of its field in the file as it is.
func (r *Result) unwritten(finding diag.Diagnostic, c Change) diag.Diagnostic {
	marked := r.markedBy(c)
	field, ok := plan.FieldAt(below(finding.Position, marked), marked)
	if at := fieldIn(field, c.Old); ok && at.IsValid() {
		at.Filename = c.Path
		finding.Position, finding.End = at, token.Position{}
	}
	return finding
}

// atLine is a position on the line that it is moved to; it has no column if its own line is deleted.
func atLine(at token.Position, line places) token.Position {
	moved, ok := line(at.Line)
	if !ok {
		at.Column = 0
	}
	return token.Position{Filename: at.Filename, Line: moved, Column: at.Column}
}

// places tells which line of another content a line of a file is on, and whether it is that line: one that is deleted
// has that which follows.
type places func(line int) (int, bool)

// lines are the places of the lines of the first content in the second.
func lines(before, after []byte) places {
	var all []int // of the lines of the first content, negative for those that are deleted
	var deleted []string
	added, next := map[string]int{}, 1
	changed := func() { // at the end of a run of changed lines
		for _, text := range deleted {
			place, ok := added[text]
			if !ok {
				place = -next
			}
			all = append(all, place)
		}
		deleted, added = nil, map[string]int{}
	}
	for line := range strings.Lines(string(diff.Diff("a", before, "b", after))) {
		text := strings.Join(strings.Fields(line[1:]), " ") // gofmt may have aligned it anew
		switch {
		case strings.HasPrefix(line, "@@"):
			changed()
			var start int
			if _, err := fmt.Sscanf(line, "@@ -%d", &start); err == nil {
				for len(all) < start-1 {
					all, next = append(all, next), next+1
				}
			}
		case next == 1 && len(all) == 0 && len(deleted) == 0 && isHeader(line):
		case line[0] == ' ':
			changed()
			all, next = append(all, next), next+1
		case line[0] == '-':
			deleted = append(deleted, text)
		case line[0] == '+':
			added[text], next = next, next+1
		}
	}
	changed()
	return func(line int) (int, bool) {
		if line < 1 || line > len(all) { // after the last change
			return line - len(all) + next - 1, true
		}
		place := all[line-1]
		return max(place, -place), place > 0
	}
}

// isHeader reports whether a line of a patch names the files.
func isHeader(line string) bool {
	return strings.HasPrefix(line, "diff ") || strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ ")
}

// fieldIn is the position of a field in the source of a file; it is not valid if there is none.
func fieldIn(field plan.Extra, source []byte) token.Position {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return token.Position{}
	}
	found := token.NoPos
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.TypeSpec)
		if !ok {
			return true
		}
		structure, ok := spec.Type.(*ast.StructType)
		if !ok || spec.Name.Name != field.Type {
			return false
		}
		for _, declared := range structure.Fields.List {
			if len(declared.Names) == 0 && load.TypeName(declared.Type) == field.Field {
				found = declared.Pos()
			}
			for _, name := range declared.Names {
				if name.Name == field.Field {
					found = name.Pos()
				}
			}
		}
		return false
	})
	return fset.Position(found)
}
