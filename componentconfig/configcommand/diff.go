package configcommand

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/descriptor/render"
)

// newDiff returns the verb diff.
func newDiff(a *client) *cobra.Command {
	var q asking
	var format string
	cmd := &cobra.Command{
		Use:   "diff A [B] [-- FLAG...]",
		Short: "Compares two configurations, and shows whether a change needs a restart",
		Long: "Compares two configurations field by field, and says what a change from A to B takes: it takes effect while " +
			"the\ncomponent runs (hot), after a restart, or after a reboot, or it is refused. The exit status is 1 if they " +
			"differ.\n\n" +
			"A and B are files and directories, separated by commas, or a version, for its defaults, or the sample of a " +
			"release.\nWithout B, A is compared with the configuration of the flags after the dashes; with B, both have these " +
			"flags.\nWith --running, A is the configuration of a running process. Several processes are grouped by what " +
			"differs from\nB and the flags; without these, from what most of them have. Fields of their instance " +
			"configurations are compared\nwith each other, if more than half of the processes have the same value.",
		Example: "  config diff relay.yaml,site.conf.d new.yaml,site.conf.d\n  config diff v1alpha1 v1beta1\n" +
			"  config diff old.yaml -- --config=new.yaml --port=54\n" +
			"  config diff --running=http://127.0.0.1:8080 -- --config=/etc/relay.yaml\n" +
			"  config diff --running=@relays.txt --token-file=token",
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			operands, flags := split(cmd, args)
			return compare(a, cmd, &q, format, operands, flags)
		}),
	}
	q.addFlags(cmd, usualLimit)
	cmd.Flags().StringSliceVar(&q.ignored, "ignore", nil,
		"Fields of running processes that are not compared, such as addresses that differ from machine to machine.")
	cmd.RegisterFlagCompletionFunc("ignore", a.completeFields) //nolint:errcheck // The command has the flag.
	addOutput(cmd, &format, "text", "json")
	return cmd
}

// compared is one of the two configurations.
type compared struct {
	name string
	// known reports that there is a configuration. leaves are the leaves of all its roots, by root and path.
	known  bool
	leaves []extension.Leaf
	// problems are why it is refused.
	problems []finding
	// masked says that secrets are not known, and shared that the shared root alone is.
	masked, shared bool
}

// compare compares what the arguments of diff name.
func compare(a *client, cmd *cobra.Command, q *asking, format string, operands, flags []string) error {
	print, err := printer(format)
	if err != nil {
		return err
	}
	r, err := resultOf(a, cmd, q, operands, flags)
	if err != nil {
		return err
	}
	if err := print(r, cmd.OutOrStdout()); err != nil {
		return err
	}
	return r.status()
}

// result is what diff and the verbs about running processes print.
type result interface {
	text(out io.Writer) error
	// status is errFindings or an extension.Exit, or nil if nothing differs.
	status() error
}

// printer returns a function that prints a result in a format.
func printer(format string) (func(result, io.Writer) error, error) {
	switch format {
	case "text":
		return result.text, nil
	case "json":
		return func(r result, w io.Writer) error { return encode(w, r) }, nil
	}
	return nil, fmt.Errorf("invalid --output %q: must be text or json", format)
}

// resultOf compares what the arguments name.
func resultOf(a *client, cmd *cobra.Command, q *asking, operands, flags []string) (result, error) {
	if len(q.running) > 0 {
		return compareRunning(a, cmd, q, operands, flags)
	}
	before, after, err := bothOf(a, operands, flags)
	if err == nil {
		err = cmp.Or(before.comparable(cmd), after.comparable(cmd))
	}
	if err != nil {
		return nil, err
	}
	return differ(before, after), nil
}

// comparable returns an error if there is no configuration, and prints why.
func (c compared) comparable(cmd *cobra.Command) error {
	if c.known {
		return nil
	}
	reportText(cmd.ErrOrStderr(), nil, c.problems) //nolint:errcheck // An error of the output cannot be reported.
	return fmt.Errorf("%s cannot be compared: it has the mistakes above", layers.Plain(c.name))
}

