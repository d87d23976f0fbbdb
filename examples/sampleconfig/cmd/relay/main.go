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

	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command, err := newCommand(os.Args[1:])
	if err == nil {
		err = command.ExecuteContext(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "relay:", err)
		os.Exit(1)
	}
}

// newCommand returns the command, its flags bound to a configuration of defaults.
func newCommand(arguments []string) (*cobra.Command, error) {
	shared, err := options.NewRelayConfiguration()
	if err != nil {
		return nil, err
	}
	instance, err := options.NewRelayInstanceConfiguration()
	if err != nil {
		return nil, err
	}
	o := &settings{flags: options.NewRelayFlags(), shared: shared, instance: instance}

	command := &cobra.Command{
		Use:           "relay",
		Short:         "Answer DNS queries from hosts files, a cache and upstream servers",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := o.complete(arguments); err != nil {
				return err
			}
			if o.flags.PrintConfig != "" {
				return o.print(command.OutOrStdout())
			}
			return o.run(command.Context())
		},
	}
	command.SetArgs(arguments)
	sections := o.flagSets()
	for _, name := range sections.Order {
		command.Flags().AddFlagSet(sections.FlagSet(name))
	}
	cliflag.SetUsageAndHelpFunc(command, sections, 0)
	return command, nil
}
