// Package values has the rules about the types of values.
package values

import "github.com/configgen/configgen/internal/rule"

// Rules returns the rules of this package.
func Rules() []rule.Rule {
	return []rule.Rule{
		boolMode(), containerPointer(), durationNumber(), durationType(), durationUnit(), embeddedList(),
		enumCase(), enumType(),
		listType(), mapOfStructs(), numberFloat(), numberSize(), numberUnsigned(), pathKind(),
	}
}
