package layers

import (
	"cmp"
	"fmt"
	"regexp"
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
		kind := kindOf(p.Message)
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

// pathBefore matches the path that a message begins with; a warning says first that it is one.
var pathBefore = regexp.MustCompile(`^(warning: )?(?:[^\[\] :]|\[[^\]]*\])+: `)

// kindOf is a message without its path and its values, which are in quotes or behind a comma or a semicolon.
func kindOf(message string) string {
	kind := pathBefore.ReplaceAllString(message, "$1")
	if end := strings.IndexAny(kind, `",;`); end > 0 {
		kind = kind[:end]
	}
	return strings.TrimRight(kind, ": ")
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
