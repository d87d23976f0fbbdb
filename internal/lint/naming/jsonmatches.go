package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/lint"
)

func jsonMatches() lint.Rule {
	return lint.Rule{
		Code:   "json-matches",
		Doc:    "A field has the same name in Go and in a file.",
		Detail: "The rule ignores case, hyphens, underscores and embedded structs.",
		Quote:  "Other than capitalization of the initial letter, the two should almost always match.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\tBindAddress string `json:\"address,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// bindAddress is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\tBindAddress string `json:\"bindAddress,omitempty\"`\n}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			name := strings.NewReplacer("-", "", "_", "").Replace(field.JSONName)
			if name == "" || field.Embedded || strings.EqualFold(name, field.Name) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has the JSON name %q", field.Path, field.JSONName),
				fmt.Sprintf("rename the field in Go, or call it %s in the next version", flagtext.JSON(field.Name)))
		}),
	}
}