// bothOf are the configurations that the arguments name.
func bothOf(a *client, operands, flags []string) (before, after compared, err error) {
	switch {
	case len(operands) > 2:
		return before, after, unexpected(operands[2])
	case len(operands) == 0:
		return before, after, errors.New("specify what to compare: A and B, or A and flags after two dashes, or --running")
	case len(operands) == 1 && len(flags) == 0:
		return before, after, errors.New("there is nothing to compare with: specify B, or flags after two dashes")
	case len(operands) == 2:
		before, err = comparedOf(a, operands[0], flags)
	default:
		before, err = comparedOf(a, operands[0], nil)
	}
	if err != nil {
		return before, after, err
	}
	after, err = here(a, operands[1:], flags)
	return before, after, err
}

func unexpected(operand string) error {
	return fmt.Errorf("unexpected argument %q: join the files of one configuration by commas", operand)
}

// here is the configuration of an operand with flags, or of flags alone.
func here(a *client, operands, flags []string) (compared, error) {
	if len(operands) == 0 {
		return inspectCompared(a, "the flags", flags, extension.Inspection{})
	}
	return comparedOf(a, operands[0], flags)
}

// comparedOf is the configuration that an operand names.
func comparedOf(a *client, operand string, flags []string) (compared, error) {
	component, err := a.Component()
	if err != nil {
		return compared{}, err
	}
	shared := component.Roots[0]
	if at := slices.Index(shared.Versions, operand); at >= 0 {
		text := fmt.Sprintf("apiVersion: %s\nkind: %s\n", shared.APIVersions[at], shared.Kind)
		main := []layers.File{{Name: operand, Data: []byte(text)}}
		return inspectCompared(a, operand, flags, extension.Inspection{Main: main, Fragment: true})
	}
	if sample, err := sampleOf(operand); sample != nil || err != nil {
		return inspectCompared(a, operand, flags, extension.Inspection{Main: sample, Fragment: true, Lenient: true})
	}
	starts, err := a.starts(strings.Split(operand, ","), flags)
	switch {
	case err != nil:
		return compared{}, err
	case len(starts) > 1:
		return compared{}, fmt.Errorf("%s: several files are the main file; specify drop-in files as a directory",
			layers.Plain(operand))
	}
	return inspectCompared(a, operand, starts[0], extension.Inspection{})
}

// sampleOf returns a sample with the defaults that are in its comments. It returns nil if the file is not a sample.
func sampleOf(name string) ([]layers.File, error) {
	data, ok := render.Uncommented(content(name))
	if !ok {
		return nil, nil // What cannot be read is not a sample; the start reports it.
	}
	dir, err := filepath.Abs(filepath.Dir(name))
	return []layers.File{{Name: name, Dir: dir, Data: data}}, err
}

func inspectCompared(a *client, name string, args []string, how extension.Inspection) (compared, error) {
	found, err := a.inspect(args, how)
	if err != nil {
		return compared{}, err
	}
	out := compared{name: name}
	for _, p := range found.Problems {
		out.problems = append(out.problems, finding{isError, p})
	}
	shown, err := found.Show("")
	if err != nil {
		return out, err
	}
	out.known = len(shown) > 0
	for _, root := range shown {
		if root.Partial != "" {
			return out, errors.New(root.Partial)
		}
	}
	out.leaves = leavesOf(shown)
	return out, nil
}

// change is a field that differs.
type change struct {
	Field string `json:"field"`
	// From and To are nil if the field is not set.
	From json.RawMessage `json:"from"`
	To   json.RawMessage `json:"to"`
	// Takes is hot, restart, reboot or refused.
	Takes  string `json:"takes"`
	Origin string `json:"origin,omitempty"`
	// FromOrigin is the origin of the value in a running process.
	FromOrigin string `json:"fromOrigin,omitempty"`
	// source is the first part of Origin: what sets the value.
	source string
}

// difference is the result of diff.
type difference struct {
	From    string   `json:"from"`
	To      string   `json:"to"`
	Takes   string   `json:"takes"`
	Changes []change `json:"changes"`
	// Mistakes are why the change as a whole is refused.
	Mistakes []string `json:"mistakes,omitempty"`
	// Masked says that secrets are not compared.
	Masked bool `json:"secretsNotCompared,omitempty"`
}

// ranks are what a change can take, the least first.
var ranks = []string{"nothing", "hot", "restart", "reboot", "refused"}

