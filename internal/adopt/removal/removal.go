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
	// Defaults is the generated function that sets legacy defaults, which the registration by hand has set; empty if it
	// has set none.
	Defaults string
	// Written are the flags whose registrations by hand write defaults into their fields that Defaults does not set:
	// assignments of these defaults take their places.
	Written []string
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
	// Edits are the new contents of files, by name, and Emptied those of them that nothing is left of: their new contents
	// are a package clause.
	Edits   map[string][]byte
	Emptied []string
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

// Note is a sentence about a place in the source.
type Note struct {
	Position token.Position
	// Flag is empty if the sentence is not about a single one.
	Flag, Text string
}

// String is the note as a line of a report.
func (n Note) String() string {
	text := n.Text
	if n.Flag != "" {
		text = "--" + n.Flag + ": " + text
	}
	if n.Position.IsValid() {
		return n.Position.String() + ": " + text
	}
	return text
}

// Remove finds what can be deleted. It returns an error if the result would not compile.
func Remove(request Request) (*Result, error) {
	p := newProgram(request)
	result := &Result{Edits: map[string][]byte{}}
	kept := map[Note]bool{}
	allowed := request.Generated
	var w *walk
	for {
		w = p.walk(allowed)
		blocked := w.blocked()
		if len(blocked) == 0 && !settle(w) {
			break
		}
		if len(blocked) == 0 || freeze(w, blocked) {
			continue
		}
		for _, note := range blocked {
			kept[note] = true
		}
		allowed = without(allowed, blocked)
	}
	for _, g := range request.Generated {
		if indexOf(allowed, g) < 0 && !g.Called && len(g.Flags) > 1 {
			kept[Note{Text: fmt.Sprintf("%s is not called, because the registrations of all of its %d flags stay", g.Name,
				len(g.Flags))}] = true
		}
	}
	result.Kept = sortedNotes(kept)
	if result.Stay = staying(request.Generated, allowed, result.Kept); len(result.Stay) > 0 {
		return result, nil
	}
	for _, g := range allowed {
		result.Removed = append(result.Removed, g.Flags...)
	}
	slices.Sort(result.Removed)
	result.Assigned = noteHelp(w)
	rewriter := newRewriter(p)
	for _, replacement := range request.Replaced {
		if note, ok := rewriter.replace(replacement); !ok {
			kept[note] = true
		}
	}
	for _, function := range request.Superseded {
		if note, ok := rewriter.supersede(function); !ok {
			kept[note] = true
		}
	}
	rewriter.delete(w)
	result.Kept, result.Notes = sortedNotes(kept), sortedNotes(w.notes)
	edits, err := rewriter.finish()
	if err != nil {
		return nil, fmt.Errorf("the code without the registrations does not compile: %w", err)
	}
	result.Edits, result.Emptied = edits, emptied(rewriter, edits)
	return result, nil
}

// without are generated functions without the flags whose registrations stay.
func without(functions []Generated, blocked []Note) []Generated {
	var rest []Generated
	for _, g := range functions {
		g.Flags = slices.DeleteFunc(slices.Clone(g.Flags), func(flag string) bool { return noteOf(blocked, flag) >= 0 })
		if len(g.Flags) > 0 {
			rest = append(rest, g)
		}
	}
	return rest
}

// indexOf is the index of a generated function in a list; negative if it is not in it.
func indexOf(list []Generated, g Generated) int {
	return slices.IndexFunc(list, func(other Generated) bool { return other.full() == g.full() })
}

// noteOf is the index of the first note about a flag; negative if there is none.
func noteOf(notes []Note, flag string) int {
	return slices.IndexFunc(notes, func(note Note) bool { return note.Flag == flag })
}

// staying are notes about the flags of generated functions that do not go although the component calls the function: it
// does so already, or will for other flags.
func staying(all, allowed []Generated, kept []Note) []Note {
	var stay []Note
	for _, g := range all {
		called := indexOf(allowed, g)
		for _, flag := range g.Flags {
			if called >= 0 && !slices.Contains(allowed[called].Flags, flag) || called < 0 && g.Called {
				stay = append(stay, kept[noteOf(kept, flag)])
			}
		}
	}
	return stay
}

// sortedNotes are notes in the order of their positions.
func sortedNotes(notes map[Note]bool) []Note {
	return slices.SortedFunc(maps.Keys(notes), func(a, b Note) int {
		return cmp.Or(strings.Compare(a.Position.Filename, b.Position.Filename),
			cmp.Compare(a.Position.Offset, b.Position.Offset), strings.Compare(a.Flag, b.Flag), strings.Compare(a.Text, b.Text))
	})
}
