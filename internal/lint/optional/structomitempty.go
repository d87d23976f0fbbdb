package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func structOmitempty() rule.Rule {
	return rule.Rule{
		Code:   "struct-omitempty",
		Source: lint.Conventions,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if !isStruct(field) || field.Embedded || !field.Option("omitempty") || field.Option("omitzero") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has omitempty, which has no effect on the struct %s", field.Path, field.Type),
				"write omitzero, or make it a pointer", field.AddOption("omitzero", "omitempty")...)
		}),
	}
}
