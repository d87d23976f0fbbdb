package layers

import (
	"cmp"
	"slices"
	"strings"
)

// Problem is one mistake in a configuration, in words for its author.
type Problem struct {
	Pos     Pos
	Message string
}

// String returns the problem as file:line:column: message.
func (p Problem) String() string {
	if pos := p.Pos.String(); pos != "" {
		return pos + ": " + p.Message
	}
	return p.Message
}

// Problems is the error that lists all mistakes, one a line.
type Problems []Problem

func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Sorted returns the problems by file, line, column and message, each once; those without a file come last.
func (ps Problems) Sorted() Problems {
	out := slices.Clone(ps)
	slices.SortStableFunc(out, func(a, b Problem) int {
		if (a.Pos.File == "") != (b.Pos.File == "") {
			return cmp.Compare(len(b.Pos.File), len(a.Pos.File))
		}
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(out)
}
