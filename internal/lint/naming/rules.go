// Package naming has the rules about names.
package naming

import "github.com/configgen/configgen/internal/lint"

// Rules returns the rules of this package.
func Rules() []lint.Rule {
	return []lint.Rule{
		boolName(), fieldDoc(), groupName(), jsonCase(), jsonMatches(), kindName(), osPrefix(), timeName(),
	}
}
