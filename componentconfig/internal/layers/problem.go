package layers

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Problem is one mistake in a configuration, in words for its author.
type Problem struct {
	Pos     Pos
	Message string
	// Code is what kind of mistake it is, for programs.
	Code Code
	// Field is the path of the value that is wrong, as the message shows it; "" for other problems.
	Field string
	// Kind is what is wrong, without the field and its values, by which problems are counted; "" if that is the message.
	Kind string
	// Unknown is the path of a field that the type does not have, as the message shows it; "" for other problems.
	Unknown string
	// Of is the value that a problem of the parser is about: its path can be shown once the type is known.
	Of *Node
	// System is the error of the system that kept a file from being read; nil for other problems.
	System *fs.PathError
}

// About returns a problem of the value at a path. Its kind is the text.
func About(pos Pos, code Code, path, text string) Problem {
	return Problem{Pos: pos, Message: path + ": " + text, Code: code, Field: path, Kind: text}
}

// Code is a kind of mistake. It stays the same when the message is worded better. The errors of a validation function
// have codes in the words of Kubernetes, such as invalid-value, unsupported-value, forbidden and too-long.
type Code string

// The codes of the loader itself.
const (
	BadSyntax     Code = "syntax"
	BadHeader     Code = "header"
	BadFile       Code = "file"
	BadFlag       Code = "command-line"
	BadComponent  Code = "component"
	UnknownField  Code = "unknown-field"
	DuplicateKey  Code = "duplicate-key"
	DuplicateItem Code = "duplicate-value"
	WrongType     Code = "wrong-type"
	Required      Code = "required-value"
	Immutable     Code = "immutable"
	Removed       Code = "removed"
	Deprecated    Code = "deprecated"
	Conversion    Code = "conversion"
	FeatureGate   Code = "feature-gate"
	NoEffect      Code = "no-effect"
	NoValue       Code = "no-value"
	TwoOwners     Code = "two-owners"
	Machine       Code = "preflight"
	Dynamic       Code = "dynamic-config"
)

// Finding is a problem in JSON. Lines and columns count from 1; what is absent is unknown.
type Finding struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Field   string `json:"field,omitempty"`
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

// Finding returns the problem for JSON.
func (p Problem) Finding() Finding {
	return Finding{p.Pos.File, p.Pos.Line, p.Pos.Column, p.Field, p.Code, p.Message}
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

// Findings returns the problems for JSON.
func (ps Problems) Findings() []Finding {
	out := make([]Finding, len(ps))
	for i, p := range ps {
		out[i] = p.Finding()
	}
	return out
}

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
			more = append(more, Problem{Pos: Pos{File: p.Pos.File}, Code: p.Code})
		}
		more[at[kind]].Message = fmt.Sprintf("%d more are not listed: %s", count[kind]-mostOfKind, kind)
	}
	return append(out, more...)
}

// Sorted returns the problems in their order, each once.
func (ps Problems) Sorted() Problems {
	out := slices.Clone(ps)
	slices.SortStableFunc(out, Problem.Compare)
	return slices.CompactFunc(out, func(a, b Problem) bool {
		a.System, a.Of = b.System, b.Of
		return a == b
	})
}

// Compare orders problems by file, line, column and message. Those without a file come last.
func (p Problem) Compare(other Problem) int {
	if (p.Pos.File == "") != (other.Pos.File == "") {
		return cmp.Compare(len(other.Pos.File), len(p.Pos.File))
	}
	return cmp.Or(cmp.Compare(p.Pos.File, other.Pos.File), cmp.Compare(p.Pos.Line, other.Pos.Line),
		cmp.Compare(p.Pos.Column, other.Pos.Column), cmp.Compare(p.Message, other.Message))
}
