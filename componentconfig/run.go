package componentconfig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// Command returns a cobra command, to be executed or to be added to another as a subcommand. It loads the
// configuration and calls run. Whatever goes wrong is printed to the command's error stream, one problem a line, and
// comes back as an error, so that the program exits with a status that is not 0; cobra prints neither it nor the usage.
func (l *Loader[T]) Command(run func(context.Context, *Loaded[T]) error) *cobra.Command {
	cmd := &cobra.Command{Use: l.name, Short: l.short, Long: strings.TrimSpace(l.short + "\n\n" + l.long), SilenceErrors: true}
	l.mu.Lock()
	_, set, err := l.begin(true)
	l.mu.Unlock()
	if err == nil {
		set.Isolate(cmd)
	}
	cmd.DisableFlagParsing = true
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if ctx == nil {
			ctx = context.Background()
		}
		err := l.run(ctx, cmd, args, run)
		if err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), err) //nolint:errcheck // there is nowhere else to say it
		}
		return err
	}
	if l.dynamic != nil {
		cmd.Args = cobra.ArbitraryArgs // the loader says itself that it takes flags only
		cmd.CompletionOptions.DisableDefaultCmd = true
		cmd.AddCommand(l.dynamic.command())
	}
	return cmd
}

// Main runs the component with the arguments of the process and returns its exit status: 0, or 1 if anything is wrong.
// With dynamic configuration in use it catches SIGTERM and SIGINT, ends the context of run by them, and gives the attempt of
// a trial back; without, they do what they do to any program, and are run's to catch.
func (l *Loader[T]) Main(run func(context.Context, *Loaded[T]) error) int {
	root := l.Command(run)
	cmd, err := root.ExecuteC()
	if err == nil {
		return 0
	}
	if cmd != root {
		fmt.Fprintln(cmd.ErrOrStderr(), err) //nolint:errcheck // there is nowhere else to say it
	}
	return 1
}

func (l *Loader[T]) run(ctx context.Context, cmd *cobra.Command, args []string, run func(context.Context, *Loaded[T]) error) error {
	loaded, err := l.Load(args)
	if errors.Is(err, ErrHelp) {
		return cmd.Help()
	}
	if err != nil {
		return err
	}
	for _, w := range loaded.Warnings {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+w) //nolint:errcheck // a warning must not stop anything
	}
	if done, err := loaded.show(cmd.OutOrStdout(), cmd.ErrOrStderr()); done || err != nil {
		return err
	}
	if run == nil {
		return nil
	}
	if loaded.Dynamic == nil {
		return run(ctx, loaded)
	}
	return loaded.Dynamic.beside(ctx, cmd.ErrOrStderr(), func(ctx context.Context) error { return run(ctx, loaded) })
}

// shows says whether the component only shows its configuration, and exits.
func (l *Loaded[T]) shows() bool {
	return l.flags.explain || l.flags.writeTo != "" || l.flags.writeInstanceTo != ""
}

// show does what --explain-config and --write-config-to ask for, after which the component exits.
func (l *Loaded[T]) show(stdout, stderr io.Writer) (done bool, err error) {
	if l.flags.explain {
		_, err := io.WriteString(stdout, l.Explain())
		return true, err
	}
	for i, file := range []string{l.flags.writeTo, l.flags.writeInstanceTo} {
		if file == "" {
			continue
		}
		left, err := write(l.builds()[i], file)
		if err != nil {
			return true, err
		}
		if len(left) > 0 {
			fmt.Fprintf(stderr, "warning: secrets were left out of %s: %s\n", file, strings.Join(left, ", ")) //nolint:errcheck // a warning must not stop anything
		}
		done = true
	}
	return done, nil
}

// Explain is the effective configuration in the newest version as YAML, every leaf with its origins in a comment.
// Secrets are masked.
func (l *Loaded[T]) Explain() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var docs []string
	for _, b := range l.builds() {
		origins := b.origins()
		docs = append(docs, emit(masked(b.display(), nil, b.secret), func(path string) string {
			if o, ok := origins[path]; ok {
				return describe(o)
			}
			return ""
		}))
	}
	return strings.Join(docs, "---\n")
}

// write writes the effective configuration to a file, whole or not at all. It returns the secrets that it left out.
func write(b build, file string) (left []string, err error) {
	tree, left, err := b.written()
	if err != nil {
		return nil, err
	}
	text := emit(tree, nil)
	if len(left) > 0 {
		text = "# Left out, because they are secrets: " + strings.Join(left, ", ") + "\n" + text
	}
	if err := replace(file, text); err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, Problems{{File: file, Message: "the configuration cannot be written: " + err.Error()}}
	}
	return left, nil
}

// replace writes a file whole or not at all. A device such as /dev/stdout is written to, not replaced.
func replace(file, text string) error {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(file, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.WriteString(text)
		return errors.Join(err, f.Close())
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".config-*")
	if err != nil {
		return err
	}
	_, err = tmp.WriteString(text)
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		os.Remove(tmp.Name()) //nolint:errcheck // the first error counts
	}
	return err
}
