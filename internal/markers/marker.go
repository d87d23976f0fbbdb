package markers

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"k8s.io/gengo/v2/codetags"

	"github.com/configgen/configgen/diag"
)

// Marker is one marker of the user's source.
type Marker struct {
	// Name is the text between the plus sign and the arguments or the value.
	Name string
	// Value points to the marker's struct: *Flag for +flag, *Constraint for the tags of declarative validation, and so on.
	Value any
	// Text is the whole marker, including the plus sign.
	Text string
	// Position and End are the start and end of the marker in the source; for a marker in another module, of the user's
	// field that leads to it.
	Position, End token.Position
	// Published is the declaration in another module that has the marker, such as k8s.io/api/core/v1.Taint.Key. It is
	// empty for a marker of the user's source.
	Published string
	// removal removes the marker with its line, and with the marker that it is a part of.
	removal diag.Edit
}

// Remove is the advice to remove the marker; it says nothing about one of another module.
func (m Marker) Remove() diag.Advice {
	if m.Published != "" || m.removal.Filename == "" {
		return diag.Advice{}
	}
	return diag.Advice{Edits: []diag.Edit{m.removal}}
}

// Write is the advice to write another text in the place of the marker; it says nothing about one of another module.
func (m Marker) Write(text string) diag.Advice {
	if m.Published != "" {
		return diag.Advice{}
	}
	return diag.Replace(m.Position, m.End, text)
}

// Constrains reports whether the marker limits values or says how lists are merged, by a tag that other tools define:
// one of declarative validation, +listType or +listMapKey.
func (m Marker) Constrains() bool {
	switch m.Value.(type) {
	case *Constraint, *Union, *Unique, *Mark, *Dependent, *ModeDiscriminator, *IfMode, *IfGate, *Item, *Level, *Unserved,
		*ListType, *ListMapKey:
		return true
	}
	return false
}

// DescribesValue reports whether the marker says what a value is, and not how it is set: it constrains the value, or
// says its format, its age, that it is a path or a secret, or when a change of it takes effect. Such markers have an
// effect on the fields of published types, too.
func (m Marker) DescribesValue() bool {
	switch m.Value.(type) {
	case *Format, *Path, *Secret, *Reload, *Since, *Deprecated:
		return true
	}
	return m.Constrains()
}

// Inner returns the marker that this one applies, under a condition or to something inside of the value. It is nil for
// a marker that does not apply another.
func (m Marker) Inner() *Marker {
	switch value := m.Value.(type) {
	case *Constraint:
		return value.Inner
	case *IfMode:
		return value.Inner
	case *IfGate:
		return value.Inner
	case *Item:
		return value.Inner
	case *Level:
		return value.Inner
	case *Unserved:
		return value.Inner
	}
	return nil
}

// Set is the markers of one declaration, in source order.
type Set []Marker

// Correct is the advice to write another text in the place of the last occurrence of a text in the marker. It says
// nothing if the marker does not have that text, or if the other one is empty.
func (m Marker) Correct(wrong, right string) diag.Advice {
	at := strings.LastIndex(m.Text, wrong)
	if at < 0 || wrong == "" || right == "" {
		return diag.Advice{}
	}
	return m.Write(m.Text[:at] + right + m.Text[at+len(wrong):])
}

// Argument is the advice to give an argument another value, as it is written in a marker, or to remove the argument if
// the value is empty. Without a name it is about the value after the equals sign.
func (m Marker) Argument(name, value string) diag.Advice {
	tag, err := codetags.Parse(strings.TrimPrefix(m.Text, "+"), codetags.RawValues(true))
	if err != nil {
		return diag.Advice{}
	}
	at := slices.IndexFunc(tag.Args, func(arg codetags.Arg) bool { return arg.Name == name })
	written := codetags.Arg{Name: name, Value: value, Type: codetags.ArgTypeInt} // which has no quotes of its own
	switch {
	case name == "":
		tag.Value = value
	case value == "" && at >= 0:
		tag.Args = slices.Delete(tag.Args, at, at+1)
	case at >= 0:
		tag.Args[at] = written
	default:
		tag.Args = append(tag.Args, written)
	}
	return m.Write("+" + tag.String())
}

// Without is the advice to remove an argument.
func (m Marker) Without(name string) diag.Advice { return m.Argument(name, "") }

// Get returns the value of the first marker of type T, and whether there is one.
func Get[T any](set Set) (*T, bool) {
	for _, m := range set {
		if value, ok := m.Value.(*T); ok {
			return value, true
		}
	}
	return nil, false
}

// All returns the values of all markers of type T, in source order.
func All[T any](set Set) []*T {
	var all []*T
	for _, m := range set {
		if value, ok := m.Value.(*T); ok {
			all = append(all, value)
		}
	}
	return all
}

// Named returns the markers of the given name, in source order.
func (s Set) Named(name string) []Marker {
	var named []Marker
	for _, m := range s {
		if m.Name == name {
			named = append(named, m)
		}
	}
	return named
}

// At returns the marker that starts at a position; it is empty if the set does not have one there.
func (s Set) At(position token.Position) Marker {
	if at := slices.IndexFunc(s, func(m Marker) bool { return m.Position == position }); at >= 0 {
		return s[at]
	}
	return Marker{}
}

// Has reports whether the set contains a marker of the given name.
func (s Set) Has(name string) bool { return len(s.Named(name)) > 0 }

// UnmarshalText implements encoding.TextUnmarshaler. It returns an error if the text is not a marker of the vocabulary.
func (m *Marker) UnmarshalText(text []byte) error {
	line := Line{Text: string(text)}
	if !isMarker(line.Text) {
		return fmt.Errorf("%q is not a marker", text)
	}
	parser := NewParser(token.NewFileSet())
	for _, place := range parser.specs[line.Name()].Places {
		if marker, ok, _ := parser.line(line, place); ok {
			*m = marker
			return nil
		}
	}
	return fmt.Errorf("%q is not a marker that configgen knows", text)
}
