package layout

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/configgen/configgen/internal/lint"
)

func flagOnly() lint.Rule {
	return lint.Rule{
		Code: "flag-only",
		Doc:  "What a flag sets, a file can set, too.",
		Detail: "The rule reports the flags of +flags structs, but for deprecated ones and for those that " +
			"say where files are or that print something, such as --config and --version.",
		Quote: "Leaving some parameters as flags while the rest are exposed via ComponentConfig results in " +
			"an inconsistent API surface, and an inconsistent API versioning policy.",
		Source: lint.Instance,
		Bad: "// +flags\n" +
			"type RelayFlags struct {\n" +
			"\t// Workers is the number of workers.\n" +
			"\t// +flag=workers\n" +
			"\tWorkers int32\n" +
			"}\n" +
			"\n" +
			"type RelayConfiguration struct {\n" +
			"\t// bindAddress is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\tBindAddress string `json:\"bindAddress,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// bindAddress is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\tBindAddress string `json:\"bindAddress,omitempty\"`\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\t// +flag=workers\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFlags,
		Check: lint.Flags(func(f lint.Flag) []lint.Finding {
			if f.Field == nil || len(f.Group.Roots) == 0 || !slices.Contains(f.Group.FlagStructs, f.Root) ||
				f.Deprecated != "" || commandName.MatchString(f.Name) {
				return nil
			}
			return f.Found(fmt.Sprintf("the flag --%s sets something that no file can set", f.Name),
				"move the field into the configuration, or into one with +config(scope: instance)")
		}),
	}
}

// commandName matches flags that belong to the command line itself.
var commandName = regexp.MustCompile(
	`^(config|instance-config|dynamic-config|write-config|version|help|cleanup|dry-run|print|explain)`)
