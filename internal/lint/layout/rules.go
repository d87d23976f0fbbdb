// Package layout has the rules about structs, packages and versions.
package layout

import "github.com/configgen/configgen/internal/lint"

// Rules returns the rules of this package.
func Rules() []lint.Rule {
	return []lint.Rule{
		alphaField(), fieldOrder(), flagCase(), flagOnly(), internalPointer(), unstableType(), unversionedType(),
	}
}
