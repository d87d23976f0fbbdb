package group

import (
	"go/token"
	"strings"
)

// Comparison is a version whose fields have been compared with the fields of a root: a field has the same Go name in
// the version, or a Move or an Opaque has the field.
type Comparison struct {
	// Version is the name of the version in files, Package the import path of the package of its conversions.
	Version, Package string
	// Opaque are the fields whose place in the version is not known.
	Opaque []*Opaque
}

// At returns the conversion by hand that sets a field of the root, or a struct around the field; nil if the field has
// the same name in the version.
func (c *Comparison) At(path string) *Opaque {
	for _, opaque := range c.Opaque {
		for _, field := range opaque.Fields {
			if Below(path, field) {
				return opaque
			}
		}
	}
	return nil
}

// Opaque are the fields of one struct that something else than a generated conversion sets.
type Opaque struct {
	// Fields are the Go paths of the fields, in the form of Field.Path, in the version, in the root or in both. The path
	// of a struct covers the fields in the struct; the empty path is the root.
	Fields []string
	// Reads are the Go paths of the other fields of the version that are read to set the Fields.
	Reads []string
	// Reason is the end of a sentence about a field: which function converts the field, or why no function does.
	Reason string
	// Position is where the function is; invalid if there is none.
	Position token.Position
}

// Below reports whether a Go path is another one, or the path of a field in it. The empty path is the root.
func Below(path, other string) bool {
	rest, found := strings.CutPrefix(path, other)
	return found && (rest == "" || other == "" || rest[0] == '.' || rest[0] == '[')
}
