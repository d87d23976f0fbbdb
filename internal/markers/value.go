package markers

import (
	"fmt"
	"go/token"
	"strings"
)

// Ref names a Go declaration: an import path, a dot and an identifier, or the identifier alone for a declaration in the
// package of the marker.
type Ref struct {
	Package, Name string
}

// IsZero reports whether the reference is empty.
func (r Ref) IsZero() bool { return r == Ref{} }

// String returns the reference in the form of a marker's argument.
func (r Ref) String() string {
	if r.Package == "" {
		return r.Name
	}
	return r.Package + "." + r.Name
}

// ParseRef parses "import/path.Ident" or "Ident". It returns an error if the text is not a reference, or if it refers
// to an unexported declaration of another package.
func ParseRef(text string) (Ref, error) {
	slash := strings.LastIndexByte(text, '/')
	dot := strings.LastIndexByte(text, '.')
	ref := Ref{Name: text}
	if dot > slash {
		ref = Ref{Package: text[:dot], Name: text[dot+1:]}
	}
	switch {
	case !token.IsIdentifier(ref.Name) || strings.ContainsAny(ref.Package, " \t\"'`()"):
		return Ref{}, fmt.Errorf("%q is not a reference", text)
	case ref.Package != "" && !token.IsExported(ref.Name):
		return Ref{}, fmt.Errorf("%s is not exported", text)
	}
	return ref, nil
}

// Deprecation is the argument "deprecated" of a flag: omitted, a message, or false.
type Deprecation struct {
	// Message is printed when the flag is used. It is empty if the flag is not deprecated.
	Message string
	// Exempt is set by the value false: the flag is not deprecated, even if the flags of its type are.
	Exempt bool
}

// Or returns the message of d if d is set, and the given message of the enclosing declaration otherwise.
func (d Deprecation) Or(message string) string {
	if d.Exempt || d.Message != "" {
		return d.Message
	}
	return message
}

// References returns what the marker names in Go; empty for the arguments that are not given.
func (m Marker) References() []Ref {
	switch value := m.Value.(type) {
	case *Flag:
		return []Ref{value.Value, value.UsageFrom}
	case *FlagsFrom:
		return []Ref{value.Func}
	case *ThirdPartyFlag:
		return []Ref{value.From}
	case *LegacyDefault:
		if ref, ok := ParseRefValue(value.Value); ok {
			return []Ref{ref}
		}
	case *Moved:
		return []Ref{value.Convert, value.Back}
	case *Subfield:
		return value.Marker.References()
	}
	return nil
}

// ParseRefValue reads ref(Ident) and ref(import/path.Ident), and reports whether text has this form.
func ParseRefValue(text string) (Ref, bool) {
	inner, ok := strings.CutPrefix(text, "ref(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !ok || !closed {
		return Ref{}, false
	}
	ref, err := ParseRef(strings.TrimSpace(inner))
	return ref, err == nil
}
