package cli

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/configgen/configgen/diag"
)

// flagError adds the most similar flag to the error about an unknown flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near, ok := meant(unknown.GetSpecifiedName(), names); ok {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

// available returns the names of the commands directly below a command.
func available(cmd *cobra.Command) []string {
	var names []string
	for _, verb := range cmd.Commands() {
		if verb.IsAvailableCommand() {
			names = append(names, verb.Name())
		}
	}
	return names
}

// noSuchCommand refuses an argument in the place of a command.
func noSuchCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := available(root)
	if near, ok := meant(args[0], names); ok {
		return fmt.Errorf("unknown command %q; did you mean %s?", args[0], near)
	}
	return fmt.Errorf("unknown command %q; choose one of %s", args[0], strings.Join(names, ", "))
}

// atMostOne and none refuse arguments that a verb has no use for.
func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		if near, ok := meant(args[0], available(cmd)); ok {
			return fmt.Errorf("unknown command %q of %s; did you mean %s?", args[0], cmd.CommandPath(), near)
		}
		return fmt.Errorf("%s takes one argument at most; leave out %s", cmd.CommandPath(), strings.Join(args[1:], " "))
	}
	return nil
}

func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments; leave out %s", cmd.CommandPath(), strings.Join(args, " "))
	}
	return nil
}

// helpCommand is cobra's help command, except that it refuses unknown commands.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Show the help of a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err == nil && found == cmd.Root() {
				err = noSuchCommand(found, rest)
			}
			if err != nil {
				return err
			}
			return found.Help()
		},
	}
}

// meant returns the candidate that name is most likely a misspelling of.
func meant(name string, candidates []string) (string, bool) {
	for _, candidate := range candidates {
		if len(name) >= 3 && strings.HasPrefix(candidate, name) {
			return candidate, true
		}
	}
	near, distance := diag.Nearest(name, candidates)
	return near, distance >= 0 && distance <= 2 && distance < (len(name)+1)/2
}

// completeDirectories completes an argument or the value of a flag with directories.
func completeDirectories(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// complete sets how a shell completes the value of a flag that the command has.
func complete(cmd *cobra.Command, flag string, values cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, values); err != nil {
		panic(err) // cannot happen: the flag is defined
	}
}

// versionCommand says which configgen this is.
func versionCommand(t *tool) *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the versions of configgen, of Kubernetes' generators in it, and of Go",
		Args:              none,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(t.env.Stdout, versionText())
			return err
		},
	}
}

// versionText returns the output of version and --version.
func versionText() string {
	text := fmt.Sprintf("configgen %s %s", moduleVersion(), runtime.Version())
	if info, ok := debug.ReadBuildInfo(); ok {
		text += generatorsIn(info)
	}
	return text
}

// generatorsIn returns the version of Kubernetes' generators in a program, which decides on their output: that which
// the component's module of tools selects. It is empty if the program does not know.
func generatorsIn(info *debug.BuildInfo) string {
	for _, module := range info.Deps {
		if module.Path == "k8s.io/code-generator" {
			if module.Replace != nil {
				module = module.Replace
			}
			return " " + module.Path + " " + module.Version
		}
	}
	return ""
}

// modulePath is the path of configgen's own module.
const modulePath = "github.com/configgen/configgen"

// moduleVersion returns the version of configgen's module in this program, as the go command knows it: a tag, a
// pseudo-version, or (devel).
func moduleVersion() string {
	const development = "(devel)"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return development
	}
	own := &info.Main
	for _, module := range info.Deps { // a program with generators of its own
		if module.Path == modulePath {
			own = module
		}
	}
	if own.Replace != nil {
		own = own.Replace
	}
	return cmp.Or(own.Version, development)
}
