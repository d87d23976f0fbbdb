package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
)

// Rule is one convention.
type Rule struct {
	// Code is the code of its findings, in kebab case, which internal/rule explains.
	Code string
	// Source has the sentence that the rule rests on, which internal/rule quotes.
	Source Source
	// NoFix says why findings have no edits, as one of the constants below. It is empty if they have edits.
	NoFix string
	// Off reports that the rule runs only if it is enabled.
	Off bool
	// Check returns what the rule finds in a group, whose versions are described.
	Check Check
}

// Why the findings of a rule have no edits. Edits have no effect on files, command lines and other code.
const (
	ChangesFiles  = "it would change configuration files"
	ChangesFlags  = "it would change command lines"
	ChangesCode   = "it would change Go code that uses the types"
	AuthorDecides = "there is more than one, and the author of the types decides"
)

// Source is a document with conventions.
type Source struct{ Title, URL string }

// Check looks at a group.
type Check func(*group.Group) []Finding

// Finding is what a rule finds.
type Finding struct {
	At Place
	// Root and Field are what the finding is about, where exceptions are declared. They are nil for the group as a whole,
	// and Field for the root.
	Root  *group.Root
	Field *group.Field
	// Message says what is wrong, and Fix what to write instead.
	Message, Fix string
	// Edits correct it, if that has no effect on configuration files and on other code.
	Edits []diag.Edit
}

// Choice enables and disables rules, by their codes.
type Choice struct{ Enable, Disable []string }

// Unknown returns an error that names the first code of a choice that no rule has.
func (c Choice) Unknown(rules []Rule) error {
	_, _, err := c.unknown(rules)
	return err
}

// unknown returns the code as well, and the one that may be meant.
func (c Choice) unknown(rules []Rule) (code, near string, err error) {
	var codes []string
	for _, rule := range rules {
		codes = append(codes, rule.Code)
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
func Unknown(g *group.Group, rules []Rule) []diag.Diagnostic {
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

// runs reports whether a rule runs. What is specified later in the list of choices wins.
func runs(rule Rule, choices ...Choice) bool {
	on := !rule.Off
	for _, choice := range choices {
		on = (on || slices.Contains(choice.Enable, rule.Code)) && !slices.Contains(choice.Disable, rule.Code)
	}
	return on
}

// Run returns the findings of rules about groups, sorted, and exceptions to these rules that have no effect. The choice
// wins over those of the groups.
func Run(groups []*group.Group, rules []Rule, choice Choice) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, g := range groups {
		findings = append(findings, Unknown(g, rules)...)
		var ofGroup Choice
		if g.Lint != nil {
			ofGroup = Choice{g.Lint.Enable, g.Lint.Disable}
		}
		exceptions := newExceptions(g)
		for _, rule := range rules {
			if !runs(rule, ofGroup, choice) {
				continue
			}
			for _, f := range rule.Check(g) {
				if exceptions.take(f, rule.Code) {
					continue
				}
				found := diag.At(f.At.Position, f.At.End, rule.Code, f.Message, f.Fix)
				if f.Field != nil {
					found.Field = f.Field.Path
				}
				findings = append(findings, found.With(diag.Advice{Edits: f.Edits, Safe: true}))
			}
			findings = append(findings, exceptions.unused(rule.Code)...)
		}
	}
	return diag.Sort(findings)
}
