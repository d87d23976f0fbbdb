// Package layout has the rules about structs, packages and versions.
package layout

import "github.com/configgen/configgen/internal/rule"

// Rules returns the rules of this package.
func Rules() []rule.Rule {
	return []rule.Rule{
		alphaField(), fieldOrder(), flagCase(), flagOnly(), internalPointer(), unstableType(), unversionedType(),
	}
}
