package layers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one mistake in a configuration, in words for its author.
type Problem struct {
	Pos     Pos
	Message string
	// Kind is what is wrong, without the field and its values, by which problems are counted; "" if that is the message.
	Kind string
	// Unknown is the path of a field that the type does not have, as the message shows it; "" for other problems.
	Unknown string
}

// About returns a problem of the value at a path. Its kind is the text.
func About(pos Pos, path, text string) Problem {
	return Problem{Pos: pos, Message: path + ": " + text, Kind: text}
}

// Mapped returns the problem with other texts.
func (p Problem) Mapped(text func(string) string) Problem {
	p.Message = text(p.Message)
	if p.Kind != "" {
		p.Kind = text(p.Kind)
	}
	return p
}

// String returns the problem as file:line:column: message.
func (p Problem) String() string {
	if pos := p.Pos.String(); pos != "" {
		return pos + ": " + p.Message
	}
	return p.Message
}

// Problems is the error that lists mistakes, one a line.
type Problems []Problem

// Error returns the first mistakes of each kind, and how many more there are.
func (ps Problems) Error() string {
	limited := ps.Limited()
	lines := make([]string, len(limited))
	for i, p := range limited {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// mostOfKind is how many problems of one kind are listed: a file that was meant for another program has thousands.
const mostOfKind = 20

// Limited returns the first problems of each kind and, at the end, how many more of a kind there are.
func (ps Problems) Limited() Problems {
	if len(ps) <= mostOfKind {
		return ps
	}
	var out, more Problems
	count, at := map[string]int{}, map[string]int{} // by the kinds; at is the place in more
	for _, p := range ps {
		kind := cmp.Or(p.Kind, p.Message)
		if count[kind]++; count[kind] <= mostOfKind {
			out = append(out, p)
			continue
		}
		if _, known := at[kind]; !known {
			at[kind] = len(more)
			more = append(more, Problem{Pos: Pos{File: p.Pos.File}})
		}
		more[at[kind]].Message = fmt.Sprintf("%d more are not listed: %s", count[kind]-mostOfKind, kind)
	}
	return append(out, more...)
}

// Sorted returns the problems in their order, each once.
func (ps Problems) Sorted() Problems {
	out := slices.Clone(ps)
	slices.SortStableFunc(out, Problem.Compare)
	return slices.Compact(out)
}

// Compare orders problems by file, line, column and message. Those without a file come last.
func (p Problem) Compare(other Problem) int {
	if (p.Pos.File == "") != (other.Pos.File == "") {
		return cmp.Compare(len(other.Pos.File), len(p.Pos.File))
	}
	return cmp.Or(cmp.Compare(p.Pos.File, other.Pos.File), cmp.Compare(p.Pos.Line, other.Pos.Line),
		cmp.Compare(p.Pos.Column, other.Pos.Column), cmp.Compare(p.Message, other.Message))
}
