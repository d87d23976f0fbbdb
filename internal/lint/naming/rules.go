// Package naming has the rules about names.
package naming

import "github.com/configgen/configgen/internal/rule"

// Rules returns the rules of this package.
func Rules() []rule.Rule {
	return []rule.Rule{
		boolName(), fieldDoc(), groupName(), jsonCase(), jsonMatches(), kindName(), osPrefix(), timeName(),
	}
}
