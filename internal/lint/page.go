package lint

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/terminal"
)

// Page is the manual of rules in Markdown, with a heading for each.
func Page(rules []Rule) string {
	var b strings.Builder
	b.WriteString("# Rules of lint\n\n" +
		"`configgen lint` checks configuration types against the conventions of Kubernetes. Each rule below quotes the\n" +
		"sentence that it rests on. `configgen explain RULE` prints its section. With `--fix`, the findings of rules that\n" +
		"say so are corrected. These corrections have no effect on configuration files, on command lines and on other\n" +
		"code; a rule without one says why.\n\n" +
		"A group disables rules in the comment above the package clause of its marked types:\n\n" +
		"```go\n// +configgen:lint(disable: \"number-float,required-field\")\npackage config\n```\n\n" +
		"`--disable` and `--enable` do so for one run. A released version cannot follow most rules without breaking\n" +
		"files: declare an exception on its field, and follow the rule in the next version.\n")
	for _, rule := range rules {
		b.WriteString("\n" + rule.Markdown())
	}
	return b.String()
}

// Markdown is the manual of a rule.
func (r Rule) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s", r.Code, terminal.Wrap(r.Doc+" "+r.Detail, "", "", width))
	if r.NoFix == "" {
		b.WriteString("\n`--fix` corrects it.\n")
	} else {
		fmt.Fprintf(&b, "\nNo correction: %s.\n", r.NoFix)
	}
	if r.Off {
		b.WriteString("\nThe rule runs if it is enabled.\n")
	}
	fmt.Fprintf(&b, "\n[%s](%s):\n\n%s", r.Source.Title, r.Source.URL, terminal.Wrap(r.Quote, "> ", "> ", width))
	fmt.Fprintf(&b, "\nNot:\n\n```go\n%s\n```\n\nBut:\n\n```go\n%s\n```\n", r.Bad, r.Good)
	return b.String()
}

// width is the width of lines of text.
const width = 118
