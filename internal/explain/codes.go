package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/check"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/terminal"
)

// Code explains the code of a finding. It reports false if there is none of that name.
func Code(code string) (string, bool) {
	text, address := report.Explain(code)
	if text == "" {
		return "", false
	}
	var b strings.Builder
	b.WriteString(code + "\n" + terminal.Indent(text, "    "))
	all := rules.All()
	if i := slices.IndexFunc(all, func(rule lint.Rule) bool { return rule.Code == code }); i >= 0 {
		describeRule(&b, all[i])
	}
	for _, rule := range breaking.Listed() {
		if rule.ID == code {
			describeChange(&b, rule)
		}
	}
	describeFinding(&b, code)
	for _, detail := range Details(code) {
		b.WriteString("\n" + terminal.Indent(detail, "    "))
	}
	b.WriteString("\n    " + address + "\n")
	return b.String(), true
}

// Details are what else there is to know of a code: what a rule about the model of a group rests on, the levels of a
// rule about changes, and how to declare an exception from a rule that allows one.
func Details(code string) []string {
	var details []string
	for _, rule := range check.Rules() {
		if rule.Code == code {
			details = append(details, rule.Doc)
		}
	}
	for _, rule := range breaking.Rules() {
		if rule.ID == code {
			details = append(details,
				fmt.Sprintf("In alpha versions: %s; in beta: %s; in GA: %s.", rule.Alpha, rule.Beta, rule.GA))
		}
	}
	if except := exception(code); except != "" {
		details = append(details, except)
	}
	return details
}

// describeFinding adds an example of a finding, and what its advice makes of it.
func describeFinding(b *strings.Builder, code string) {
	example, ok := report.ExampleOf(code)
	if !ok {
		return
	}
	b.WriteString("\n    For example:\n\n" + terminal.Indent(example.Message, "        "))
	describeExample(b, "Not:", example.Bad)
	if example.Good != "" {
		describeExample(b, "But:", example.Good)
	}
}

// describeExample adds lines of source.
func describeExample(b *strings.Builder, label, text string) {
	fmt.Fprintf(b, "\n    %s\n\n", label)
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight("        "+line, " \n") + "\n")
	}
}

// describeRule adds what a rule of lint rests on, and its examples.
func describeRule(b *strings.Builder, rule lint.Rule) {
	fmt.Fprintf(b, "\n    %s:\n\n%s", rule.Source.Title, terminal.Indent(rule.Quote, "        "))
	describeExample(b, "Not:", rule.Bad)
	describeExample(b, "But:", rule.Good)
	if rule.NoFix == "" {
		b.WriteString("\n    configgen lint --fix corrects it.\n")
	} else {
		b.WriteString("\n" + terminal.Indent("No correction: "+rule.NoFix+".", "    "))
	}
	if rule.Off {
		b.WriteString("\n" + terminal.Indent("It runs with --enable "+rule.Code+", or with +configgen:lint(enable: \""+
			rule.Code+"\") on the package.", "    "))
	}
}

// describeChange adds the example of a rule about changes.
func describeChange(b *strings.Builder, rule breaking.Rule) {
	for _, example := range rule.Manual.Examples() {
		describeExample(b, example.Label+":", example.Text)
	}
}

// exception says how to declare an exception from a rule; empty if it does not allow one.
func exception(code string) string {
	end := ""
	switch {
	case slices.ContainsFunc(breaking.Rules(), func(r breaking.Rule) bool { return r.ID == code }):
		end = `, until: "1.5"`
	case !slices.ContainsFunc(rules.All(), func(r lint.Rule) bool { return r.Code == code }) &&
		!slices.ContainsFunc(check.Rules(), func(r check.Rule) bool { return r.Code == code && r.AllowsExceptions() }):
		return ""
	}
	return fmt.Sprintf("An exception is declared at the field: +configgen:allow(rule: %s, reason: \"...\"%s)", code, end)
}

// Codes are all codes that Code explains, sorted.
func Codes() []string {
	var codes []string
	for _, known := range report.Codes() {
		codes = append(codes, known.Code)
	}
	for _, rule := range rules.All() {
		codes = append(codes, rule.Code)
	}
	for _, rule := range breaking.Listed() {
		codes = append(codes, rule.ID)
	}
	slices.Sort(codes)
	return codes
}
