package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func numberUnsigned() rule.Rule {
	return rule.Rule{
		Code:   "number-unsigned",
		Source: lint.Conventions,
		NoFix:  lint.ChangesCode,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if !isNumber(field, "uint", "uint8", "uint16", "uint32", "uint64") || field.Type.Base().Kind == "uint8" &&
				field.Type.Kind == "slice" { // bytes
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a %s", field.Path, field.Type.Base().Kind),
				"use int32 or int64 with +k8s:minimum=0")
		}),
	}
}
