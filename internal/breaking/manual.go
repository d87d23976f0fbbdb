package breaking

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/terminal"
)

// Manual is what there is to say about a rule beyond its sentence.
type Manual struct {
	// Policy says what the rule rests on, and what users would notice.
	Policy string
	// Before and After are declarations that the rule reports, and Instead is what to write.
	Before, After, Instead string
}

// Example is a declaration with what it is an example of.
type Example struct{ Label, Text string }

// Examples are the declarations of a manual.
func (m Manual) Examples() []Example {
	return []Example{{"Before", m.Before}, {"After", m.After}, {"Instead", m.Instead}}
}

// width is the width of lines of text.
const width = 118

// Markdown is the manual of a rule, with a heading.
func (r Rule) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", r.ID)
	b.WriteString(terminal.Wrap(r.Doc, "", "", width) + "\n" + terminal.Wrap(r.Manual.Policy, "", "", width))
	for _, example := range r.Manual.Examples() {
		fmt.Fprintf(&b, "\n%s:\n\n```go\n%s\n```\n", example.Label, example.Text)
	}
	return b.String()
}

// Reference is the manual of all rules in Markdown: a table of the levels, and a section for each rule.
func Reference() string {
	var b strings.Builder
	b.WriteString("| rule | change | alpha | beta | GA |\n| --- | --- | --- | --- | --- |\n")
	level := func(l Level) string {
		if l == Compatible {
			return "allowed"
		}
		return string(l)
	}
	for _, rule := range Listed() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s |\n", rule.ID, strings.ToLower(rule.ID),
			strings.TrimSuffix(rule.Doc, "."), level(rule.Alpha), level(rule.Beta), level(rule.GA))
	}
	for _, rule := range Listed() {
		b.WriteString("\n" + rule.Markdown())
	}
	return b.String()
}
