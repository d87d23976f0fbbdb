package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func numberFloat() lint.Rule {
	return lint.Rule{
		Code:   "number-float",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !isNumber(field, "float32", "float64") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a %s, which does not keep its value in every encoding", field.Path,
				field.Type.Base().Kind), "use an integer with a unit in its name, or resource.Quantity")
		}),
	}
}
