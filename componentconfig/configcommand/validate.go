package configcommand

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
)

// newValidate returns the verb validate.
func newValidate(a *client) *cobra.Command {
	var how extension.Inspection
	var strict bool
	var newer string
	var r report
	cmd := &cobra.Command{
		Use:   "validate [FILE|DIR...] [-- FLAG...]",
		Short: "Reports everything that the start would refuse",
		Long: "Reports all mistakes of all files and flags that the start would refuse, with their positions, and its " +
			"warnings.\nEach FILE is validated as the file of --config, with all DIRs as --config-dir, and with the flags " +
			"after the dashes.",
		Example: "  config validate /etc/relay.yaml\n  config validate site.conf.d -- --config=relay.yaml --port=54\n" +
			"  config validate --fragment 20-site.conf --output=github",
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			found, err := findingsOf(a, cmd, args, how)
			if err == nil && newer != "" {
				found, err = knownByNewer(found, newer)
			}
			if err != nil {
				return err
			}
			if strict {
				for i := range found {
					found[i].severity = isError
				}
			}
			return a.report(cmd, r, found)
		}),
	}
	cmd.Flags().BoolVar(&how.Fragment, "fragment", false,
		"Validate drop-in files alone: nothing that is missing is a mistake.")
	cmd.Flags().BoolVar(&strict, "warnings-as-errors", false, "Report warnings as errors.")
	cmd.Flags().StringVar(&newer, "newer-schema", "",
		"JSON Schema of a newer release: unknown fields that it has are named as such.")
	cmd.Flags().BoolVar(&how.Preflight, "preflight", false,
		"Check on this machine the files, directories and ports that the configuration names, too.")
	r.addFlag(cmd)
	return cmd
}

// findingsOf returns the findings of all starts that the arguments describe, each once.
func findingsOf(a *client, cmd *cobra.Command, args []string, how extension.Inspection) ([]finding, error) {
	operands, flags := split(cmd, args)
	switch {
	case how.Fragment && len(operands) == 0:
		return nil, errors.New("--fragment needs the drop-in files: specify FILE or DIR")
	case how.Preflight && how.Fragment:
		return nil, errors.New("--preflight checks a whole configuration: leave out --fragment")
	case how.Preflight && a.os != runtime.GOOS:
		return nil, fmt.Errorf("--preflight checks this machine, which runs %s: leave out --os", runtime.GOOS)
	}
	starts, err := a.starts(operands, flags)
	if err != nil {
		return nil, err
	}
	how.EachZero = true
	var all []finding
	for _, start := range starts {
		found, err := a.inspect(start, how)
		switch {
		case err != nil:
			return nil, err
		case len(found.Problems) > 0 && nothing(operands, flags, found):
			return nil, errors.New("specify what to validate: files, directories of drop-in files, or flags such as " +
				"--config=FILE after two dashes")
		}
		all = append(all, of(found)...)
	}
	return all, nil
}
