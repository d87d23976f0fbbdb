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
		Short:             "Print the versions of configgen, of Kubernetes' generators in it, and of Go",
		Args:              none,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(t.env.Stdout, versionText())
			return err
		},
	}
}

// versionText is what version and --version print.
func versionText() string {
	text := fmt.Sprintf("configgen %s %s", moduleVersion(), runtime.Version())
	if info, ok := debug.ReadBuildInfo(); ok {
		text += generatorsIn(info)
	}
	return text
}

// generatorsIn is the version of Kubernetes' generators in a program, which decides on their output: that which the
// component's module of tools selects. It is empty if the program does not know.
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
