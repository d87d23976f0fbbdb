package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func bothPresences() lint.Rule {
	return lint.Rule{
		Code:   "optional-and-required",
		Doc:    "A field is not marked both optional and required.",
		Quote:  "Fields must be either optional or required.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\t// +required\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		NoFix: lint.AuthorDecides,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !field.Optional() || !field.Required() {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is marked both optional and required", field.Path), "keep one of the markers")
		}),
	}
}
