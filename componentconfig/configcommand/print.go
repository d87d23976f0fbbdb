package configcommand

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// printing are the flags of print.
type printing struct {
	only, version, format, release string
	origins                        bool
	asking
}

// choices are what --only selects.
var choices = map[string]func(extension.Leaf) bool{
	"all":     func(extension.Leaf) bool { return true },
	"set":     func(l extension.Leaf) bool { return l.Set },
	"changed": func(l extension.Leaf) bool { return l.Changed },
}

// newPrint returns the verb print.
func newPrint(a *client) *cobra.Command {
	var p printing
	cmd := &cobra.Command{
		Use:   "print [FILE|DIR...] [-- FLAG...]",
		Short: "Prints the configuration that the start would use",
		Long: "Prints the effective configuration of the files and flags, with its defaults. Secrets are masked. If the " +
			"start\nwould refuse the configuration, its mistakes are printed instead. With --running, it is that of " +
			"running processes,\nonce for those with equal configurations.",
		Example: "  config print /etc/relay.yaml /etc/relay.conf.d --origins\n  config print --only=changed -- --port=54\n" +
			"  config print relay.yaml --version=v1alpha1 --output=json\n" +
			"  config print --origins --running=http://127.0.0.1:8080",
		RunE: a.run(func(cmd *cobra.Command, args []string) error { return printConfiguration(a, cmd, p, args) }),
	}
	cmd.Flags().StringVar(&p.only, "only", "all",
		"Fields to print: all, set (by a file or a flag), or changed (different from the default).")
	completeWith(cmd, "only", "all", "set", "changed")
	cmd.Flags().BoolVar(&p.origins, "origins", false, "Print the source of each value.")
	a.addVersion(cmd, &p.version, "Version to print the configuration in.")
	cmd.Flags().StringVar(&p.release, "for", "",
		"Leave out what an older release of the component, such as 1.4, does not read; refuse it if it is set.")
	p.addFlags(cmd, usualLimit)
	addOutput(cmd, &p.format, "yaml", "json", "kyaml")
	return cmd
}

// addVersion adds --version.
func (a *client) addVersion(cmd *cobra.Command, version *string, usage string) {
	cmd.Flags().StringVar(version, "version", "", usage+" (default the newest)")
	cmd.RegisterFlagCompletionFunc("version", a.completeVersions) //nolint:errcheck // The command has the flag.
}

func (a *client) completeVersions(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	component, err := a.Component()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return component.Roots[0].Versions, cobra.ShellCompDirectiveNoFileComp
}

// hasVersion returns an error if no root has a version; "" is the newest of each.
func (a *client) hasVersion(version string) error {
	component, err := a.Component()
	if err != nil || version == "" {
		return err
	}
	var known []string
	for _, root := range component.Roots {
		known = append(known, root.Versions...)
	}
	if slices.Contains(known, version) {
		return nil
	}
	if len(known) == 0 {
		return fmt.Errorf("--version=%s: files of %s have no versions; remove the flag", version, component.Name)
	}
	return fmt.Errorf("--version=%s: unknown version; %s", version, choose(version, component.Roots[0].Versions))
}

// formats are the formats of print.
var formats = map[string]func(io.Writer, printing, extension.Shown) error{
	"yaml": printYAML, "json": printJSON, "kyaml": printKYAML}

func printConfiguration(a *client, cmd *cobra.Command, p printing, args []string) error {
	if choices[p.only] == nil {
		return fmt.Errorf("invalid --only %q: must be all, set or changed", p.only)
	}
	if formats[p.format] == nil {
		return fmt.Errorf("invalid --output %q: must be yaml, json or kyaml", p.format)
	}
	if err := a.hasVersion(p.version); err != nil {
		return err
	}
	operands, flags := split(cmd, args)
	if len(p.running) > 0 {
		return printRunning(a, cmd, p, append(operands, flags...))
	}
	found, err := a.one(operands, flags)
	if err != nil {
		return err
	}
	if len(found.Problems) > 0 {
		return refused(cmd, found)
	}
	shown, err := found.Show(p.version)
	if err != nil {
		return err
	}
	for _, warning := range of(found) {
		fmt.Fprintln(cmd.ErrOrStderr(), warning) //nolint:errcheck // A warning must not stop anything.
	}
	text, err := printed(a, cmd, p, shown)
	if err != nil {
		return err
	}
	if p.origins && p.format != "json" {
		text += layers.FileComments(found.Files, found.Skipped)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), text)
	return err
}

// printRunning prints the configurations of running processes.
func printRunning(a *client, cmd *cobra.Command, p printing, args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("unexpected argument %q: --running prints what a process uses, without files or flags", args[0])
	case p.version != "":
		return errors.New("--version cannot be combined with --running: a process shows its newest version")
	}
	answers, silent, err := p.shown(a, cmd)
	if err != nil {
		return err
	}
	warn(cmd, answers, silent)
	for i, g := range grouped(answers, func(w answer) []extension.Leaf { return leavesOf(w.shown) }) {
		text, err := printed(a, cmd, p, g.first.shown)
		if err != nil {
			return err
		}
		if p.format != "json" && len(answers) > 1 {
			text = fmt.Sprintf("# %s:\n%s", counted(len(g.Processes), "process", "processes"),
				names("#   ", "#   ", g.Processes)) + text
		}
		if i > 0 && p.format == "yaml" {
			text = "---\n" + text
		}
		if p.origins && p.format != "json" {
			text += layers.FileComments(g.first.files, nil)
		}
		if _, err := io.WriteString(cmd.OutOrStdout(), text); err != nil {
			return err
		}
	}
	if silent > 0 {
		return extension.Exit{Status: failed}
	}
	return nil
}

