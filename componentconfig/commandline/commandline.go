package commandline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// flags is the flags of a component, which parses them itself.
type flags interface {
	// all returns the flags of the component, with the component's own values.
	all() []*pflag.Flag
	// register adds a flag that has no effect when the component parses it.
	register(f *pflag.Flag)
	// parse parses a command line like the component does, but calls set in place of the values. It returns the
	// arguments that are not flags. It returns an error if the component does not run with this command line. Flags that
	// the component does not have are passed to unknown, since it may register them later. They are an error if unknown
	// is nil.
	parse(args []string, unknown func(args ...string), set setter) (rest []string, err error)
	// assign sets a flag for the component by a function of its value, and returns the error of the function.
	assign(name string, by func(pflag.Value) error) error
	// command returns the words of the subcommand that has the flags.
	command() []string
	// hasCommand reports whether the component has a subcommand.
	hasCommand(name string) bool
	// status is the exit status of the component if a value is wrong.
	status() int
}

// setter gets a flag of a command line with its value.
type setter func(f *pflag.Flag, value string) error

// Load registers the flags of the loader, loads the configuration of a command line, and sets the flags that files set
// and the command line does not. Call it once, right before the component parses its flags. set has the flags of the
// component: a flag set, or the cobra command that has them. args are the arguments that the component parses; for a
// cobra command, the arguments of its root. name, root and options are passed to componentconfig.New.
//
// If a file is wrong, Load prints what is wrong with its position and exits. It exits, too, if the command line only
// shows the configuration, as with --explain-config. A command line that the component refuses is left to the
// component: Load returns the defaults.
func Load[T any, S *flag.FlagSet | *pflag.FlagSet | *cobra.Command](set S, args []string, name string,
	root binding.Root[T], options ...componentconfig.Option) *componentconfig.Loaded[T] {
	loaded, status := load(flagsIn(set), args, os.Stdout, os.Stderr, name, root, options...)
	if loaded == nil {
		os.Exit(status)
	}
	return loaded
}

func flagsIn(set any) flags {
	switch s := set.(type) {
	case *flag.FlagSet:
		return goFlags{fs: s}
	case *pflag.FlagSet:
		return pFlags{fs: s}
	case *cobra.Command:
		return &cobraFlags{cmd: s, target: s}
	}
	panic(fmt.Sprintf("Load was called with a %T", set))
}

// load returns no configuration if the process is to exit with a status.
func load[T any](set flags, args []string, stdout, stderr io.Writer, name string, root binding.Root[T],
	options ...componentconfig.Option) (*componentconfig.Loaded[T], int) {
	b := &bridge[T]{flags: set, stdout: stdout, stderr: stderr,
		others: pflag.NewFlagSet(name, pflag.ContinueOnError), bridged: map[string]*pflag.Flag{},
		accepted: map[string]extension.FlagValue{}}
	b.loader = componentconfig.New(name, root, append(slices.Clip(options), componentconfig.WithExactFlagNames(),
		componentconfig.WithFlags(func(fs *pflag.FlagSet) { fs.AddFlagSet(b.others) }),
		extension.Option[componentconfig.Option](func(plugs *extension.Options) {
			plugs.Parse, plugs.Check = b.canonical, b.setAll
		}))...)
	if err := b.register(root); err != nil {
		fmt.Fprintln(stderr, err) //nolint:errcheck // An error of the output cannot be reported.
		return nil, set.status()
	}
	return b.run(args)
}

// bridge is one call of Load.
type bridge[T any] struct {
	flags
	loader         *componentconfig.Loader[T]
	stdout, stderr io.Writer
	// bridged are the flags of the component that are configuration.
	bridged map[string]*pflag.Flag
	// others are the flags of the component that are not, as the loader knows them.
	others *pflag.FlagSet
	// accepted are values that flags have accepted.
	accepted map[string]extension.FlagValue
	// asks is true while the command config runs. The flags that it gets need not follow the subcommand of the component.
	asks bool
}

