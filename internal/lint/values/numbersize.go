package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func numberSize() rule.Rule {
	return rule.Rule{
		Code:   "number-size",
		Source: lint.Conventions,
		NoFix:  lint.ChangesCode,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if !isNumber(field, "int", "int8", "int16") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is an %s", field.Path, field.Type.Base().Kind), "use int32 or int64")
		}),
	}
}
