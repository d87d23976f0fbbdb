package group

import "github.com/configgen/configgen/internal/markers"

// Conversion is a struct of a version and the marked one that it is converted to, where fields are in other places, or
// are in one of the two only. The functions that conversion-gen makes do not know these fields.
type Conversion struct {
	// Version is the import path of the package of the version, which takes the functions.
	Version string
	// External is the struct of the version, Internal the marked one.
	External, Internal *Type
	// Forward reports that the function from External to Internal is generated, Backward the opposite one.
	Forward, Backward bool
	// Moves are the fields that are in another place below the two structs, in the order of the marked types.
	Moves []*Move
}

// Move is a field with its place in a version and below the marked types.
type Move struct {
	// Root is the name of the root, Version the name of the version. From is the path in files of the version, To the path
	// in files of the preferred version, Field the Go path in the root.
	Root, Version, From, To, Field string
	// Same reports that the field has the same Go path in the version: the marker declares a hand-written conversion, and
	// generated functions need not know the move.
	Same bool
	// Old are the steps from the struct of the version to the field, New those from the marked struct.
	Old, New []Step
	// When limits the move to some values of another field of the version; nil for a move that always applies.
	When *When
	// Convert and Back convert the value in both directions; nil where its type does not change.
	Convert, Back *Object

	Marker markers.Marker
}

// Step is a field on the way to another one.
type Step struct {
	Name string
	Type *Type
}

// When is the condition of a Move.
type When struct {
	// Path is the path of the field in files of the version, Steps lead to it from the struct of the version.
	Path  string
	Steps []Step
	// Values are those with which the move applies.
	Values []string
}

// Function is the name of the function that converts one struct to another, as conversion-gen has it.
func (c *Conversion) Function(from, to *Type) string {
	return "Convert_" + from.PackageName + "_" + from.Name + "_To_" + to.PackageName + "_" + to.Name
}
