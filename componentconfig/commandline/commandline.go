package commandline

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// flags is the flags of a component, which parses them itself.
type flags interface {
	// all returns the flags of the component. Their values are those of the component.
	all() []*pflag.Flag
	// register adds a flag that has no effect when the component parses it.
	register(f *pflag.Flag)
	// parse parses a command line like the component does, but calls set in place of the values. It returns the
	// arguments that are not flags. It returns an error if the component does not run with this command line.
	parse(args []string, set func(f *pflag.Flag, value string) error) (rest []string, err error)
	// set sets a flag for the component. It returns the error of the value.
	set(name, value string) error
	// hasCommand reports whether the component has a subcommand.
	hasCommand(name string) bool
	// status is the exit status of the component if a value is wrong.
	status() int
}

// Load registers the flags of the loader, loads the configuration of a command line, and sets the flags that files set
// and the command line does not. Call it once, right before the component parses its flags. set is its flags, or the
// cobra command that has them. args are the arguments that the component parses; for a cobra command, those of its
// root. name, root and options are those of componentconfig.New.
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
		return goFlags{s}
	case *pflag.FlagSet:
		return pFlags{s}
	case *cobra.Command:
		return &command{cmd: s, target: s}
	}
	panic(fmt.Sprintf("Load was called with a %T", set))
}

// load returns no configuration if the process is to exit with a status.
func load[T any](set flags, args []string, stdout, stderr io.Writer, name string, root binding.Root[T],
	options ...componentconfig.Option) (*componentconfig.Loaded[T], int) {
	b := &bridge[T]{flags: set, stdout: stdout, stderr: stderr,
		others: pflag.NewFlagSet(name, pflag.ContinueOnError), own: map[string]bool{}}
	b.loader = componentconfig.New(name, root, append(slices.Clip(options), componentconfig.WithExactFlagNames(),
		componentconfig.WithFlags(func(fs *pflag.FlagSet) { fs.AddFlagSet(b.others) }))...)
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
	// others are the flags of the component that are not configuration, as the loader knows them.
	others *pflag.FlagSet
	// own are the names of the flags that the component does not register.
	own map[string]bool
}

// register makes the flags of the component known to the loader, and those of the loader to the component.
func (b *bridge[T]) register(root binding.Root[T]) error {
	bridged, err := flagsOf(root)
	if err != nil {
		return err
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
			switch registered := component[f.Name] != nil; {
			case f.Name == "help":
			case !registered:
				b.own[f.Name] = true
				b.flags.register(f)
			case !bridged[f.Name]:
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

// flagsOf returns the names of the flags of a root.
func flagsOf[T any](root binding.Root[T]) (map[string]bool, error) {
	config, err := root.New()
	if err != nil {
		return nil, err
	}
	var sets cliflag.NamedFlagSets
	switch {
	case root.AddFlagSets != nil:
		root.AddFlagSets(&sets, config)
	case root.AddFlags != nil:
		root.AddFlags(sets.FlagSet(""), config)
	}
	names := map[string]bool{}
	for _, section := range sets.Order {
		sets.FlagSets[section].VisitAll(func(f *pflag.Flag) { names[f.Name] = true })
	}
	return names, nil
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
		cmd.SetErr(b.stderr)
		return nil, b.answer(cmd, args)
	}
	flags, _, err := b.canonical(args)
	if err != nil {
		return b.defaults(), 0
	}
	cmd.SetArgs(flags)
	if err = cmd.Execute(); err != nil && b.refuses(args) {
		return b.defaults(), 0
	}
	b.stderr.Write(printed.Bytes()) //nolint:errcheck // An error of the output cannot be reported.
	switch {
	case err != nil:
		return nil, b.status()
	case loaded == nil:
		return nil, 0
	}
	if !b.setAll(loaded.FlagValues(extension.Access{})) {
		return nil, b.status()
	}
	return loaded, 0
}

// canonical returns the flags of a command line in the form that the loader parses, and the other arguments.
func (b *bridge[T]) canonical(args []string) (flags, rest []string, err error) {
	flags = []string{} // Of nil, cobra makes the arguments of the process.
	rest, err = b.parse(args, func(f *pflag.Flag, value string) error {
		flags = append(flags, "--"+f.Name+"="+value)
		return nil
	})
	return flags, rest, err
}

// refuses reports whether the component refuses its command line.
func (b *bridge[T]) refuses(args []string) bool {
	_, err := b.parse(args, func(f *pflag.Flag, value string) error { return f.Value.Set(value) })
	return err != nil
}

// answer runs a subcommand of the loader, such as config, and returns its exit status. The flags of the component are
// after two dashes.
func (b *bridge[T]) answer(cmd *cobra.Command, args []string) int {
	if at := slices.Index(args, "--"); at >= 0 {
		flags, rest, err := b.canonical(args[at+1:])
		if err != nil {
			fmt.Fprintln(b.stderr, "error:", err) //nolint:errcheck // An error of the output cannot be reported.
			return misused
		}
		args = slices.Concat(args[:at+1], flags, rest)
	}
	cmd.SetArgs(args)
	err := cmd.Execute()
	var exit extension.Exit
	switch {
	case errors.As(err, &exit):
		return exit.Status
	case err != nil:
		fmt.Fprintln(b.stderr, "error:", err) //nolint:errcheck // An error of the output cannot be reported.
		return misused
	}
	return 0
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

// setAll sets the flags that files set. It prints all values that the component refuses, and reports whether there are
// none.
func (b *bridge[T]) setAll(values []extension.FlagValue) bool {
	component := map[string]*pflag.Flag{}
	for _, f := range b.all() {
		component[f.Name] = f
	}
	var problems layers.Problems
	for _, v := range values {
		f := component[v.Name]
		if f == nil || b.own[v.Name] {
			continue
		}
		if f.Deprecated != "" {
			warning := layers.Problem{Pos: v.Pos, Message: "warning: --" + v.Name + " is deprecated: " + f.Deprecated}
			fmt.Fprintln(b.stderr, warning) //nolint:errcheck // A warning must not stop anything.
		}
		if text := b.setOne(f, v); text != "" {
			problems = append(problems, layers.Problem{Pos: v.Pos, Message: layers.Plain("--" + v.Name + ": " + text)})
		}
	}
	for _, p := range problems.Sorted().Limited() {
		fmt.Fprintln(b.stderr, p) //nolint:errcheck // An error of the output cannot be reported.
	}
	return len(problems) == 0
}

// setOne sets a flag. It returns what is wrong with the value.
func (b *bridge[T]) setOne(f *pflag.Flag, v extension.FlagValue) string {
	if v.Unfit {
		return "the value cannot be passed to this flag"
	}
	arguments := v.Arguments
	if len(arguments) == 0 {
		switch {
		case slices.Contains([]string{"", "[]", "map[]"}, f.Value.String()):
			return ""
		case f.Value.Type() != "stringSlice":
			return "an empty list cannot be passed to this flag"
		}
		arguments = []string{""}
	}
	for _, argument := range arguments {
		switch err := b.set(v.Name, argument); {
		case err != nil && v.Secret:
			return "the value is not valid"
		case err != nil:
			return fmt.Sprintf("%q is not valid: %v", argument, err)
		}
	}
	return ""
}

// inert is the value of a flag that is parsed and has no effect.
type inert struct{ kind, text string }

func (inert) Set(string) error   { return nil }
func (v inert) String() string   { return v.text }
func (v inert) Type() string     { return v.kind }
func (v inert) IsBoolFlag() bool { return v.kind == "bool" }
