package dynamic

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

func newDigestCommand() *cobra.Command {
	var key string
	cmd := &cobra.Command{
		Use:   "digest FILE",
		Short: "Prints the digest that a file has as a configuration, for example for a ConfigAssignment",
		Long: "Prints the digest that a file has as a configuration, for example for a ConfigAssignment. It depends on the " +
			"content and on the name of the file, or of the key of a ConfigMap.",
		Args: one("file, as in digest FILE --key KEY"),
		RunE: func(c *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			if key == "" {
				key = filepath.Base(args[0])
			}
			p, err := NewPayload(map[string][]byte{key: data})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), p.Digest())
			return err
		},
	}
	cmd.Flags().StringVar(&key, "key", "",
		"Key of the ConfigMap that the file is written to. Default: the name of the file.")
	return cmd
}
