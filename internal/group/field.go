package group

import (
	"go/token"
	"slices"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/markers"
)

// Field is one field in its place below a root: the same struct in two places gives two sets of Fields.
type Field struct {
	Name string
	// Path is the Go path from the root, with [*] for each element of a list or map: Listeners[*].TLS.CertFile.
	Path string
	// JSONPath is the same in the preferred version's JSON names; in a +flags struct it is empty.
	JSONPath string
	// JSONName is the last part of JSONPath; empty for an embedded struct, whose fields are inlined in JSON.
	JSONName string
	Type     *Type
	Doc      string
	// Package is the import path of the package that declares the struct of the field, if the user edits its module;
	// otherwise it is empty.
	Package string
	// Markers are the field's own markers, followed by the Inherited ones that a +subfield further up puts here.
	Markers   markers.Set
	Inherited int
	// Facts is the field in the descriptor. An embedded struct that files do not have has Facts, too, and the descriptor
	// has them with the fields in the struct. A field of a version has Secret alone: +secret or the struct tag
	// datapolicy in the version covers the field.
	Facts descriptor.Field
	// Marked are facts from markers that the descriptor does not have.
	Marked Marked
	// Foreign are the markers on the field whose names +configgen:foreign declares, in the order of the source.
	Foreign markers.Set
	// Mistaken reports that the field has a marker with a mistake, which is a finding and not among the Markers.
	Mistaken bool
	// Flags and Delegations are the flags that the field registers.
	Flags       []*Flag
	Delegations []*Delegation
	// ThirdPartyFlags are flags of libraries that get the field's value.
	ThirdPartyFlags []*ThirdPartyFlag
	LegacyDefault   *LegacyDefault
	// OS are the systems on which the field exists, its parents' systems included; nil for all.
	OS Systems
	// Gates guard the field: all of them must be on. Those of its parents are not repeated.
	Gates []*Gate
	// Options are the gates that +k8s:ifEnabled and +k8s:ifDisabled on the field or its type name.
	Options []*Gate
	// Deprecated is the field's own deprecation; the method Deprecation includes the fields around it.
	Deprecated *Deprecation
	// Exceptions are the exceptions of the field and of its type.
	Exceptions []Exception
	// Embedded fields have the name of their type and no JSON name.
	Embedded bool
	// Counterpart is the field of the same name in the preferred version; nil if there is none, or if the marked types
	// are that version.
	Counterpart *Counterpart
	// Default is the default of a field of a version; nil if nothing is known to set one.
	Default *Default
	// Unread reports that no code of the user's modules reads the field, in any version. Only package reads sets it.
	Unread bool
	// Tag is the struct tag, without back quotes; of a field of an internal type it is mostly empty.
	Tag string
	// Parent is nil directly below the root. Fields are the fields of the struct that the field holds, points to, or
	// lists.
	Parent *Field
	Fields []*Field

	Position, End token.Position
	// TagPosition is where the tag begins, with its back quote. It is not valid if there is none, if the tag has another
	// kind of quotes, or if several fields share a declaration or a line.
	TagPosition token.Position
	// TypePosition is where the type of a field of the user's begins.
	TypePosition token.Position
}

// Marked are facts about one field that markers tell, on the field itself or by a +subfield further up.
type Marked struct {
	// Format is the format of its text, of +format.
	Format string
	// Optional and Required report the markers of these names, also with the prefix k8s:, which RequiredTag reports
	// alone.
	Optional, Required, RequiredTag bool
	// Default, Enum and Zero report +default, an enumeration, and +zero.
	Default, Enum, Zero bool
	// ListType reports +listType on the field or on the type of the list.
	ListType bool
}

// AsPointer is the advice to make the field a pointer; it says nothing about one of another module.
func (f *Field) AsPointer() diag.Advice {
	if !f.TypePosition.IsValid() {
		return diag.Advice{}
	}
	return diag.Replace(f.TypePosition, f.TypePosition, "*")
}

// AsValue is the advice to make a field that is a pointer a value; it says nothing about one of another module.
func (f *Field) AsValue() diag.Advice {
	if !f.TypePosition.IsValid() {
		return diag.Advice{}
	}
	end := f.TypePosition
	end.Offset++ // the asterisk
	return diag.Replace(f.TypePosition, end, "")
}

// Own reports whether the field is declared in a module that the user edits.
func (f *Field) Own() bool { return f.Package != "" }

// ListMarkers returns the markers about merging the field's list: its own or, without a +listType there, the markers of
// its type.
func (f *Field) ListMarkers() markers.Set {
	_, own := markers.Get[markers.ListType](f.Markers)
	if own || f.Type == nil {
		return f.Markers
	}
	if _, declared := markers.Get[markers.ListType](f.Type.Deref().Markers); declared {
		return f.Type.Deref().Markers
	}
	return f.Markers
}

// InList reports whether the field exists once for each element of a list or map.
func (f *Field) InList() bool {
	for above := f.Parent; above != nil; above = above.Parent {
		if above.Type.Elements() != "" {
			return true
		}
	}
	return false
}

// Inlined reports whether the field is an embedded struct that files do not have: in JSON, its fields are beside it.
func (f *Field) Inlined() bool { return f.Embedded && f.JSONName == "" }

