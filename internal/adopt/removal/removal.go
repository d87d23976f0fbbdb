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

// Request is the request to Remove.
type Request struct {
	// Module is the source with the markers and the generated files, and Facts are its facts about the registration.
	Module *source.Module
	Facts  *source.Facts
	// Roots are the functions that the component calls to register flags, as package go/types names them.
	Roots []string
	// Flags are the names of all flags, and Staying are the reasons why some of them stay.
	Flags   []string
	Staying map[string]Note
	// Generated are the functions that register flags in the generated code.
	Generated []Generated
}

// Generated is a generated function that registers flags.
type Generated struct {
	// Package is its import path and Name the name of the function or method. Sets is the name of its variant for the flag
	// sets of sections; empty if there is none.
	Package, Name, Sets string
	// Type is the type of the object whose fields the flags set: import/path.Type. If Method is set, the function is a
	// method of this type.
	Type   string
	Method bool
	Flags  []string
	// Delegated are the flags of functions that the generated code calls for +flagsFrom, by their names in package
	// go/types.
	Delegated map[string][]string
	// Called is set if the component calls it already, for other flags.
	Called bool
}

// is reports whether a name in package go/types is the name of the function, or of its variant for sections.
func (g Generated) is(name string) bool {
	of := g.Package
	if g.Method {
		of = "(*" + g.Type + ")"
	}
	return name == of+"."+g.Name || g.Sets != "" && name == of+"."+g.Sets
}

// Result has the changes of Remove.
type Result struct {
	// Edits are the new contents of files, by name.
	Edits map[string][]byte
	// Stay says why registrations stay of flags of generated functions that replace others: a note for each flag. If
	// there are any, these functions must be generated without them, and there is nothing else in the result.
	Stay []Note
	// Removed are the flags whose registrations are deleted.
	Removed []string
	// Kept says why registrations stay, in the order of their positions.
	Kept []Note
	// Notes are places to check in the new code.
	Notes []Note
}

// Note is the reason why code stays or must be checked, and the advice.
type Note struct {
	Position token.Position
	// Flag is the name of the flag; empty if the note is not about a single flag.
	Flag string
	// Why is the reason, and Do the advice; empty if nothing can be done.
	Why, Do string
}

// Text returns the note without its position and its flag.
func (n Note) Text() string {
	if n.Do == "" {
		return n.Why
	}
	return n.Why + "; " + n.Do
}

// String returns the note as a line of a report.
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

// Remove finds the code that can be deleted, and returns the changed files. It returns an error if a file cannot be
// written as Go.
func Remove(request Request) (*Result, error) {
	result := &Result{Edits: map[string][]byte{}}
	kept := map[string]Note{}
	d := find(request, kept)
	for len(d.stuck) > 0 {
		maps.Copy(kept, d.stuck)
		d = find(request, kept)
	}
	result.Kept = slices.SortedFunc(maps.Values(kept), compareNotes)
	for _, g := range request.Generated {
		called := g.Called || slices.ContainsFunc(g.Flags, func(flag string) bool { return d.wanted[flag] })
		for _, flag := range g.Flags {
			if note, stays := kept[flag]; stays && called {
				result.Stay = append(result.Stay, note)
			}
		}
	}
	if len(result.Stay) > 0 {
		return result, nil
	}
	result.Removed = slices.Sorted(maps.Keys(d.wanted))
	result.Notes = d.notes()
	var err error
	if result.Edits, err = d.edits(); err != nil {
		return nil, fmt.Errorf("the code without the registrations cannot be written: %w", err)
	}
	return result, nil
}

// compareNotes orders notes by their positions.
func compareNotes(a, b Note) int {
	return cmp.Or(strings.Compare(a.Position.Filename, b.Position.Filename),
		cmp.Compare(a.Position.Offset, b.Position.Offset), strings.Compare(a.Flag, b.Flag), strings.Compare(a.Why, b.Why))
}
