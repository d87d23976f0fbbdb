package rules

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/rule"
)

// All returns all rules, sorted by their codes.
func All() []rule.Rule {
	all := slices.Concat(layoutRules(), namingRules(), optionalRules(), useRules(), valueRules())
	for i := range all {
		all[i].Exceptable = true
	}
	slices.SortFunc(all, func(a, b rule.Rule) int { return strings.Compare(a.Code, b.Code) })
	return all
}
