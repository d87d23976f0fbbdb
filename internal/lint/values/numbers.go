package values

import (
	"slices"

	"github.com/configgen/configgen/internal/lint"
)

// isNumber reports whether a field has one of the given kinds, itself or inside of a pointer, list or map. A type that
// is written in another form is not a number.
func isNumber(field lint.Field, kinds ...string) bool {
	base := field.Type.Base()
	return !base.Leaf && slices.Contains(kinds, base.Kind)
}
