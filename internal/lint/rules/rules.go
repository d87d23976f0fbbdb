// Package rules lists the rules of lint.
package rules

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/layout"
	"github.com/configgen/configgen/internal/lint/naming"
	"github.com/configgen/configgen/internal/lint/optional"
	"github.com/configgen/configgen/internal/lint/values"
)

// All returns all rules, sorted by their codes.
func All() []lint.Rule {
	all := slices.Concat(layout.Rules(), naming.Rules(), optional.Rules(), values.Rules())
	slices.SortFunc(all, func(a, b lint.Rule) int { return strings.Compare(a.Code, b.Code) })
	return all
}
