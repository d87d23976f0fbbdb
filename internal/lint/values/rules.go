// Package values has the rules about the types of values.
package values

import "github.com/configgen/configgen/internal/lint"

// Rules returns the rules of this package.
func Rules() []lint.Rule {
	return []lint.Rule{
		boolMode(), containerPointer(), durationNumber(), durationType(), durationUnit(), embeddedList(),
		enumCase(), enumType(),
		listType(), mapOfStructs(), numberFloat(), numberSize(), numberUnsigned(), pathKind(),
	}
}
