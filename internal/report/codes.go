package report

import (
	_ "embed" // the list is data
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/lint"
	"github.com/configgen/configgen/lint/rules"
)

//go:embed codes.txt
var codesList string

// page is where the codes are explained, each under a heading of its name. rulesPage has the rules of lint, and
// changesPage those of configgen breaking.
const (
	page        = "https://github.com/configgen/configgen/blob/main/docs/findings.md#"
	rulesPage   = "https://github.com/configgen/configgen/blob/main/docs/lint.md#"
	changesPage = "https://github.com/configgen/configgen/blob/main/docs/breaking.md#"
)

// Explanation is what a code means, in one sentence.
type Explanation struct{ Code, Text string }

// Codes lists what the codes of findings mean, sorted, without those of rules that have pages of their own. Generators
// that others add have codes of their own.
func Codes() []Explanation {
	var all []Explanation
	for line := range strings.Lines(codesList) {
		code, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		all = append(all, Explanation{code, text})
	}
	return all
}

// Page is the documentation of all codes in Markdown.
func Page() string {
	var b strings.Builder
	b.WriteString("# Findings\n\nThe code of a finding is in parentheses at the end of its line. With `--fix`, generate " +
		"and verify correct\nmistakes that have one safe answer. For the markers, see `configgen markers NAME`.\n\n" +
		"With `--format json`, the advice that can be followed literally is in the list `advice` of a finding, one item\n" +
		"for each way to correct the mistake: `edits` that replace the bytes from `start` to `end` of a file by `new`,\n" +
		"with the `marker` that they write, or a `command` to run. `safe` is what `--fix` follows. SARIF has the edits\n" +
		"as `fixes`.\n")
	for _, explained := range Codes() {
		b.WriteString("\n## " + explained.Code + "\n\n" + explained.Text + "\n")
	}
	return b.String()
}

// Explain returns what a code means and the address of its explanation; both are empty for an unknown code.
func Explain(code string) (text, address string) {
	for _, explained := range Codes() {
		if explained.Code == code {
			return explained.Text, page + code
		}
	}
	all := rules.All()
	if i := slices.IndexFunc(all, func(rule lint.Rule) bool { return rule.Code == code }); i >= 0 {
		return strings.TrimSpace(all[i].Doc + " " + all[i].Detail), rulesPage + code
	}
	for _, rule := range breaking.Listed() {
		if rule.ID == code {
			return rule.Doc + " " + rule.Manual.Policy, changesPage + code
		}
	}
	return "", ""
}
