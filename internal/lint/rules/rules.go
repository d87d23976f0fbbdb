// Package rules lists the rules of lint.
package rules

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/lint/layout"
	"github.com/configgen/configgen/internal/lint/naming"
	"github.com/configgen/configgen/internal/lint/optional"
	"github.com/configgen/configgen/internal/lint/values"
	"github.com/configgen/configgen/internal/rule"
)

// All returns all rules, sorted by their codes.
func All() []rule.Rule {
	all := slices.Concat(layout.Rules(), naming.Rules(), optional.Rules(), values.Rules())
	for i := range all {
		all[i].Exceptable = true
	}
	slices.SortFunc(all, func(a, b rule.Rule) int { return strings.Compare(a.Code, b.Code) })
	return all
}
