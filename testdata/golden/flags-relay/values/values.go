// Package values brings flag values and help texts of the user's own.
package values

import (
	"strings"

	"github.com/spf13/pflag"
)

// GatesUsage is help that is computed.
func GatesUsage() string { return "gates:\nA=true|false" }

// NewWeights is a flag over weights, given as name*weight pairs.
func NewWeights(target *map[string]string) pflag.Value { return &weights{target} }

type weights struct{ target *map[string]string }

// Set adds to what is there: that the first one replaces it is the generated code's affair.
func (w *weights) Set(text string) error {
	if *w.target == nil {
		*w.target = map[string]string{}
	}
	for _, pair := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		name, weight, _ := strings.Cut(pair, "*")
		(*w.target)[name] = weight
	}
	return nil
}

func (w *weights) String() string { return "" }
func (w *weights) Type() string   { return "weights" }
