package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/rule"
)

// Why the findings of a rule have no edits. Edits have no effect on files, command lines and other code.
const (
	ChangesFiles  = "it would change configuration files"
	ChangesFlags  = "it would change command lines"
	ChangesCode   = "it would change Go code that uses the types"
	AuthorDecides = "there is more than one, and the author of the types decides"
)

// Choice enables and disables rules, by their codes.
type Choice struct{ Enable, Disable []string }

// Unknown returns an error that names the first code of a choice that no rule has.
func (c Choice) Unknown(rules []rule.Rule) error {
	_, _, err := c.unknown(rules)
	return err
}

// unknown returns the error of Unknown, with the unknown code and the most similar code of a rule; empty if no code is
// similar.
func (c Choice) unknown(rules []rule.Rule) (code, near string, err error) {
	var codes []string
	for _, r := range rules {
		codes = append(codes, r.Code)
	}
	for _, code := range slices.Concat(c.Enable, c.Disable) {
		if slices.Contains(codes, code) {
			continue
		}
		if near, distance := diag.Nearest(code, codes); distance >= 0 && distance <= 3 {
			return code, near, fmt.Errorf("no rule %q; did you mean %s?", code, near)
		}
		return code, "", fmt.Errorf("no rule %q; choose from %s", code, strings.Join(codes, ", "))
	}
	return "", "", nil
}

// UnknownRule is the code of the finding about a rule that a group names and that does not exist.
const UnknownRule = "lint-rule"

// Unknown reports a rule that a group enables or disables and that does not exist.
func Unknown(g *group.Group, rules []rule.Rule) []diag.Diagnostic {
	if g.Lint == nil {
		return nil
	}
	code, near, err := Choice{g.Lint.Enable, g.Lint.Disable}.unknown(rules)
	if err == nil {
		return nil
	}
	return []diag.Diagnostic{diag.At(g.Lint.Marker.Position, g.Lint.Marker.End, UnknownRule, err.Error(), "").
		With(g.Lint.Marker.Correct(code, near))}
}

// runs reports whether a rule runs. Later choices take precedence.
func runs(r rule.Rule, choices ...Choice) bool {
	on := !r.Off
	for _, choice := range choices {
		on = (on || slices.Contains(choice.Enable, r.Code)) && !slices.Contains(choice.Disable, r.Code)
	}
	return on
}

// Runs reports whether the rule with a code runs for a group.
func Runs(code string, g *group.Group, rules []rule.Rule, choice Choice) bool {
	return slices.ContainsFunc(chosen(g, rules, choice), func(r rule.Rule) bool { return r.Code == code })
}

// chosen returns the rules that run for a group.
func chosen(g *group.Group, rules []rule.Rule, choice Choice) []rule.Rule {
	var ofGroup Choice
	if g.Lint != nil {
		ofGroup = Choice{g.Lint.Enable, g.Lint.Disable}
	}
	return slices.DeleteFunc(slices.Clone(rules), func(r rule.Rule) bool { return !runs(r, ofGroup, choice) })
}

// Run returns the findings of rules about groups, sorted, and exceptions to these rules that have no effect. The choice
// takes precedence over the choices of the groups.
func Run(groups []*group.Group, rules []rule.Rule, choice Choice) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, g := range groups {
		findings = append(findings, Unknown(g, rules)...)
		findings = append(findings, rule.Run(chosen(g, rules, choice), []*group.Group{g})...)
	}
	return diag.Sort(findings)
}
