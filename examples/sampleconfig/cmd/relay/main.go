// Command relay is a DNS server at the edge of a network. It shows how a component is put together from what configgen
// generates: see README.md two folders up.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	cliflag "k8s.io/component-base/cli/flag"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := execute(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "relay:", err)
		os.Exit(1)
	}
}

func execute(ctx context.Context, arguments []string) error {
	s, err := newSettings()
	if err != nil {
		return err
	}
	return newCommand(s, arguments).ExecuteContext(ctx)
}

// newCommand returns the command, whose flags set s.
func newCommand(s *settings, arguments []string) *cobra.Command {
	command := &cobra.Command{
		Use:           "relay",
		Long:          "The relay answers DNS queries from hosts files and a cache, and forwards the others to upstream servers.",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := s.complete(arguments); err != nil {
				return err
			}
			if s.flags.PrintConfig != "" {
				return s.print(command.OutOrStdout())
			}
			return s.run(command.Context())
		},
	}
	command.SetArgs(arguments)
	command.SetGlobalNormalizationFunc(cliflag.WordSepNormalizeFunc)
	sections := s.flagSets()
	for _, name := range sections.Order {
		command.Flags().AddFlagSet(sections.FlagSet(name))
	}
	cliflag.SetUsageAndHelpFunc(command, sections, 0)
	return command
}
