package optional

import (
	"fmt"

	"github.com/configgen/configgen/lint"
)

func optionalMarker() lint.Rule {
	return lint.Rule{
		Code:   "optional-marker",
		Doc:    "A field says whether it is optional or required.",
		Detail: "The rule reports fields with omitempty that have neither +optional nor +required.",
		Quote: "This is expected to change in the future, and new fields should explicitly set either an " +
			"`+optional` or `+required` comment tag.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		Fixes: true,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if field.JSONName == "" || !omits(field) || field.Optional() || field.Required() {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has omitempty, and no marker says whether it is optional", field.Path),
				"add +optional", field.AddMarker("+optional")...)
		}),
	}
}
