package configcommand

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
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
	text := f.doc.Description
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

// What a change takes, and how values are combined, in the words of the reference.
var (
	changes = map[string]string{
		"hot": "takes effect while the component runs", "restart": "takes effect after a restart",
		"reboot": "takes effect after the machine was rebooted", "immutable": "is refused",
	}
	precedences = map[string]string{
		"merge":   "the keys of the flag are added to those of the files, and win",
		"file":    "the files win",
		"prepend": "the items of the flag come before those of the files",
	}
)

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
	facts, err := a.Facts(f.root, f.Pattern)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(plain(f.Pattern) + "\n")
	switch {
	case f.doc != nil && f.doc.Description != "":
		b.WriteString(wrapped(f.doc.Description))
	case a.Documentation == nil:
		b.WriteString("  The comment is not known: this program does not embed its documentation.\n")
	}
	b.WriteString("\n")
	var rows [][]string
	for _, row := range append(f.rows(facts), namesIn(a, component, f)...) {
		if row.text != "" {
			rows = append(rows, []string{row.name + ":", row.text})
		}
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

// row is a line of an explanation.
type row struct{ name, text string }

// rows are what is known of a field, in the words of the reference.
func (f field) rows(facts extension.Facts) []row {
	kind := f.kind()
	rows := []row{{"Type", kind}}
	add := func(name, text string) { rows = append(rows, row{name, text}) }
	object := kind == "object"
	if !object {
		normal, legacy := valueText(facts.Default), valueText(facts.Legacy)
		if normal != `""` {
			add("Default", normal)
		}
		if legacy != normal {
			add("Default on the command line alone", legacy)
		}
	}
	add("Flag", joined("--", facts.Flags))
	values := facts.Values
	if len(values) == 0 {
		values = f.doc.values()
	}
	add("Values", joined("", values))
	add("Constraints", strings.Join(f.doc.constraints(), "; "))
	add("Feature gate", joined("", facts.Gates))
	add("Operating systems", joined("", facts.OS))
	if !object {
		add("Change", changes[facts.Reload])
	}
	switch {
	case facts.ListType == "map":
		add("Several files", "items are merged by "+joined("", facts.ListMapKeys))
	case facts.ListType == "set":
		add("Several files", "items are added to those of earlier files")
	case strings.HasPrefix(kind, "list"):
		add("Several files", "the last file replaces the list")
	case strings.HasPrefix(kind, "map"):
		add("Several files", "keys are merged")
	}
	if len(facts.Flags) > 0 {
		add("Flag and files", precedences[facts.Precedence])
	}
	if facts.FilePath {
		add("File path", "relative to the directory of the file that sets it")
	}
	add("Checked by --preflight", machineText(facts))
	if facts.Secret {
		text := "not shown in messages and output"
		if facts.SecretFile != "" {
			text += "; " + plain(facts.SecretFile) + " can name a file with it instead"
		}
		add("Secret", text)
	}
	add("Since", facts.Since)
	switch text := strings.TrimLeft(strings.TrimPrefix(facts.Deprecated, "deprecated"), "; "); {
	case text != "":
		add("Deprecated", text)
	case facts.Deprecated != "" || f.doc != nil && f.doc.Deprecated:
		add("Deprecated", "yes")
	}
	return rows
}

// kindTexts and accessTexts are the arguments of +path in words.
var (
	kindTexts = map[string]string{
		"file": "is a file", "dir": "is a directory", "socket": "is a socket", "executable": "can be executed",
	}
	accessTexts = map[string]string{
		"r": "can be read", "w": "can be written or created", "rw": "can be read, and written or created",
	}
)

// machineText is what must be true of a value on the machine; "" if nothing is checked.
func machineText(facts extension.Facts) string {
	if facts.Free {
		text := "the port is free for " + strings.ToUpper(cmp.Or(strings.Join(facts.Networks, " and "), "tcp"))
		if facts.Address != "" {
			text += " on " + plain(facts.Address)
		}
		return text
	}
	var texts []string
	if facts.MustExist {
		texts = append(texts, "exists")
	}
	for _, text := range []string{kindTexts[facts.Kind], accessTexts[facts.Access]} {
		if text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
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
func namesIn(a *client, component *extension.Component, f field) (rows []row) {
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
			rows = append(rows, row{"In " + version, "not there"})
		case text != plain(f.Pattern) && f.kind() != "object":
			rows = append(rows, row{"In " + version, text})
		}
	}
	return rows
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
			line := fmt.Sprintf("%s: %s  # %s", leaf.Path, valueText(leaf.Value), described(leaf.Origins))
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
