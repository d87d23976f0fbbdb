package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func structOmitempty() lint.Rule {
	return lint.Rule{
		Code:   "struct-omitempty",
		Source: lint.Conventions,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !isStruct(field) || field.Embedded || !field.Option("omitempty") || field.Option("omitzero") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has omitempty, which has no effect on the struct %s", field.Path, field.Type),
				"write omitzero, or make it a pointer", field.AddOption("omitzero", "omitempty")...)
		}),
	}
}