// WithInlined are the field and the inlined structs around it, the innermost first, up to a field of files. Files have
// no such struct, so that what applies to it is told of the fields in it.
func (f *Field) WithInlined() []*Field {
	all := []*Field{f}
	for f.Parent != nil && f.Parent.Inlined() {
		f = f.Parent
		all = append(all, f)
	}
	return all
}

// AllGates are the gates of the field and of what holds it, the outermost first.
func (f *Field) AllGates() []*Gate {
	var gates []*Gate
	if f.Parent != nil {
		gates = f.Parent.AllGates()
	}
	for _, gate := range f.Gates {
		if !slices.ContainsFunc(gates, func(g *Gate) bool { return g.Name == gate.Name }) {
			gates = append(slices.Clone(gates), gate)
		}
	}
	return gates
}

// Default is the value of a field of a version that no file and no flag sets.
type Default struct {
	// Value is the default in JSON. It is empty if a function by hand may set a default that its source does not tell.
	Value string

	// Marker is the marker +default, if there is one. Before is the value, in JSON, that a function SetDefaults_ sets
	// before the marker is applied; empty if there is none or it is not known.
	Marker *markers.Marker
	Before string
	// Code decides about a default that a function sets and that is not known; nil if the code is not known either.
	Code *Code
}

// Code is the code that decides about a default.
type Code struct {
	// Digest does not depend on the format, on comments, and on names of local variables.
	Digest string
	// Functions are those with the code, with their import paths, in the order of their calls.
	Functions []string
	// Depends are the Go paths, below the root, of the fields that the default depends on.
	Depends []string
	// Position is where the field is set.
	Position token.Position
}

// Counterpart is a version's declaration of a field of an internal type.
type Counterpart struct {
	Type *Type
	Doc  string
	// Package is the import path of the package that declares the struct of the counterpart, if the user edits its module.
	Package string
	Markers markers.Set

	Position, End token.Position
}

// Flag is one command line flag, with all that its surroundings add to its marker.
type Flag struct {
	Name, Shorthand string
	// ShorthandDeprecated is the message that is printed when the shorthand is used.
	ShorthandDeprecated string
	// Usage is the help. With UsageFrom, which returns it, Usage follows.
	Usage     string
	UsageFrom *Object
	// Deprecated is the message that is printed when the flag is used; empty for a flag that is not deprecated.
	// Deprecation has the releases and the replacement, if these are specified.
	Deprecated  string
	Deprecation *Deprecation
	Hidden      bool
	Section     string
	Value       *Object
	// Type is the type in help, if it differs from the default for the field's type, and Default the default of a flag
	// without a field.
	Type, Default, NoOptDefVal string
	// OS are the systems on which a flag without a field exists. Others exist where their field does.
	OS Systems
	// Marker registers the flag.
	Marker markers.Marker
	// Approved says who agreed to the flag, or where.
	Approved string

	Position, End token.Position
}

// Delegation registers the flags of a field by a function that exists.
type Delegation struct {
	Func *Object
	// Deprecated applies to the flags that Func registers, except those named in Exempt.
	Deprecated string
	Exempt     []string
	Section    string
	// Prefix is prepended to the names of the flags, and Hidden omits them from help.
	Prefix string
	Hidden bool
	// Approved says who agreed to the flags, or where.
	Approved string
	// Registers are the flags that Func registers, without the prefix, if its source tells all of them.
	Registers []Registered
	// Bridge is set if Func takes a struct of another version that has the same fields.
	Bridge *Bridge
	// Keep leads to the values besides the field itself that Func could write to. They are restored after its call.
	Keep *Copy

	Position, End token.Position
}

// Registered is a flag that a function registers.
type Registered struct {
	Name, Shorthand string
	// Field is the Go path, below the field of the Delegation, of the field that the flag sets, and Default the literal
	// that the function has as its default, in JSON; both are empty if the source does not tell, or the default is the
	// field.
	Field, Default string
	// Usage is the help of the flag; empty if the source does not tell.
	Usage string
}

// ThirdPartyFlag is a flag of a library's own.
type ThirdPartyFlag struct {
	Name string
	From *Object
	// GoFlagSet reports that From takes a flag set of the standard library, not one of pflag.
	GoFlagSet bool
	// Missing reports that the source of From tells all its flags, and this one is not among them.
	Missing bool

	Position, End token.Position
}

// LegacyDefault is the text of a +legacyDefault and, if it is a ref, what that names.
type LegacyDefault struct {
	Text string
	Ref  *Object
	// Marker specifies the default.
	Marker markers.Marker

	Position, End token.Position
}

// Object is a Go declaration that a marker names.
type Object struct {
	// Package and PackageName are empty for a method of the field's type.
	Package, PackageName, Name string
	// Type of a constant or variable.
	Type *Type
	// Copy is how a copy of a variable is made that shares nothing with it. Shared says why there is none, as what
	// follows the name of the variable in a sentence.
	Copy   *Copy
	Shared string
	// Constant is the exact value of a constant without a type; a string is in quotes.
	Constant string
	// Value is the exact value of a constant with a type.
	Value string
	// FlagSetFirst reports that a delegated function takes the flag set before the field.
	FlagSetFirst bool
}

// Has reports whether something is true of the field, or of a field in it.
func (f *Field) Has(is func(*Field) bool) bool {
	return is(f) || slices.ContainsFunc(f.Fields, func(inner *Field) bool { return inner.Has(is) })
}
