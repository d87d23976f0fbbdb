package optional

import (
	"fmt"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func optionalMarker() rule.Rule {
	return rule.Rule{
		Code:   "optional-marker",
		Source: lint.Conventions,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
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
