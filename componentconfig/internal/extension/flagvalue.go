package extension

import "github.com/configgen/configgen/componentconfig/internal/layers"

// FlagValue is the value of a flag: what files set in its place, or what the command line has.
type FlagValue struct {
	Name string
	// Arguments are the values of the flag, one for each time that it is given. An empty list has none.
	Arguments []string
	// Pos is the position in the file, if it is of one.
	Pos layers.Pos
	// Secret is true for the flag of a secret, Unfit if the arguments do not have the effect of the file.
	Secret, Unfit bool
}
