// Package rules lists the rules of lint.
package rules

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/lint"
	"github.com/configgen/configgen/lint/internal/layout"
	"github.com/configgen/configgen/lint/internal/naming"
	"github.com/configgen/configgen/lint/internal/optional"
	"github.com/configgen/configgen/lint/internal/values"
)

// All returns all rules, sorted by their codes.
func All() []lint.Rule {
	all := slices.Concat(layout.Rules(), naming.Rules(), optional.Rules(), values.Rules())
	slices.SortFunc(all, func(a, b lint.Rule) int { return strings.Compare(a.Code, b.Code) })
	return all
}
