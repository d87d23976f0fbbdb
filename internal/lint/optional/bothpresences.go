package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func bothPresences() lint.Rule {
	return lint.Rule{
		Code:   "optional-and-required",
		Source: lint.Conventions,
		NoFix:  lint.AuthorDecides,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !field.Optional() || !field.Required() {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is marked both optional and required", field.Path), "keep one of the markers")
		}),
	}
}