// printed is a configuration as text.
func printed(a *client, cmd *cobra.Command, p printing, shown []extension.Shown) (string, error) {
	component, err := a.Component()
	if err != nil {
		return "", err
	}
	owned := map[string][]string{}
	var out strings.Builder // Nothing is printed if a later root is refused.
	for i, root := range shown {
		if root.Partial != "" {
			return "", errors.New(root.Partial)
		}
		if p.origins {
			root = root.Explained()
		}
		lost := root.Lost
		if p.release != "" {
			var newer layers.Problems
			if root, newer, err = readableBy(root, component.Name, p.release); err != nil {
				return "", err
			}
			lost = append(lost, newer...)
		}
		if len(lost) > 0 {
			return "", refused(cmd, &extension.Inspected{Problems: lost})
		}
		root = selected(root, choices[p.only])
		maps.Copy(owned, twoOwners(root))
		if i > 0 && len(root.Leaves) == 0 {
			continue
		}
		if i > 0 && p.format == "yaml" {
			out.WriteString("---\n")
		}
		if err := formats[p.format](&out, p, root); err != nil {
			return "", err
		}
	}
	if p.origins && p.format != "json" {
		for _, field := range slices.Sorted(maps.Keys(owned)) {
			fmt.Fprintf(&out, "# set by several drop-in files: %s: %s\n", field, strings.Join(owned[field], ", "))
		}
	}
	return out.String(), nil
}

// refused prints the mistakes of a configuration that is not valid, for the verbs whose output is something else.
func refused(cmd *cobra.Command, found *extension.Inspected) error {
	reportText(cmd.ErrOrStderr(), nil, of(found)) //nolint:errcheck // An error of the output cannot be reported.
	return errFindings
}

// selected returns a configuration with the chosen leaves alone. A list is shown with all its items or not at all:
// without some of them it would be another one.
func selected(root extension.Shown, chosen func(extension.Leaf) bool) extension.Shown {
	keep := map[string]bool{}
	for _, leaf := range root.Leaves {
		if chosen(leaf) {
			list, _, _ := strings.Cut(leaf.Pattern, "[]")
			keep[list] = true
		}
	}
	out := root
	out.Leaves = nil
	for _, leaf := range root.Leaves {
		if list, _, _ := strings.Cut(leaf.Pattern, "[]"); keep[list] {
			out.Leaves = append(out.Leaves, leaf)
		}
	}
	out.Tree = pruned(root.Tree, nil, keep)
	return out
}

// pruned returns a tree with the fields to keep, and the header.
func pruned(n *layers.Node, at layers.Path, keep map[string]bool) *layers.Node {
	c := *n
	c.Fields = map[string]*layers.Node{}
	for name, f := range n.Fields {
		path := at.Field(name)
		pattern := path.Pattern()
		isHeader := len(at) == 0 && (name == "apiVersion" || name == "kind")
		if isHeader || keep[pattern] {
			c.Fields[name] = f
		} else if f.Kind == layers.Map && !f.Dict && len(f.Fields) > 0 {
			if inner := pruned(f, path, keep); len(inner.Fields) > 0 {
				c.Fields[name] = inner
			}
		}
	}
	return &c
}

func printYAML(w io.Writer, p printing, root extension.Shown) error {
	_, err := io.WriteString(w, yamlOf(p, root))
	return err
}

func yamlOf(p printing, root extension.Shown) string {
	if p.origins {
		return root.Commented()
	}
	return layers.YAML(root.Tree, nil)
}

// printJSON prints the configuration, or with origins an object with both.
func printJSON(w io.Writer, p printing, root extension.Shown) error {
	configuration := json.RawMessage(root.Tree.JSON())
	if !p.origins {
		return encode(w, configuration)
	}
	origins := map[string][]jsonOrigin{}
	for _, leaf := range root.Leaves {
		for _, o := range leaf.Origins {
			origins[leaf.Path] = append(origins[leaf.Path], jsonOrigin(o))
		}
	}
	return encode(w, struct {
		Configuration json.RawMessage         `json:"configuration"`
		Origins       map[string][]jsonOrigin `json:"origins"`
		Owners        map[string][]string     `json:"owners,omitempty"`
	}{configuration, origins, twoOwners(root)})
}

// twoOwners returns the fields that several drop-in files set, and where. A list is one field.
func twoOwners(root extension.Shown) map[string][]string {
	out := map[string][]string{}
	for _, leaf := range root.Leaves {
		path := index.ReplaceAllString(leaf.Path, "")
		if _, known := out[path]; known {
			continue
		}
		for _, o := range leaf.Owners {
			out[path] = append(out[path], o.Text)
		}
	}
	return out
}

// index is the index of an item of a list, and the rest of the path.
var index = regexp.MustCompile(`\[\d+\].*`)

// jsonOrigin is an origin in JSON.
type jsonOrigin struct {
	Source    string `json:"source"`
	Name      string `json:"name,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	Converted bool   `json:"converted,omitempty"`
	Text      string `json:"-"`
}
