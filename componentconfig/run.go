package componentconfig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/interrupt"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Command returns a cobra command, to execute or to add to another one. It loads the configuration and calls run. An
// error is printed to the error stream of the command, one problem a line, and returned, so that the program exits with
// a status other than 0. Cobra prints neither the error nor the usage.
func (l *Loader[T]) Command(run func(context.Context, *Loaded[T]) error) *cobra.Command {
	cmd := &cobra.Command{Use: l.name, Short: l.short, Long: strings.TrimSpace(l.short + "\n\n" + l.long),
		SilenceErrors: true}
	registered, set, err := l.begin(true)
	if err == nil {
		set.BeforeUsage = func() { registered.classify(); registered.restage() }
		if registered.hasSecretDefaults() {
			registered.classify()
		}
		set.Isolate(cmd)
	}
	cmd.DisableFlagParsing = true
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if ctx == nil {
			ctx = context.Background()
		}
		if set != nil {
			l.inherit(set.Inherited(cmd))
		}
		err := l.run(ctx, cmd, args, run)
		if err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), err) //nolint:errcheck // An error of the output cannot be reported.
		}
		return err
	}
	addSubcommands(l, cmd)
	return cmd
}

// addSubcommands adds the subcommands of the options.
func addSubcommands[T any](l *Loader[T], cmd *cobra.Command) {
	if l.plugs.Extension != nil {
		cmd.AddCommand(l.plugs.Extension.Command())
	}
	for _, c := range l.plugs.Subcommands {
		cmd.AddCommand(c.Command(l.plugs.Inspector))
	}
	for _, newCommand := range l.subcommands {
		cmd.AddCommand(newCommand())
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	l.mu.Lock()
	l.commands = names
	l.mu.Unlock()
	if cmd.HasSubCommands() {
		cmd.Args = cobra.ArbitraryArgs // The loader itself refuses arguments.
		cmd.CompletionOptions.HiddenDefaultCmd = true
	}
}

// Main runs the component with the arguments of the process and returns its exit status: 0, or 1 if anything is wrong.
// A subcommand can have other statuses: its error has the method ExitCode.
//
// Main catches SIGTERM and SIGINT from its first instruction on. The first of them cancels the context of run, which
// should then return nil; before run is called, it ends the process with status 0. Another one ends a component that
// does not stop, unless dynamic configuration is in use. SIGHUP reads the configuration files again, as [Loader.Reload]
// does, unless the process was started to ignore it, as nohup does; one that arrives during the start does so once run
// is called. Subcommands, and flags that only show the configuration, keep the default effect of all these signals.
func (l *Loader[T]) Main(run func(context.Context, *Loaded[T]) error) int {
	l.guard = interrupt.New()
	root := l.Command(run)
	if cmd, _, err := root.Find(os.Args[1:]); err != nil || cmd != root {
		l.guard.Die()
	}
	cmd, err := root.ExecuteC()
	var printed extension.Exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &printed):
		return printed.Status
	case cmd == root:
		return 1
	}
	if text := err.Error(); text != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), text) //nolint:errcheck // An error of the output cannot be reported.
	}
	var exit interface{ ExitCode() int }
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 1
}

// inherit makes the persistent flags of the parents of the command known.
func (l *Loader[T]) inherit(flags *pflag.FlagSet) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inherited = flags
}

func (l *Loader[T]) run(ctx context.Context, cmd *cobra.Command, args []string,
	run func(context.Context, *Loaded[T]) error) error {
	guard := guarded(l)
	defer guard.Close()
	loaded, err := start(l, args, run != nil)
	switch {
	case errors.Is(err, errVersion):
		_, err := fmt.Fprintln(cmd.OutOrStdout(), l.name, l.version)
		return err
	case errors.Is(err, ErrHelp):
		return cmd.Help()
	case err != nil:
		return err
	}
	copyFlags(loaded, cmd.Flags())
	for _, w := range loaded.Warnings.internal().Limited() {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+w.String()) //nolint:errcheck // A warning must not stop anything.
	}
	if done, err := loaded.show(cmd.OutOrStdout(), cmd.ErrOrStderr()); done || err != nil {
		return err
	}
	if run == nil {
		return nil
	}
	ctx, stop := guard.Context(ctx)
	defer stop()
	defer guard.Hangups(func() { l.hangUp(ctx) })()
	if loaded.session == nil {
		return run(ctx, loaded)
	}
	return loaded.session.Run(ctx, cmd.ErrOrStderr(), func(ctx context.Context) error { return run(ctx, loaded) })
}

// guarded is the guard of this run: the guard of Main, or a new one.
func guarded[T any](l *Loader[T]) *interrupt.Guard {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.guard == nil || l.guard.Over() {
		l.guard = interrupt.New()
	}
	return l.guard
}

// copyFlags gives the flags of a command the values of the command line, except for secrets.
func copyFlags[T any](l *Loaded[T], into *pflag.FlagSet) {
	l.flagging.Lock()
	defer l.flagging.Unlock()
	for _, section := range l.set.Order {
		l.set.FlagSets[section].VisitAll(func(f *pflag.Flag) {
			if known := into.Lookup(f.Name); known != nil && f.Changed && !l.hides(f.Name) {
				known.Value, known.Changed = f.Value, true
			}
		})
	}
}

// hasSecretDefaults reports whether the default of a secret is not zero, so that documentation of flags would show it.
func (l *Loaded[T]) hasSecretDefaults() bool {
	return slices.ContainsFunc(l.candidates, func(c *candidate) bool { return len(c.flags.defaultSecrets()) > 0 })
}

// shows reports whether the component only shows its configuration, and exits.
func (l *Loaded[T]) shows() bool {
	return l.flags.explain || l.flags.writeTo != "" || l.flags.writeInstanceTo != ""
}

// show does what --explain-config and --write-config-to ask for. done reports whether the component exits then.
func (l *Loaded[T]) show(stdout, stderr io.Writer) (done bool, err error) {
	if l.flags.explain {
		for _, c := range l.candidates {
			if err := c.partial(); err != nil {
				return true, err
			}
		}
		_, err := io.WriteString(stdout, l.Explain())
		return true, err
	}
	for i, file := range []string{l.flags.writeTo, l.flags.writeInstanceTo} {
		if file == "" {
			continue
		}
		secrets, err := writeFile(l.candidates[i], l.judge(), file)
		if err != nil {
			return true, err
		}
		if len(secrets) > 0 {
			//nolint:errcheck // A warning must not stop anything.
			fmt.Fprintf(stderr, "warning: secrets are not written to %s: %s\n", file, strings.Join(secrets, ", "))
		}
		done = true
	}
	return done, nil
}

// Explain returns the effective configuration in the newest version as YAML, every leaf with its origins in a comment.
// Secrets are masked. The files are listed at the end. Of a configuration that cannot be converted to a version it
// returns what the files give.
func (l *Loaded[T]) Explain() string {
	shown, err := l.showIn("")
	if err != nil {
		return "# The configuration is not shown: " + layers.Plain(err.Error()) + "\n"
	}
	var docs []string
	for _, root := range shown {
		reason := ""
		if root.Partial != "" {
			reason = "# Flags are not shown: " + root.Partial + "\n"
		}
		docs = append(docs, reason+root.Explained().Commented())
	}
	return strings.Join(docs, "---\n") + layers.FileComments(filesOf(l.candidates).names, l.Skipped)
}
