package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func bothPresences() rule.Rule {
	return rule.Rule{
		Code:   "optional-and-required",
		Source: lint.Conventions,
		NoFix:  lint.AuthorDecides,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if !field.Optional() || !field.Required() {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is marked both optional and required", field.Path), "keep one of the markers")
		}),
	}
}
