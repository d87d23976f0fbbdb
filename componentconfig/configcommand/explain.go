package configcommand

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/descriptor/render"
)

// newExplain returns the verb explain.
func newExplain(a *client) *cobra.Command {
	var q asking
	cmd := &cobra.Command{
		Use:   "explain [FIELD] [-- FLAG...]",
		Short: "Explains a field, with its value here, or lists all fields",
		Long: "Prints all that is known of a field, and its value with its source in the configuration of the flags after " +
			"the\ndashes, or in running processes. FIELD is its path in any version, or the name of its flag. Without FIELD, " +
			"all\nfields are listed.",
		Example: "  config explain\n  config explain logging.verbosity -- --config=/etc/relay.yaml\n" +
			"  config explain port --running=http://127.0.0.1:8080",
		ValidArgsFunction: a.completeFields,
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			operands, flags := split(cmd, args)
			switch {
			case len(q.running) > 0 && (len(operands) == 0 || len(flags) > 0):
				return errors.New("--running requires a field, and no flags after two dashes")
			case len(operands) == 0:
				return writeContents(a, cmd.OutOrStdout())
			case len(operands) == 1:
				return writeExplanation(a, cmd, &q, operands[0], flags)
			}
			return fmt.Errorf("unexpected argument %q: specify one field", operands[1])
		}),
	}
	q.addFlags(cmd, usualLimit)
	return cmd
}

