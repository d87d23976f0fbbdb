package optional

import (
	"fmt"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/lint"
)

func optionalMarker() lint.Rule {
	return lint.Rule{
		Code: "optional-marker",
		Doc:  "A field says whether it is optional or required.",
		Detail: "The rule reports fields with omitempty that have neither +optional nor +required. Tools read omitempty as " +
			"optional; the fix writes that down, unless the comment demands a value.",
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
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if field.JSONName == "" || !omits(field) || field.Optional() || field.Required() {
				return nil
			}
			var edits []diag.Edit
			if !demanded(field) {
				edits = field.AddMarker("+optional")
			}
			return field.Found(fmt.Sprintf("%s has omitempty, and no marker says whether it is optional", field.Path),
				"add +optional, or +required if validation demands a value", edits...)
		}),
	}
}
