package markers

import (
	"fmt"
	"go/token"
	"strings"
)

// Ref names a Go declaration from a marker: an import path, a dot and an identifier, or the identifier alone for one of the
// package in which the marker stands.
type Ref struct {
	Package, Name string
}

// IsZero reports whether there is no reference.
func (r Ref) IsZero() bool { return r == Ref{} }

// String is the reference as it is written in a marker.
func (r Ref) String() string {
	if r.Package == "" {
		return r.Name
	}
	return r.Package + "." + r.Name
}

// ParseRef reads "import/path.Ident" or "Ident".
func ParseRef(text string) (Ref, error) {
	slash := strings.LastIndexByte(text, '/')
	dot := strings.LastIndexByte(text, '.')
	ref := Ref{Name: text}
	if dot > slash {
		ref = Ref{Package: text[:dot], Name: text[dot+1:]}
	}
	switch {
	case !token.IsIdentifier(ref.Name) || strings.ContainsAny(ref.Package, " \t\"'`()"):
		return Ref{}, fmt.Errorf("%q is no reference", text)
	case ref.Package != "" && !token.IsExported(ref.Name):
		return Ref{}, fmt.Errorf("%s is not exported", text)
	}
	return ref, nil
}

// Deprecation is the argument deprecated: of a flag: nothing, a message, or false.
type Deprecation struct {
	// Message is what the user of the flag is told; empty where there is none.
	Message string
	// Exempt is true where the argument is false: no deprecation, whatever applies to the type.
	Exempt bool
}

// Or is the deprecation where d says something, and otherwise what the surroundings say.
func (d Deprecation) Or(message string) string {
	if d.Exempt || d.Message != "" {
		return d.Message
	}
	return message
}
