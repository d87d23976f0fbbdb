package report

import (
	_ "embed" // the list is data
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
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

//go:embed examples.txtar
var examples []byte

// NotBelow and ButBelow are the lines above the wrong and the right lines of an example.
const (
	NotBelow = "not:"
	ButBelow = "but:"
)

// Example is a finding, the lines that it is about, and the same lines after its advice.
type Example struct {
	// Message and fix of the finding.
	Message string
	// Bad has the finding. Good does not; it is empty if the author has to decide what to write.
	Bad, Good string
}

// ExampleOf returns an example of the code of a finding, and false if there is none.
func ExampleOf(code string) (Example, bool) {
	for _, file := range txtar.Parse(examples).Files {
		if file.Name == code {
			message, rest, _ := strings.Cut(string(file.Data), "\n"+NotBelow+"\n")
			bad, good, _ := strings.Cut(rest, ButBelow+"\n")
			return Example{message, bad, good}, true
		}
	}
	return Example{}, false
}

// Page is the documentation of all codes in Markdown.
func Page() string {
	var b strings.Builder
	b.WriteString("# Findings\n\nThe code of a finding is in parentheses at the end of its line. With `--fix`, generate " +
		"and verify correct\nmistakes that have one safe answer. For the markers, see `configgen markers NAME`.\n" +
		"`configgen explain CODE` shows an example of a code, and what its advice makes of it.\n\n" +
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
