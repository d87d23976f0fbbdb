package removal

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// Request is what Remove is asked for.
type Request struct {
	// Module is the source with the markers and the generated files, and Facts is what it says of the registration.
	Module *source.Module
	Facts  *source.Facts
	// Roots are the functions that the component calls to register flags, as package go/types names them.
	Roots []string
	// Flags are the names of all flags, and Proven those that generated code can replace.
	Flags, Proven []string
	// Calls are the places of the calls that register flags, as far as they were observed, by the names of the flags.
	Calls map[string]token.Position
	// Computed are the flags whose help the registration computes, and the generated one does not.
	Computed []string
	// Generated are the functions that register flags in the generated code.
	Generated []Generated
	// Replaced are functions of another kind that generated ones replace.
	Replaced []Replacement
	// Superseded are functions, as import/path.Func, that go because there are generated ones of their names.
	Superseded []string
}

// Generated is a generated function that registers flags.
type Generated struct {
	// Package is its import path and Name its name, or that of a method. Sets is the name of the one that takes the flag
	// sets of sections; empty if there is none.
	Package, Name, Sets string
	// Written are the flags whose registrations by hand write defaults into their fields: assignments of these defaults
	// go ahead of the call.
	Written []string
	// Nil are those of them whose fields are nil pointers before the registration.
	Nil []string
	// At is the Go path from the object of the component to that of the function; empty if they are the same.
	At string
	// Type is the type of the object whose fields the flags set: import/path.Type. A method is one of this type.
	Type   string
	Method bool
	Flags  []string
	// Delegated are the flags of functions that the generated code calls for +flagsFrom, by their names in package
	// go/types.
	Delegated map[string][]string
	// Called is set if the component calls it already, for other flags.
	Called bool
}

// full is the name of the function as package go/types has it.
func (g Generated) full() string {
	if g.Method {
		return "(*" + g.Type + ")." + g.Name
	}
	return g.Package + "." + g.Name
}

// is reports whether a name in package go/types is that of the function, or of the one for sections.
func (g Generated) is(name string) bool {
	sets := g
	sets.Name = g.Sets
	return name == g.full() || g.Sets != "" && name == sets.full()
}

// Replacement is a function that is written by hand and returns what a generated one does: its declaration stays, and
// calls the generated one.
type Replacement struct {
	// Function is the one that is written by hand, and By the generated one: import/path.Func.
	Function, By string
}

// Result is what Remove would do.
type Result struct {
	// Edits are the new contents of files, by name.
	Edits map[string][]byte
	// Stay says why registrations stay of flags of generated functions that replace others: a note for each flag. If
	// there are any, these functions must be generated without them, and there is nothing else in the result.
	Stay []Note
	// Removed are the flags whose registrations are deleted.
	Removed []string
	// Assigned are those of them whose help stays computed, by an assignment.
	Assigned []string
	// Kept says why registrations stay, in the order of their positions.
	Kept []Note
	// Notes are what is worth a look in the new code.
	Notes []Note
}

// Note says why something in the source stays, or is worth a look, and what to do.
type Note struct {
	Position token.Position
	// Flag is empty if the note is not about a single one.
	Flag string
	// Why is what is the case, and Do what to do about it; empty if nothing can be done.
	Why, Do string
}

// Text is the note without its position and its flag.
func (n Note) Text() string {
	if n.Do == "" {
		return n.Why
	}
	return n.Why + "; " + n.Do
}

// String is the note as a line of a report.
func (n Note) String() string {
	text := n.Text()
	if n.Flag != "" {
		text = "--" + n.Flag + ": " + text
	}
	if n.Position.IsValid() {
		return n.Position.String() + ": " + text
	}
	return text
}

// Remove finds what can be deleted. It returns an error if a file cannot be written as Go.
func Remove(request Request) (*Result, error) {
	p := newProgram(request)
	result := &Result{Edits: map[string][]byte{}}
	kept := map[string]Note{}
	d := p.deletion(kept)
	for len(d.stuck) > 0 {
		maps.Copy(kept, d.stuck)
		d = p.deletion(kept)
	}
	result.Kept = slices.SortedFunc(maps.Values(kept), compareNotes)
	for _, g := range request.Generated {
		called := g.Called || slices.ContainsFunc(g.Flags, func(flag string) bool { return d.wanted[flag] })
		for _, flag := range g.Flags {
			if !called {
				continue
			}
			if note, stays := kept[flag]; stays {
				result.Stay = append(result.Stay, note)
			}
		}
	}
	if len(result.Stay) > 0 {
		return result, nil
	}
	result.Removed = slices.Sorted(maps.Keys(d.wanted))
	result.Assigned = d.assigned()
	result.Notes = d.notes()
	w := &writer{deletion: d, bodies: map[string]string{}, imports: map[string][]imported{}}
	for _, replacement := range request.Replaced {
		if note, ok := w.replace(replacement); !ok {
			result.Kept = append(result.Kept, note)
		}
	}
	for _, function := range request.Superseded {
		if _, decl := p.declared(function); decl != nil {
			d.gone[decl] = true
		}
	}
	d.spread()
	var err error
	if result.Edits, err = w.edits(); err != nil {
		return nil, fmt.Errorf("the code without the registrations cannot be written: %w", err)
	}
	return result, nil
}

// compareNotes orders notes by their positions.
func compareNotes(a, b Note) int {
	return cmp.Or(strings.Compare(a.Position.Filename, b.Position.Filename),
		cmp.Compare(a.Position.Offset, b.Position.Offset), strings.Compare(a.Flag, b.Flag), strings.Compare(a.Why, b.Why))
}
