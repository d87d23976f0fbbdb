package adopt

import (
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
)

// AsWritten replaces the positions in the current files by positions in the changed files.
func (r *Result) AsWritten() {
	for _, c := range r.Changes {
		if c.Old == nil {
			continue
		}
		move := func(at *token.Position) {
			if at.Filename == c.Path {
				*at = moved(*at, c.Old, c.New)
			}
		}
		for i := range r.Findings {
			move(&r.Findings[i].Position)
		}
		for _, notes := range [][]removal.Note{r.Kept, r.Notes} {
			for i := range notes {
				move(&notes[i].Position)
			}
		}
		if r.Plan != nil {
			for _, list := range [][]plan.Unmarked{r.Plan.Unmarked, r.Plan.Notes} {
				for i := range list {
					move(&list[i].Position)
				}
			}
		}
		if r.Proof != nil {
			for i := range r.Proof.Flags {
				at := &r.Proof.Flags[i].Position
				position := token.Position{Filename: at.File, Line: at.Line, Column: at.Column}
				move(&position)
				*at = proof.At(position)
			}
		}
	}
}

// before gives notes about files with the planned markers the positions of the files as they are.
func (w *draft) before(notes []removal.Note) []removal.Note {
	for i := range notes {
		notes[i].Position = w.unmarked(notes[i].Position)
	}
	return notes
}

// unmarked converts a position in a file with the planned markers to a position in the file without them. The position
// of a marker becomes the position of the line below the marker.
func (w *draft) unmarked(at token.Position) token.Position {
	for _, c := range w.marks {
		if c.Path == at.Filename && c.Old != nil {
			return moved(at, c.New, c.Old)
		}
	}
	return at
}

// moved converts a position to another content of its file: to the line with the same text, and with the same number of
// equal lines above. If the line is missing, moved returns the position of the next line that exists.
func moved(at token.Position, before, after []byte) token.Position {
	was, is := linesOf(before), linesOf(after)
	for line := at.Line - 1; line >= 0 && line < len(was); line++ {
		text := strings.Join(strings.Fields(was[line]), " ") // gofmt may have aligned it anew
		if text == "" {
			continue
		}
		nth := 0
		for _, above := range was[:line] {
			if strings.Join(strings.Fields(above), " ") == text {
				nth++
			}
		}
		for i, other := range is {
			if strings.Join(strings.Fields(other), " ") != text {
				continue
			}
			if nth--; nth < 0 {
				if line != at.Line-1 {
					at.Column = len(other) - len(strings.TrimLeft(other, " \t")) + 1
				}
				return token.Position{Filename: at.Filename, Line: i + 1, Column: at.Column}
			}
		}
	}
	return at
}

func linesOf(content []byte) []string { return slices.Collect(strings.Lines(string(content))) }
