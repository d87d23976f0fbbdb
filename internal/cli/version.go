package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionCommand says which configgen this is.
func (t *tool) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version of configgen and of the Go that built it",
		Args:              none,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(t.env.Stdout, "configgen %s %s\n", moduleVersion(), runtime.Version())
			return err
		},
	}
}

// moduleVersion is the version of the module as the go command knows it: a tag, a pseudo-version, or (devel).
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
