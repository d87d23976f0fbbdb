package explain

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/rule"
	"github.com/configgen/configgen/internal/terminal"
	"github.com/configgen/configgen/internal/testfiles"
)

var update = flag.Bool("update", false, "record the pages of the rules")

// TestPages holds the pages of the rules to their texts, below what is written by hand.
func TestPages(t *testing.T) {
	const begin = "<!-- rules -->\n"
	for page, sections := range map[rule.Page]string{
		rule.Findings: sectionsOf(rule.Findings),
		rule.Lint:     sectionsOf(rule.Lint),
		rule.Breaking: levels() + "\n" + sectionsOf(rule.Breaking),
	} {
		name := "../../docs/" + string(page) + ".md"
		content := testfiles.Read(t, name)
		head, _, found := strings.Cut(string(content), begin)
		want := head + begin + "\n" + sections
		if *update && found {
			testfiles.Write(t, name, want)
		} else if diff := cmp.Diff(want, string(content)); diff != "" {
			t.Errorf("%s is not up to date; record it with go test ./internal/explain -update: %s", name, diff)
		}
	}
}

// width is the width of lines of text on a page.
const width = 118

// sectionsOf returns the sections of a page in Markdown, one for each rule.
func sectionsOf(page rule.Page) string {
	var parts []string
	for _, r := range rule.On(page) {
		parts = append(parts, "### "+r.Code+"\n")
		for _, b := range manual(r) {
			text := b.text
			if b.source != "" {
				text = "[" + text + "](" + b.source + ")"
			}
			if b.marker != "" {
				text += " `" + b.marker + "`"
			}
			part := terminal.Wrap(text+b.colon(), "", "", width)
			if b.quote != "" {
				part += "\n" + terminal.Wrap(b.quote, "> ", "> ", width)
			}
			if b.code != "" {
				part += "\n```" + b.language + "\n" + b.code + "```\n"
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "\n")
}

// levels is the table of the levels of the rules about changes in Markdown.
func levels() string {
	var b strings.Builder
	b.WriteString("| rule | change | alpha | beta | GA |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range rule.On(rule.Breaking) {
		value := named(breaking.Rules(), func(b breaking.Rule) string { return b.Code }, r.Code)
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s |\n", r.Code, strings.ToLower(r.Code),
			r.Doc, level(value.Alpha), level(value.Beta), level(value.GA))
	}
	return b.String()
}