// completeFields completes the paths of fields, with the first sentence of their comments.
func (a *client) completeFields(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	all, err := a.fields()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	for _, f := range all {
		if path := plain(f.Pattern); strings.HasPrefix(path, begun) {
			out = append(out, path+"\t"+f.summary())
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// summary is the first sentence of the comment of a field.
func (f field) summary() string {
	if f.doc == nil {
		return ""
	}
	text, _ := f.doc.Documented()
	if end := sentence.FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	return strings.TrimSuffix(text, ".")
}

// sentence is what separates two sentences.
var sentence = regexp.MustCompile(`\. [A-Z]|\n`)

// writeContents lists all fields.
func writeContents(a *client, out io.Writer) error {
	component, err := a.Component()
	if err != nil {
		return err
	}
	all, err := a.fields()
	if err != nil {
		return err
	}
	var b strings.Builder
	for i, root := range component.Roots {
		b.WriteString(strings.TrimSpace(root.Kind+" "+newest(root)) + "\n")
		var rows [][]string
		for _, f := range all {
			if f.root == i {
				rows = append(rows, []string{plain(f.Pattern), f.kind(), f.summary()})
			}
		}
		b.WriteString(table("  ", rows))
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// newest is the newest apiVersion of a root; "" if it has none.
func newest(root extension.Root) string {
	if len(root.APIVersions) == 0 {
		return ""
	}
	return root.APIVersions[0]
}

// writeExplanation prints all that is known of a field.
func writeExplanation(a *client, cmd *cobra.Command, q *asking, path string, flags []string) error {
	f, err := a.find(path)
	if err != nil {
		return err
	}
	component, err := a.Component()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(plain(f.Pattern) + "\n")
	var facts []render.Fact
	if f.doc != nil {
		if doc, _ := f.doc.Documented(); doc != "" {
			b.WriteString(wrapped(doc))
		}
		facts = f.doc.Facts()
	}
	b.WriteString("\n")
	var rows [][]string
	for _, fact := range append(facts, namesIn(a, component, f)...) {
		name, text := strings.ReplaceAll(fact.Name, "`", ""), strings.ReplaceAll(fact.Text, "`", "")
		rows = append(rows, []string{name + ":", text})
	}
	b.WriteString(table("  ", rows))
	if err := writeFields(a, &b, f); err != nil {
		return err
	}
	silent := 0
	if len(q.running) > 0 {
		silent, err = writeRunning(a, cmd, &b, q, f, path)
	} else {
		err = writeValues(a, &b, f, path, flags)
	}
	if err != nil {
		return err
	}
	if _, err = io.WriteString(cmd.OutOrStdout(), b.String()); err == nil && silent > 0 {
		err = extension.Exit{Status: failed}
	}
	return err
}

// wrapped breaks a comment into indented lines.
func wrapped(text string) string {
	const width = 90
	var b strings.Builder
	for _, paragraph := range strings.Split(text, "\n") {
		line := " "
		for _, word := range strings.Fields(paragraph) {
			if len(line)+len(word) > width {
				b.WriteString(line + "\n")
				line = " "
			}
			line += " " + word
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

func joined(prefix string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return prefix + strings.Join(names, ", "+prefix)
}

// valueText is a value in one line; "" for none.
func valueText(n *layers.Node) string {
	if n.Kind == layers.String && n.Text != "" && n.Text == layers.Plain(n.Text) {
		return n.Text
	}
	return string(n.JSON())
}

// namesIn are the names of a field in other versions, where they differ.
func namesIn(a *client, component *extension.Component, f field) (facts []render.Fact) {
	root := component.Roots[f.root]
	for i, version := range root.Versions {
		if i == 0 {
			continue
		}
		var others []string
		for _, pattern := range a.Translated(f.root, f.Pattern, root.Versions[0], version) {
			others = append(others, plain(pattern))
		}
		switch text := joined("", others); {
		case text == "":
			facts = append(facts, render.Fact{Name: "In " + version, Text: "not there"})
		case text != plain(f.Pattern) && f.kind() != "object":
			facts = append(facts, render.Fact{Name: "In " + version, Text: text})
		}
	}
	return facts
}

// writeFields lists the fields of an object.
func writeFields(a *client, b *strings.Builder, f field) error {
	all, err := a.fields()
	if err != nil {
		return err
	}
	var rows [][]string
	for _, inner := range all {
		name, below := strings.CutPrefix(plain(inner.Pattern), plain(f.Pattern)+".")
		if inner.root == f.root && below && !strings.Contains(name, ".") {
			rows = append(rows, []string{name, inner.kind(), inner.summary()})
		}
	}
	if len(rows) > 0 {
		b.WriteString("\n  Fields:\n" + table("    ", rows))
	}
	return nil
}

// mostValues limits the values that an explanation shows.
const mostValues = 20

// writeValues shows the values of a field here, with their sources.
func writeValues(a *client, b *strings.Builder, f field, path string, flags []string) error {
	found, err := a.one(nil, flags)
	if err != nil {
		return err
	}
	shown, err := found.Show("")
	if err != nil {
		return err
	}
	if f.root >= len(shown) {
		b.WriteString("\n  The value is not known: config validate reports mistakes in the files or flags.\n")
		return nil
	}
	values := valuesOf(shown[f.root].Explained(), f, path)
	if values == "" {
		b.WriteString("\n  It is not set here, and has no default.\n")
		return nil
	}
	b.WriteString("\n  Here:\n" + values)
	return nil
}

// valuesOf are the values of a field with their sources, one a line; "" for none.
func valuesOf(root extension.Shown, f field, path string) string {
	var lines []string
	for _, leaf := range root.Leaves {
		if layers.Below(plain(leaf.Pattern), plain(f.Pattern)) && within(leaf.Path, path) {
			line := fmt.Sprintf("%s: %s", leaf.Path, valueText(leaf.Value))
			if len(leaf.Origins) > 0 {
				line += "  # " + extension.Describe(leaf.Origins)
			}
			lines = append(lines, "    "+layers.Plain(line)+"\n")
		}
	}
	text := strings.Join(lines[:min(len(lines), mostValues)], "")
	if len(lines) > mostValues {
		text += fmt.Sprintf("    and %d more values, which config print shows\n", len(lines)-mostValues)
	}
	return text
}

// writeRunning shows the values of a field in running processes, once for those with equal values and sources. It
// returns how many did not answer.
func writeRunning(a *client, cmd *cobra.Command, b *strings.Builder, q *asking, f field, path string) (int, error) {
	answers, silent, err := q.shown(a, cmd)
	if err != nil {
		return 0, err
	}
	warn(cmd, answers, silent)
	var order []string
	processes := map[string][]string{}
	for _, answer := range answers {
		values := "    It is not set, and has no default.\n"
		if f.root >= len(answer.shown) {
			values = "    The process does not show it.\n"
		} else if text := valuesOf(answer.shown[f.root], f, path); text != "" {
			values = text
		}
		if processes[values] == nil {
			order = append(order, values)
		}
		processes[values] = append(processes[values], answer.name)
	}
	slices.SortStableFunc(order, func(x, y string) int { return len(processes[y]) - len(processes[x]) })
	for _, values := range order {
		b.WriteString("\n" + names("  In ", "     ", processes[values]) + values)
	}
	return silent, nil
}

// within reports whether a leaf is below the path that was asked for, if that has indexes or keys.
func within(leaf, path string) bool {
	return !strings.Contains(path, "[") || strings.Contains(path, "[]") || layers.Below(leaf, path)
}
