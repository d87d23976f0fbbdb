package componentconfig

import (
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Problem is one mistake in a configuration, in words for its author.
type Problem struct {
	// File is the file with the mistake, by the name that it was given. It is empty for the command line and for
	// mistakes that have no position.
	File string
	// Line and Column count from 1. Line is 0 if the mistake concerns the file as a whole.
	Line, Column int
	Message      string
}

// String returns the problem as file:line:column: message, without the parts that are unknown.
func (p Problem) String() string { return p.internal().String() }

func (p Problem) internal() layers.Problem {
	return layers.Problem{Pos: layers.Pos{File: p.File, Line: p.Line, Column: p.Column}, Message: p.Message}
}

// Problems is the error that lists all mistakes of a configuration.
type Problems []Problem

// Error returns one problem a line.
func (ps Problems) Error() string {
	all := make(layers.Problems, len(ps))
	for i, p := range ps {
		all[i] = p.internal()
	}
	return all.Error()
}

// problemsOf are the problems as the caller of a loader gets them.
func problemsOf(found layers.Problems) Problems {
	out := make(Problems, len(found))
	for i, p := range found {
		out[i] = Problem{File: p.Pos.File, Line: p.Pos.Line, Column: p.Pos.Column, Message: p.Message}
	}
	return out
}
