// Package observe describes a registration of flags, as observed by a program that calls it: the flags with their
// properties in pflag, the field of each flag, and the changes when the flag is set. configgen adopt observes the
// registration that is written by hand and the generated registration, and compares both. The package is compiled into
// the program, as part of the observed module, and therefore imports only the standard library.
package observe

import (
	"slices"
	"strings"
)

// Observation is the observed behavior of one registration.
type Observation struct {
	// Type is the Go type, with its import path, of the object whose fields the flags set, as in
	// example.com/relay/cmd/relay/options.Options.
	Type string `json:"type"`
	// Flags are in the order of their names.
	Flags []Flag `json:"flags"`
	// Registered are the names of the flags in the order of the registration.
	Registered []string `json:"registered,omitempty"`
	// Fields are the leaves of the object, in the order of the source, after the registration on a new object.
	Fields []Field `json:"fields"`
	// Before are the leaves before the registration.
	Before []Field `json:"before,omitempty"`
	// Aliases are further Go paths of variables that the object has in several places. The fields of such a variable have
	// only the paths in one of these places.
	Aliases []string `json:"aliases,omitempty"`
	// Paths are the Go paths of the fields that the function of --path-refs returns, in its order.
	Paths []string `json:"paths,omitempty"`
}

// Flag returns the first flag with a name; the zero Flag if there is none.
func (o *Observation) Flag(name string) Flag {
	for _, flag := range o.Flags {
		if flag.Name == name {
			return flag
		}
	}
	return Flag{}
}

// Leaf returns the leaf at a path in a list of leaves; the zero Field if there is none.
func Leaf(fields []Field, path string) Field {
	for _, field := range fields {
		if field.Path == path {
			return field
		}
	}
	return Field{}
}

// Flag is one flag.
type Flag struct {
	Name      string `json:"name"`
	Shorthand string `json:"shorthand,omitempty"`
	Usage     string `json:"usage,omitempty"`
	Default   string `json:"default,omitempty"`
	// DefaultHidden is set if help has no default for the flag, were it not hidden itself.
	DefaultHidden       bool   `json:"defaultHidden,omitempty"`
	Type                string `json:"type,omitempty"`
	NoOptDefVal         string `json:"noOptDefVal,omitempty"`
	Deprecated          string `json:"deprecated,omitempty"`
	ShorthandDeprecated string `json:"shorthandDeprecated,omitempty"`
	Section             string `json:"section,omitempty"`
	Hidden              bool   `json:"hidden,omitempty"`
	Persistent          bool   `json:"persistent,omitempty"`
	// Unsorted is set if help has the flags of the set in the order of the registration.
	Unsorted    bool                `json:"unsorted,omitempty"`
	Annotations map[string][]string `json:"annotations,omitempty"`
	// Value is the Go type of the pflag.Value, with its import path, as in *github.com/spf13/pflag.stringValue.
	Value string `json:"value"`
	// Field is the Go path of the field that changes when the flag is set, as in Config.ClientConnection.QPS; empty if
	// none does, or several.
	Field string `json:"field,omitempty"`
	// Calls are the calls that registered the flag, the innermost first, from the one that calls pflag to the constructor
	// or registration. They are empty if the component makes the flag set itself, or changes names.
	Calls []Frame `json:"calls,omitempty"`
	// Others are the fields that setting the flag changes if there are several, including fields that are set to the value
	// that they already have.
	Others []string `json:"others,omitempty"`
	// Sets are the command lines that the flag was set by, with their effects, each on a new object.
	Sets []Set `json:"sets,omitempty"`
}

// Set is a command line with one flag, specified one or more times, and its effect.
type Set struct {
	Values []string `json:"values"`
	// Held is a value that the field has beforehand, as if a file had set it; nil if the field has the value of the
	// constructor.
	Held *Held `json:"held,omitempty"`
	// Error is the refusal, if there was one.
	Error string `json:"error,omitempty"`
	// Ended is set if the program ended, or did not go on, while the flag was set.
	Ended bool `json:"ended,omitempty"`
	// Changes are the leaves that changed, in the order of the source.
	Changes []Change `json:"changes,omitempty"`
	// Kept are the leaves of Held that did not change, with their values.
	Kept []Field `json:"kept,omitempty"`
}

// Same reports whether two command lines are the same; their effects may differ.
func (s Set) Same(other Set) bool {
	return slices.Equal(s.Values, other.Values) &&
		(s.Held == other.Held || s.Held != nil && other.Held != nil && *s.Held == *other.Held)
}

// Held is a value that a field is given before a flag is set.
type Held struct {
	Field string `json:"field"`
	// Late is set if the field gets the value after the registration, and not before.
	Late bool `json:"late,omitempty"`
	// Others is set if the field keeps the value of the constructor, and all other fields, which the flag must not read,
	// get values after the registration.
	Others bool `json:"others,omitempty"`
}

// Change is a leaf with its values, in JSON. A value is empty if the leaf does not exist: a nil pointer to a struct is
// a leaf, and the fields of the struct are leaves once the pointer is set.
type Change struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Within reports whether the Go path of a leaf leads to a field or into it.
func Within(path, field string) bool {
	rest, found := strings.CutPrefix(path, field)
	return found && (rest == "" || rest[0] == '[' || rest[0] == '.')
}

// Field is a leaf of an object: anything but a struct whose fields can be looked at one by one. A struct that has a
// form of its own in JSON, such as metav1.Duration, is a leaf, as are a slice, an array and a map without structs.
// Functions and channels are left out.
type Field struct {
	// Path is the Go path, with the index or key of elements in brackets: Listeners[0].Name.
	Path string `json:"path"`
	// Type is the Go type with import paths.
	Type string `json:"type"`
	// Value is in JSON where it has such a form, and as fmt prints it otherwise.
	Value string `json:"value"`
	// Varies is set if the value depends on the host, user, or time.
	Varies bool `json:"varies,omitempty"`
}