// differ compares two sides.
func differ(before, after compared) *difference {
	d := &difference{From: before.name, To: after.name, Takes: ranks[0], Changes: []change{}}
	d.Masked = before.masked || after.masked
	if before.shared || after.shared {
		inInstance := func(l extension.Leaf) bool { return l.Instance }
		before.leaves = slices.DeleteFunc(slices.Clone(before.leaves), inInstance)
		after.leaves = slices.DeleteFunc(slices.Clone(after.leaves), inInstance)
	}
	old, now := byKey(before.leaves), byKey(after.leaves)
	all := slices.Clone(after.leaves)
	for _, leaf := range before.leaves {
		if _, both := now[leaf.Key]; !both {
			all = append(all, leaf)
		}
	}
	slices.SortStableFunc(all, func(x, y extension.Leaf) int { return cmp.Compare(x.Key, y.Key) })
	inOld, inNew := containers(before.leaves), containers(after.leaves)
	for _, leaf := range all {
		from, had := old[leaf.Key]
		to, has := now[leaf.Key]
		switch {
		case had && has && (from.Text == to.Text || d.Masked && leaf.Secret):
			continue
		case !had && inOld[leaf.Key] || !has && inNew[leaf.Key]:
			continue // What is in it differs.
		case had != has && isEmpty(leaf.Value):
			continue // An empty list is none.
		}
		c := change{Field: leaf.Path, Takes: leaf.Reload, From: text(from, had), To: text(to, has)}
		if c.Takes == "immutable" {
			c.Takes = "refused"
		}
		if len(to.Origins) > 0 {
			c.Origin, c.source = extension.Describe(to.Origins), to.Origins[0].Text
		}
		if before.masked && len(from.Origins) > 0 {
			c.FromOrigin = extension.Describe(from.Origins)
		}
		d.Changes = append(d.Changes, c)
		d.Takes = greatest(d.Takes, c.Takes)
	}
	for _, p := range after.problems {
		d.Mistakes, d.Takes = append(d.Mistakes, p.String()), "refused"
	}
	return d
}

func byKey(leaves []extension.Leaf) map[string]extension.Leaf {
	out := map[string]extension.Leaf{}
	for _, leaf := range leaves {
		out[leaf.Key] = leaf
	}
	return out
}

// containers are the keys that have leaves below them. One of them can be a leaf on the other side, if it is empty
// there.
func containers(leaves []extension.Leaf) map[string]bool {
	out := map[string]bool{}
	for _, leaf := range leaves {
		for at, c := range leaf.Key {
			if c == '.' || c == '[' {
				out[leaf.Key[:at]] = true
			}
		}
	}
	return out
}

func isEmpty(n *layers.Node) bool {
	return (n.Kind == layers.List || n.Kind == layers.Map) && len(n.Items)+len(n.Fields) == 0
}

func text(leaf extension.Leaf, known bool) json.RawMessage {
	if !known {
		return nil
	}
	return leaf.Value.JSON()
}

// greatest is what takes more.
func greatest(x, y string) string {
	if slices.Index(ranks, y) > slices.Index(ranks, x) {
		return y
	}
	return x
}

// status is the exit status of the command.
func (d *difference) status() error {
	if len(d.Changes)+len(d.Mistakes) > 0 {
		return errFindings
	}
	return nil
}

// text prints a difference as a table, and a summary.
func (d *difference) text(out io.Writer) error {
	counts, rows := map[string]int{}, [][]string{{"TAKES", "FIELD", "FROM", "TO", "SOURCE"}}
	for _, c := range d.Changes {
		counts[c.Takes]++
		row := []string{c.Takes, layers.Plain(c.Field), briefly(c.From), briefly(c.To), c.Origin}
		if c.FromOrigin != "" {
			row = append(row, "instead of "+c.FromOrigin)
		}
		rows = append(rows, row)
	}
	var parts []string
	for _, rank := range ranks {
		if counts[rank] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[rank], rank))
		}
	}
	text := "no differences\n"
	if len(d.Changes) > 0 {
		text = table("", rows) + fmt.Sprintf("%s: %s\n", summaries[d.Takes], strings.Join(parts, ", "))
	}
	if len(d.Mistakes) > 0 {
		text += "mistakes in " + d.To + ":\n" + strings.Join(d.Mistakes, "\n") + "\n"
	}
	if d.Masked {
		text += "secrets are masked, and not compared\n"
	}
	_, err := io.WriteString(out, text)
	return err
}

// summaries say whether a change needs a restart.
var summaries = map[string]string{
	"hot": "the change takes effect while the component runs", "restart": "the change takes a restart",
	"reboot": "the change takes a reboot of the machine", "refused": "the change is refused",
}

// briefly is a value in a table.
func briefly(value json.RawMessage) string {
	if value == nil {
		return "-"
	}
	return layers.Brief(string(value))
}
