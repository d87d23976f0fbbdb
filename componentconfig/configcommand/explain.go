package configcommand

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/descriptor/render"
)

// newExplain returns the verb explain.
func newExplain(a *client) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain [FIELD] [-- FLAG...]",
		Short: "Explains a field, with its value here, or lists all fields",
		Long: "Prints all that is known of a field, and its value with its source in the configuration of the flags after " +
			"the\ndashes. FIELD is its path in any version, or the name of its flag. Without FIELD, all fields are listed.",
		Example:           "  config explain\n  config explain logging.verbosity -- --config=/etc/relay.yaml",
		ValidArgsFunction: a.completeFields,
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			operands, flags := split(cmd, args)
			switch len(operands) {
			case 0:
				return writeContents(a, cmd.OutOrStdout())
			case 1:
				return writeExplanation(a, cmd.OutOrStdout(), operands[0], flags)
			}
			return fmt.Errorf("unexpected argument %q: specify one field", operands[1])
		}),
	}
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
func writeExplanation(a *client, out io.Writer, path string, flags []string) error {
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
	if err := writeValues(a, &b, f, path, flags); err != nil {
		return err
	}
	_, err = io.WriteString(out, b.String())
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
	switch {
	case n == nil || n.Kind == layers.Null:
		return ""
	case n.Kind == layers.String && n.Text != "" && n.Text == layers.Plain(n.Text):
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
	var lines []string
	for _, leaf := range shown[f.root].Leaves {
		if layers.Below(plain(leaf.Pattern), plain(f.Pattern)) && within(leaf.Path, path) {
			line := fmt.Sprintf("%s: %s  # %s", leaf.Path, valueText(leaf.Value), extension.Describe(leaf.Origins))
			lines = append(lines, "    "+layers.Plain(line)+"\n")
		}
	}
	if len(lines) == 0 {
		b.WriteString("\n  It is not set here, and has no default.\n")
		return nil
	}
	b.WriteString("\n  Here:\n" + strings.Join(lines[:min(len(lines), mostValues)], ""))
	if len(lines) > mostValues {
		fmt.Fprintf(b, "    and %d more values, which config print shows\n", len(lines)-mostValues)
	}
	return nil
}

// within reports whether a leaf is below the path that was asked for, if that has indexes or keys.
func within(leaf, path string) bool {
	return !strings.Contains(path, "[") || strings.Contains(path, "[]") || layers.Below(leaf, path)
}
