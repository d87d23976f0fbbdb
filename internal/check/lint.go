package check

import (
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/rule"
)

// lintRules check +configgen:lint.
func lintRules() []rule.Rule {
	return []rule.Rule{forGroups(lint.UnknownRule, func(groups []*group.Group) []diag.Diagnostic {
		var findings []diag.Diagnostic
		for _, g := range groups {
			findings = append(findings, lint.Unknown(g, rules.All())...)
		}
		return findings
	})}
}
