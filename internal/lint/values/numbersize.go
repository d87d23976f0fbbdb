package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func numberSize() lint.Rule {
	return lint.Rule{
		Code:   "number-size",
		Source: lint.Conventions,
		NoFix:  lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !isNumber(field, "int", "int8", "int16") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is an %s", field.Path, field.Type.Base().Kind), "use int32 or int64")
		}),
	}
}
