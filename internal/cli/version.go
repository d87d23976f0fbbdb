package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionCommand says which configgen this is.
func versionCommand(t *tool) *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "Print the version of configgen and of the Go that built it",
		Args:              none,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(t.env.Stdout, versionText())
			return err
		},
	}
}

// versionText is what version and --version print.
func versionText() string { return fmt.Sprintf("configgen %s %s", moduleVersion(), runtime.Version()) }

// modulePath is the path of configgen's own module.
const modulePath = "github.com/configgen/configgen"

// moduleVersion is the version of configgen's module in this program, as the go command knows it: a tag, a
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
