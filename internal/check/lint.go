package check

import (
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
)

// lintRules are about what a group says of the rules of lint.
func lintRules() []Rule {
	return []Rule{{
		Code: lint.UnknownRule,
		Run:  func(g *group.Group) []diag.Diagnostic { return lint.Unknown(g, rules.All()) },
	}}
}