// register adds the flags of the component to the loader, and the flags of the loader to the component.
func (b *bridge[T]) register(root binding.Root[T]) error {
	ofFields := map[string]bool{}
	for _, f := range root.Flags {
		ofFields[f.Name] = true
	}
	known, err := b.loader.FlagSets()
	if err != nil {
		return err
	}
	component := map[string]*pflag.Flag{}
	for _, f := range b.all() {
		component[f.Name] = f
	}
	for _, section := range known.Order {
		known.FlagSets[section].VisitAll(func(f *pflag.Flag) {
			switch registered := component[f.Name]; {
			case f.Name == "help":
			case registered == nil:
				b.flags.register(f)
			case ofFields[f.Name]:
				b.bridged[f.Name] = registered
			case registered.Usage == f.Usage:
				err = errors.New("the files of these flags are loaded twice: call commandline.Load once, right before the " +
					"flags are parsed")
			default:
				err = errors.Join(err, fmt.Errorf("the flag --%s is registered by the component, and by its loader: give one of "+
					"them another name, as with componentconfig.WithConfigFile(\"config-file\")", f.Name))
			}
			delete(component, f.Name)
		})
	}
	for name, f := range component {
		b.others.Var(inert{kind: f.Value.Type()}, name, f.Usage)
	}
	return err
}

// run loads the configuration.
func (b *bridge[T]) run(args []string) (*componentconfig.Loaded[T], int) {
	var loaded *componentconfig.Loaded[T]
	cmd := b.loader.Command(func(_ context.Context, l *componentconfig.Loaded[T]) error {
		loaded = l
		return nil
	})
	var printed bytes.Buffer
	cmd.SetOut(b.stdout)
	cmd.SetErr(&printed)
	if len(args) > 0 && !b.hasCommand(args[0]) &&
		slices.ContainsFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == args[0] }) {
		b.asks = true
		cmd.SetErr(b.stderr)
		cmd.SetArgs(args)
		var exit extension.Exit
		if err := cmd.Execute(); err != nil && !errors.As(err, &exit) {
			fmt.Fprintln(b.stderr, "error:", err) //nolint:errcheck // An error of the output cannot be reported.
			exit.Status = misused
		}
		return nil, exit.Status
	}
	err := cmd.RunE(cmd, args)
	if err != nil && b.refuses(args) {
		return b.defaults(), 0
	}
	if loaded == nil && err == nil { // It was shown, and the component does not parse its command line.
		if _, err := b.parse(args, nil, ignore); err != nil {
			fmt.Fprintln(&printed, "warning:", err) //nolint:errcheck // A warning must not stop anything.
		}
	}
	b.stderr.Write(printed.Bytes()) //nolint:errcheck // An error of the output cannot be reported.
	switch {
	case err != nil:
		return nil, b.status()
	case loaded == nil:
		return nil, 0
	}
	problems, warnings := b.setAll(loaded.FlagValues(extension.Access{}))
	for _, w := range warnings {
		w.Message = "warning: " + w.Message
		fmt.Fprintln(b.stderr, w) //nolint:errcheck // A warning must not stop anything.
	}
	if len(problems) > 0 {
		fmt.Fprintln(b.stderr, problems.Sorted()) //nolint:errcheck // An error of the output cannot be reported.
		return nil, b.status()
	}
	return loaded, 0
}

// canonical returns a command line in the form that the loader parses.
func (b *bridge[T]) canonical(args []string) (line extension.CommandLine, err error) {
	known, counts := b.all(), map[string]string{}
	record := func(f *pflag.Flag, value string) error {
		if value == "+1" && f.Value.Type() == "count" { // as in -vv
			//nolint:errcheck // pflag prints a number.
			count, _ := strconv.Atoi(cmp.Or(counts[f.Name], f.Value.String()))
			value = strconv.Itoa(count + 1)
		}
		counts[f.Name] = value
		values := []string{value}
		if strings.HasPrefix(f.Value.Type(), "stringTo") {
			values = pairsOf(value)
		}
		into := &line.Flags
		if !slices.ContainsFunc(known, func(k *pflag.Flag) bool { return k.Name == f.Name }) {
			into = &line.Command // It is a flag of a command above or below.
		}
		for _, value := range values {
			*into = append(*into, "--"+f.Name+"="+value)
		}
		return nil
	}
	unknown := func(args ...string) { line.Unknown = append(line.Unknown, args) }
	line.Rest, err = b.parseOrHelp(args, unknown, record)
	if other := (otherCommand{}); b.asks && errors.As(err, &other) && other.above {
		line.Rest, err = b.parseOrHelp(append(b.command(), args...), unknown, record)
	}
	line.Command = append(line.Command, b.command()...)
	return line, err
}

