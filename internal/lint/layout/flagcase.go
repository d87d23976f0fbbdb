package layout

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
)

func flagCase() lint.Rule {
	return lint.Rule{
		Code:   "flag-case",
		Doc:    "The name of a flag is in lower case, with hyphens between words.",
		Quote:  "Flags are all lowercase, with words separated by hyphens",
		Source: lint.Commands,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// bindAddress is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\t// +flag=bind_address\n" +
			"\tBindAddress string `json:\"bindAddress,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// bindAddress is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\t// +flag=bind-address\n" +
			"\tBindAddress string `json:\"bindAddress,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFlags,
		Check: lint.Flags(func(f lint.Flag) []lint.Finding {
			if flagName.MatchString(f.Name) {
				return nil
			}
			return f.Found(fmt.Sprintf("the flag --%s is not in lower case with hyphens", f.Name),
				"add a flag with another name, and deprecate this one")
		}),
	}
}

var flagName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
