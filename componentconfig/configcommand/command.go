package configcommand

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// WithCommand adds the command config to Loader.Command. The first argument of a component with arguments
// (componentconfig.WithArguments) can then not be config.
func WithCommand() componentconfig.Option {
	return extension.Option[componentconfig.Option](func(plugs *extension.Options) {
		plugs.Subcommands = append(plugs.Subcommands, subcommand{})
	})
}

// subcommand implements extension.Subcommand.
type subcommand struct{}

// Command returns the command.
func (subcommand) Command(i extension.Inspector) *cobra.Command {
	return newCommand(&client{Inspector: i})
}

// New returns the command config of a loader, for a component that does not use Loader.Command.
func New[T any](l *componentconfig.Loader[T]) *cobra.Command {
	return subcommand{}.Command(extension.Of(l).Inspector)
}

// Run is the command config as a function: it answers the arguments that follow config on a command line, such as
// validate and the name of a file, and returns the exit status.
func Run[T any](ctx context.Context, l *componentconfig.Loader[T], args []string, stdout, stderr io.Writer) int {
	cmd := New(l)
	cmd.SetArgs(append([]string{}, args...)) // Of nil, cobra makes the arguments of the process.
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	return statusOf(cmd.ExecuteContext(ctx))
}

// Exit statuses.
const (
	clean = iota
	findings
	failed
)

func statusOf(err error) int {
	var exit extension.Exit
	switch {
	case err == nil:
		return clean
	case errors.As(err, &exit):
		return exit.Status
	}
	return failed
}

// client answers the questions of operators.
type client struct {
	extension.Inspector
	// os is the operating system whose fields exist.
	os string
	// component and known are what was asked before.
	component *extension.Component
	known     []field
}

// Component returns what is known without any file.
func (a *client) Component() (*extension.Component, error) {
	if a.component != nil {
		return a.component, nil
	}
	var err error
	a.component, err = a.Inspector.Component()
	return a.component, err
}

// verbs are the subcommands.
func (a *client) verbs() []*cobra.Command {
	return []*cobra.Command{
		newValidate(a),
		newPrint(a),
		newCat(a),
		newExplain(a),
		newDiff(a),
		newReload(a),
		newWait(a),
		newMigrate(a),
		newSchema(a),
		newSample(a),
		newCapabilities(a),
	}
}

func newCommand(a *client) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Validates and shows the configuration, also that of running processes",
		Long: "Answers questions about the configuration as a start would, without starting the component, and about that " +
			"of\nrunning processes.\nThe flags of the component follow two dashes, as in config print -- --config=FILE.",
		SilenceUsage: true, SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	cmd.PersistentFlags().StringVar(&a.os, "os", "",
		"Operating system whose fields exist; flags are those of this one. (default this one)")
	completeWith(cmd, "os", systems...)
	cmd.AddCommand(a.verbs()...)
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = a.run(func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		var known []string
		for _, verb := range cmd.Commands() {
			known = append(known, verb.Name())
		}
		return fmt.Errorf("unknown command %q; %s", args[0], choose(args[0], known))
	})
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return a.fail(cmd, a.flagError(cmd, err)) })
	help := new(cobra.Command).HelpFunc()
	cmd.SetHelpFunc(func(verb *cobra.Command, args []string) {
		verb.Example = strings.ReplaceAll(verb.Example, "  config ", "  "+cmd.CommandPath()+" ")
		help(verb, args)
	})
	for _, verb := range cmd.Commands() {
		verb.DisableFlagsInUseLine, verb.SilenceUsage, verb.SilenceErrors = true, true, true
	}
	return cmd
}

// completeWith completes the value of a flag with some words.
func completeWith(cmd *cobra.Command, flag string, words ...string) {
	//nolint:errcheck // The command has the flag.
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// systems are the operating systems that Go knows.
var systems = []string{"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd",
	"openbsd", "plan9", "solaris", "wasip1", "windows"}

// run makes a RunE of a verb. The error of do is printed, and its status is 2, except errFindings and an
// extension.Exit.
func (a *client) run(do func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if a.os = cmp.Or(a.os, runtime.GOOS); !slices.Contains(systems, a.os) {
			return a.fail(cmd, fmt.Errorf("--os=%s: unknown operating system; %s", a.os, choose(a.os, systems)))
		}
		err := do(cmd, args)
		var exit extension.Exit
		switch {
		case errors.Is(err, errFindings):
			return extension.Exit{Status: findings}
		case err == nil, errors.As(err, &exit):
			return err
		}
		return a.fail(cmd, err)
	}
}

// errFindings is the error of a verb that has printed findings.
var errFindings = errors.New("there are findings")

// fail prints why a question could not be answered.
func (a *client) fail(cmd *cobra.Command, err error) error {
	fmt.Fprintln(cmd.ErrOrStderr(), "error: "+err.Error()) //nolint:errcheck // An error of the output cannot be reported.
	return extension.Exit{Status: failed}
}

// choose advises what to write in place of an unknown name.
func choose(name string, known []string) string {
	if nearest := schema.Nearest(name, known); nearest != "" {
		return fmt.Sprintf("did you mean %q?", nearest)
	}
	return "choose one of " + strings.Join(known, ", ")
}

// flagError is the error of a flag that the command does not have. Most are flags of the component.
func (a *client) flagError(cmd *cobra.Command, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	component, describeErr := a.Component()
	if !unknown || describeErr != nil || !slices.Contains(component.Flags, name) {
		return fmt.Errorf("%w; %s --help lists the flags", err, cmd.CommandPath())
	}
	return fmt.Errorf("--%s is a flag of %s: specify it after two dashes, as in %s -- --%s", name, component.Name,
		cmd.CommandPath(), name)
}
