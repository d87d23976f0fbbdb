package group

import "github.com/configgen/configgen/internal/markers"

// Conversion is a struct of a version and the marked one that it is converted to, where fields are in other places, or
// are in one of the two only. The functions that conversion-gen makes do not know these fields.
type Conversion struct {
	// Version is the import path of the package of the version, which takes the functions.
	Version string `json:"version"`
	// External is the struct of the version, Internal the marked one.
	External *Type `json:"external"`
	Internal *Type `json:"internal"`
	// Forward reports that the function from External to Internal is generated, Backward the opposite one.
	Forward  bool `json:"forward,omitempty"`
	Backward bool `json:"backward,omitempty"`
	// Moves are the fields that are in another place below the two structs, in the order of the marked types.
	Moves []*Move `json:"moves,omitempty"`
}

// Move is a field with its place in a version and below the marked types.
type Move struct {
	// Root is the name of the root. From is the path in files of the version, To that in files of the preferred version.
	Root string `json:"root"`
	From string `json:"from"`
	To   string `json:"to"`
	// Old are the steps from the struct of the version to the field, New those from the marked struct.
	Old []Step `json:"old"`
	New []Step `json:"new"`
	// When limits the move to some values of another field of the version; nil for a move that always applies.
	When *When `json:"when,omitempty"`
	// Convert and Back convert the value in both directions; nil where its type does not change.
	Convert *Object `json:"convert,omitempty"`
	Back    *Object `json:"back,omitempty"`

	Marker markers.Marker `json:"-"`
}

// Step is a field on the way to another one.
type Step struct {
	Name string `json:"name"`
	Type *Type  `json:"type"`
}

// When is the condition of a Move.
type When struct {
	// Path is that of the field in files of the version, Steps those from the struct of the version.
	Path  string `json:"path"`
	Steps []Step `json:"steps"`
	// Values are those with which the move applies.
	Values []string `json:"values"`
}

// Function is the name of the function that converts one struct to another, as conversion-gen has it.
func (c *Conversion) Function(from, to *Type) string {
	return "Convert_" + from.PackageName + "_" + from.Name + "_To_" + to.PackageName + "_" + to.Name
}
