package status

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Exit statuses.
const (
	incomplete = 1
	failed     = 2
)

// exit is an error with the exit status of the process. Its text is printed unless it is empty.
type exit struct {
	error
	status int
}

func (e exit) ExitCode() int { return e.status }

// flags are the values of the command's flags.
type flags struct{ namespace, kubeconfig, output string }

// NewCommand returns the command status. Its error has the exit status 1 if the pool is not complete, and 2 if that
// cannot be said.
func NewCommand() *cobra.Command { return newCommand(connect) }

// newCommand is NewCommand with another way to connect.
func newCommand(connect func(flags) (client.Reader, string, error)) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "status POOL [-n NAMESPACE]",
		Short: "Says which instances of a pool differ from its configuration, why, and what to do",
		Long: "Says which instances of a pool differ from its configuration, why, and what to do next.\n" +
			"The exit status is 0 if all instances have the configuration, 1 if not, and 2 if that cannot be said.",
		DisableFlagsInUseLine: true, SilenceErrors: true, SilenceUsage: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit{errors.New("name one pool, as in config-fleet status POOL -n NAMESPACE"), failed}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			printer, ok := printers[f.output]
			if !ok {
				return exit{fmt.Errorf("invalid --output %q: must be json or yaml", f.output), failed}
			}
			reader, namespace, err := connect(f)
			if err != nil {
				return exit{err, failed}
			}
			return show(cmd, reader, client.ObjectKey{Namespace: namespace, Name: args[0]}, printer)
		},
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return exit{err, failed} })
	cmd.Flags().StringVarP(&f.namespace, "namespace", "n", "", "Namespace of the pool. (default that of the context)")
	cmd.Flags().StringVar(&f.kubeconfig, "kubeconfig", "",
		"Path of a kubeconfig file. (default $KUBECONFIG, ~/.kube/config or the service account of the pod)")
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "Format of the output: json or yaml. (default a table)")
	return cmd
}

// show prints what is known of a pool.
func show(cmd *cobra.Command, reader client.Reader, pool client.ObjectKey,
	printer func(*Summary) ([]byte, error)) error {
	s, err := read(cmd.Context(), reader, pool)
	if err != nil {
		return exit{err, failed}
	}
	text, err := printer(s)
	if err == nil {
		_, err = cmd.OutOrStdout().Write(text)
	}
	switch {
	case err != nil:
		return exit{err, failed}
	case !s.Complete:
		return exit{errors.New(""), incomplete}
	}
	return nil
}

// connect returns a client without a cache, and the namespace.
func connect(f flags) (client.Reader, string, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = f.kubeconfig
	loading := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, &clientcmd.ConfigOverrides{})
	server, err := loading.ClientConfig()
	switch {
	case clientcmd.IsEmptyConfig(err) && f.kubeconfig != "":
		return nil, "", fmt.Errorf("the kubeconfig file %s has no current-context: add it", f.kubeconfig)
	case clientcmd.IsEmptyConfig(err):
		return nil, "", errors.New("no cluster is configured: specify --kubeconfig, or set KUBECONFIG to a file that " +
			"exists and has a current-context")
	case err != nil:
		return nil, "", fmt.Errorf("the kubeconfig file cannot be used: %w", err)
	}
	namespace := f.namespace
	if namespace == "" {
		if namespace, _, err = loading.Namespace(); err != nil {
			return nil, "", err
		}
	}
	scheme, err := newScheme()
	if err != nil {
		return nil, "", err
	}
	reader, err := client.New(server, client.Options{Scheme: scheme})
	return reader, namespace, err
}
