package extension

import "github.com/configgen/configgen/componentconfig/internal/layers"

// FlagValue is what files set in place of a flag that the command line does not have.
type FlagValue struct {
	Name string
	// Arguments are the values of the flag, one for each time that it is given. An empty list has none.
	Arguments []string
	// Pos is the position in the file.
	Pos layers.Pos
	// Secret is true for the flag of a secret, Unfit if the arguments do not have the effect of the file.
	Secret, Unfit bool
}