// pairsOf returns the pairs of a map as pflag reads them, each with the quotes that the loader needs.
func pairsOf(text string) []string {
	pairs := []string{strings.Trim(text, `"`)}
	if strings.Count(text, "=") > 1 {
		pairs, _ = csv.NewReader(strings.NewReader(text)).Read() //nolint:errcheck // The component refuses it.
	}
	for i, pair := range pairs {
		key, value, found := strings.Cut(pair, "=")
		if !found {
			return []string{text} // which the component refuses
		}
		if strings.ContainsAny(value, `,"`) || strings.TrimSpace(value) != value {
			pairs[i] = key + "=" + strconv.Quote(value)
		}
	}
	return pairs
}

// parseOrHelp parses a command line. Help is an error, and left to the component.
func (b *bridge[T]) parseOrHelp(args []string, unknown func(args ...string), set setter) (rest []string, err error) {
	return b.parse(args, unknown, func(f *pflag.Flag, value string) error {
		if f.Name == "help" {
			return pflag.ErrHelp
		}
		return set(f, value)
	})
}

// refuses reports whether the component refuses its command line.
func (b *bridge[T]) refuses(args []string) bool {
	set := func(f *pflag.Flag, value string) error { return f.Value.Set(value) }
	_, err := b.parseOrHelp(args, func(...string) {}, set)
	return err != nil
}

// misused is the exit status of package flag, and of the command config, if an argument is wrong.
const misused = 2

// defaults are the configuration of a component that does not run.
func (b *bridge[T]) defaults() *componentconfig.Loaded[T] {
	if loaded, err := b.loader.Load(nil); err == nil {
		return loaded
	}
	return &componentconfig.Loaded[T]{Config: new(T)}
}

// setAll sets flags. It returns problems for all values that the component refuses, and warnings about deprecated
// flags. It does not report errors of a flag that also refuses the value that it accepted from an earlier file: such a
// flag can be set only once.
func (b *bridge[T]) setAll(values []extension.FlagValue) (problems, warnings layers.Problems) {
	accepted := maps.Clone(b.accepted)
	for _, v := range values {
		f := b.bridged[v.Name]
		if f == nil { // The component reads the field.
			continue
		}
		if f.Deprecated != "" {
			warnings = append(warnings, layers.Problem{Pos: v.Pos, Code: layers.Deprecated,
				Message: "--" + v.Name + " is deprecated: " + f.Deprecated})
		}
		text := b.setOne(f, v)
		before, again := b.accepted[v.Name]
		switch {
		case text == "":
			accepted[v.Name] = v
		case !again || b.setOne(f, before) == "":
			problems = append(problems, layers.Problem{Pos: v.Pos, Code: layers.BadComponent,
				Message: layers.Plain("--" + v.Name + ": " + text)})
		}
	}
	b.accepted = accepted
	return problems, warnings
}

// setOne sets a flag. It returns what is wrong with the value.
func (b *bridge[T]) setOne(f *pflag.Flag, v extension.FlagValue) string {
	switch {
	case v.Unfit:
		return "the value cannot be passed to this flag"
	case len(v.Arguments) > 0 || b.assign(v.Name, clearList) == nil:
	case !slices.Contains([]string{"", "[]", "map[]"}, f.Value.String()):
		return "an empty value cannot be passed to this flag, whose default is not empty"
	}
	for _, argument := range v.Arguments {
		err := b.assign(v.Name, func(value pflag.Value) error { return value.Set(argument) })
		switch {
		case err != nil && v.Secret:
			return "the value is not valid"
		case err != nil:
			return fmt.Sprintf("%q is not valid: %v", argument, err)
		}
	}
	return ""
}

// clearList makes the value of a flag an empty list.
func clearList(value pflag.Value) error {
	if list, ok := value.(pflag.SliceValue); ok {
		return list.Replace(nil)
	}
	return errors.ErrUnsupported
}

// inert is the value of a flag that is parsed and has no effect.
type inert struct{ kind, text string }

func (inert) Set(string) error   { return nil }
func (v inert) String() string   { return v.text }
func (v inert) Type() string     { return v.kind }
func (v inert) IsBoolFlag() bool { return v.kind == "bool" }
