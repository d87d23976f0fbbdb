package componentconfig

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/descriptor"
)

// extend lets the extension choose the configuration of this process.
func (l *Loader[T]) extend(args []string, local *Loaded[T], runs bool) (*Loaded[T], error) {
	from := extension.Local{
		Loaded:             local,
		LoadWith:           func(main []layers.File) (any, error) { return l.load(args, false, &Loaded[T]{instead: main}) },
		Overlay:            func() string { return l.overlay(args, local.flags) },
		Dir:                layers.Directory(local.flags.config),
		ShowsOnly:          local.inspected || local.shows(),
		WorldWritableFiles: l.worldWritable,
	}
	if runs && l.guard != nil {
		from.BeforeEnd = l.guard.Last
	}
	session, err := local.flags.extension.Start(from)
	if err != nil {
		return nil, Problems{{Message: err.Error(), Code: string(layers.Dynamic)}}
	}
	if session == nil {
		return local, nil
	}
	out, ok := session.Loaded().(*Loaded[T])
	if !ok {
		panic(fmt.Sprintf("an extension returned a %T", session.Loaded()))
	}
	out.session = session
	for _, text := range session.Warnings() {
		out.warned = append(out.warned, layers.Problem{Message: text, Code: layers.Dynamic})
	}
	out.Warnings = problemsOf(out.warned)
	return out, nil
}

// overlay identifies the present layers above the main file: the drop-in files, the instance file and the command line.
func (l *Loader[T]) overlay(args []string, own ownFlags) string {
	own.config = ""
	snap, _ := l.reader.Read(l.sources(own))
	if snap == nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %s", args, snap.Digest()) //nolint:errcheck // A hash accepts everything.
	return hex.EncodeToString(h.Sum(nil))
}

// flagsOf returns the arguments that the loader parses.
func (l *Loader[T]) flagsOf(args []string) ([]string, error) {
	if l.plugs.Parse == nil {
		return args, nil
	}
	line, err := l.plugs.Parse(args)
	return line.Flags, err
}

// valuesOfFiles returns what files set in place of flags that the command line does not have. Of a map that merges it
// returns all keys: the command line, which follows, overrides some of them.
func (l *Loaded[T]) valuesOfFiles() (out []extension.FlagValue) {
	for _, c := range l.candidates {
		c.flags.own.VisitAll(func(f *pflag.Flag) {
			owners, patterns := c.flags.owners[f.Name], c.flags.patterns(f.Name)
			given := slices.ContainsFunc(c.flags.given, func(g flagset.Given) bool { return g.Name == f.Name })
			if len(patterns) != 1 || given && c.precedenceOf(owners[0]) != descriptor.Merge {
				return
			}
			for _, leaf := range c.view.tree().Find(patterns[0]) {
				if pos, set := c.firstInFiles(leaf.Path.String()); set {
					arguments := argumentsOf(f, leaf.Node)
					out = append(out, extension.FlagValue{Name: f.Name, Arguments: arguments, Pos: pos,
						Secret: c.flags.hides(f.Name), Unfit: !c.parsesBack(f.Name, arguments, leaf)})
				}
			}
		})
	}
	return out
}

// valuesGiven returns what the command line has.
func (l *Loaded[T]) valuesGiven() (out []extension.FlagValue) {
	for _, c := range l.candidates {
		for _, g := range c.flags.given {
			out = append(out, extension.FlagValue{Name: g.Name, Arguments: []string{g.Value}, Secret: c.flags.hides(g.Name)})
		}
	}
	return out
}

// firstInFiles returns the first position at which files set a value at a path of the newest version, or a part of it.
func (c *candidate) firstInFiles(path string) (first layers.Pos, set bool) {
	for at, origins := range c.view.origins() {
		if at != path && !strings.HasPrefix(at, path+".") && !strings.HasPrefix(at, path+"[") {
			continue
		}
		for _, o := range userOrigins(origins) {
			pos := o.pos()
			before := pos.Line < first.Line || pos.Line == first.Line && pos.Column < first.Column
			if o.Source == OriginFile && (!set || before) {
				first, set = pos, true
			}
		}
	}
	return first, set
}

// argumentsOf returns the values of a flag that set a value: one for a scalar and a list, one for each item of a
// stringArray, and one for each key of a map.
func argumentsOf(f *pflag.Flag, n *layers.Node) (arguments []string) {
	switch {
	case n.Kind == layers.Map:
		for _, key := range n.Keys() {
			pair := key + "=" + n.Fields[key].Text
			if strings.Count(pair, "=") > 1 { // Pflag reads it as a list.
				pair = listArgument([]string{pair})
			}
			arguments = append(arguments, pair)
		}
		return arguments
	case n.Kind != layers.List:
		return []string{n.Text}
	}
	for _, item := range n.Items {
		arguments = append(arguments, item.Text)
	}
	if f.Value.Type() == "stringArray" || len(arguments) == 0 {
		return arguments
	}
	return []string{listArgument(arguments)}
}

// listArgument returns a list with commas between the items, and with quotes as pflag reads them.
func listArgument(items []string) string {
	if len(items) == 1 && items[0] == "" {
		return `""`
	}
	var out strings.Builder
	w := csv.NewWriter(&out)
	w.Write(items) //nolint:errcheck // A strings.Builder accepts everything.
	w.Flush()
	return strings.TrimSuffix(out.String(), "\n")
}

// parsesBack reports whether the values of a flag set a value.
func (c *candidate) parsesBack(flag string, arguments []string, leaf layers.Leaf) bool {
	var given []flagset.Given
	for _, argument := range arguments {
		given = append(given, flagset.Given{Name: flag, Value: argument})
	}
	config := c.zero()
	if c.flags.reparse(config, given) != nil {
		return false
	}
	tree, err := c.model.tree(config)
	return err == nil && (len(arguments) == 0 || layers.Same(tree.At(leaf.Path), leaf.Node))
}
