package format

import (
	"slices"
	"sync"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/flagvalue"
	"github.com/configgen/configgen/internal/group"
)

// Format is one format. An empty text has every format: whether a value is needed is another question.
type Format struct {
	// Name of the format, as in +format=ip.
	Name string
	// Must is the message for a text in another format.
	Must string
	// Valid reports whether a text has the format.
	Valid func(text string) bool
	// Codec is the declaration of package flagvalue for a flag over a string in the format; empty if flags accept any
	// text.
	Codec string
	// Helper is the declaration of package flagvalue that Check calls, by its name in flagvalue.Checks; empty if it
	// calls none.
	Helper string
	// Check is generated code that finds a text that does not have the format.
	Check func(text jen.Code) Check

	// types hold nothing but values in the format.
	types []typeName
}

type typeName struct{ path, name string }

// Check is generated code: an if statement, or a loop over messages.
type Check struct {
	// Init is the statement before the condition; nil if there is none.
	Init jen.Code
	// Invalid is the condition that a text does not have the format.
	Invalid jen.Code
	// Detail returns the message; nil for the message of the format. Repeats says that it repeats the text.
	Detail  jen.Code
	Repeats bool
	// Messages is a list of messages, and takes the place of all others; nil for most formats.
	Messages jen.Code
}

// Named returns the format with the given name.
func Named(name string) (*Format, bool) {
	all := Formats()
	at := slices.IndexFunc(all, func(f *Format) bool { return f.Name == name })
	if at < 0 {
		return nil, false
	}
	return all[at], true
}

// Names lists the names of all formats.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// Formats are all formats, in the order of the documentation. Nothing changes them.
func Formats() []*Format { return formats() }

var formats = sync.OnceValue(func() []*Format { return slices.Concat(addresses(), texts()) })

// Held reports whether a type holds nothing but values in the format.
func (f *Format) Held(t *group.Type) bool {
	return slices.ContainsFunc(f.types, func(name typeName) bool { return t.Is(name.path, name.name) })
}

// parses is the check of a codec.
func parses(codec flagvalue.Codec[string]) func(string) bool {
	return func(text string) bool {
		value, err := codec.Parse(text)
		return err == nil && value == text // a codec takes blanks off
	}
}

// must is what a codec says of a text that it does not accept.
func must(codec flagvalue.Codec[string]) string {
	_, err := codec.Parse("not in any format")
	return err.Error()
}
