package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/check"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/rule"
	"github.com/configgen/configgen/internal/terminal"
)

// block is a paragraph, with a marker at its end or with something below it.
type block struct {
	text, marker string
	// source is the address of what is quoted.
	quote, source string
	// code is in a language.
	code, language string
}

// manual is what there is to say about a rule: its texts, and what the value says that runs.
func manual(r rule.Manual) []block {
	var notes []block
	note := func(format string, args ...any) { notes = append(notes, block{text: fmt.Sprintf(format, args...)}) }
	blocks := []block{{text: r.Text()}}
	exceptable, end := false, ""
	switch r.Page {
	case rule.Lint:
		value := named(rules.All(), func(l rule.Rule) string { return l.Code }, r.Code)
		blocks = append(blocks, block{text: value.Source.Title, quote: r.Quote, source: value.Source.URL})
		if value.NoFix == "" {
			note("configgen lint --fix corrects it.")
		} else {
			note("No correction: %s.", value.NoFix)
		}
		if value.Off {
			note("It runs with --enable %s, or with +configgen:lint(enable: %q) on the package.", r.Code, r.Code)
		}
		exceptable = true
	case rule.Breaking:
		value := named(breaking.Rules(), func(b breaking.Rule) string { return b.Code }, r.Code)
		note("In alpha versions: %s; in beta: %s; in GA: %s.", level(value.Alpha), level(value.Beta), level(value.GA))
		exceptable, end = true, `, until: "1.5"`
	case rule.Findings:
		exceptable = named(check.Rules(), func(c rule.Rule) string { return c.Code }, r.Code).Exceptable
	}
	if exceptable {
		note("An exception is declared at the field:")
		notes[len(notes)-1].marker = fmt.Sprintf("+configgen:allow(rule: %s, reason: \"...\"%s)", r.Code, end)
	}
	if r.Finding != "" {
		finding := terminal.Wrap(r.Finding, "", "", terminal.Columns-2*len(indent))
		blocks = append(blocks, block{text: "For example", code: finding, language: "text"})
	}
	for _, example := range r.Examples {
		label := strings.ToUpper(example.Label[:1]) + example.Label[1:]
		blocks = append(blocks, block{text: label, code: example.Text(), language: "go"})
	}
	return append(blocks, notes...)
}

// named is the value with a code, or the zero value.
func named[T any](all []T, codeOf func(T) string, code string) T {
	var found T
	if at := slices.IndexFunc(all, func(value T) bool { return codeOf(value) == code }); at >= 0 {
		found = all[at]
	}
	return found
}

// Code explains the code of a finding on a terminal: each rule that has it. It reports false if there is none.
func Code(code string) (string, bool) {
	var sections []string
	for _, r := range rule.All() {
		if r.Code == code {
			sections = append(sections, section(r))
		}
	}
	return strings.Join(sections, "\n"), len(sections) > 0
}

// Own explains the code of a project's own generator or rule in the same form.
func Own(code, text string) string {
	return code + "\n" + terminal.Indent(text, indent)
}

// indent is the indentation of texts on a terminal.
const indent = "    "

// section explains a rule on a terminal.
func section(r rule.Manual) string {
	var parts []string
	for _, b := range manual(r) {
		part := terminal.Indent(strings.TrimSpace(b.text+b.colon()+" "+b.marker), indent)
		if b.quote != "" {
			part += "\n" + terminal.Indent(b.quote, indent+indent)
		}
		if b.code != "" {
			part += "\n"
		}
		for line := range strings.Lines(b.code) {
			part += strings.TrimRight(indent+indent+line, " \n") + "\n"
		}
		parts = append(parts, part)
	}
	return r.Code + "\n" + strings.Join(append(parts, indent+r.Address()+"\n"), "\n")
}

// colon is what a paragraph ends with that has something below it.
func (b block) colon() string {
	if b.quote+b.code == "" {
		return ""
	}
	return ":"
}

// level is what a level means for a change.
func level(l breaking.Level) string {
	if l == breaking.Compatible {
		return "allowed"
	}
	return string(l)
}

// Codes are all codes that Code explains, sorted.
func Codes() []string {
	var codes []string
	for _, r := range rule.All() {
		codes = append(codes, r.Code)
	}
	return slices.Compact(codes)
}
