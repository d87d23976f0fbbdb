package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func numberFloat() rule.Rule {
	return rule.Rule{
		Code:   "number-float",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if !isNumber(field, "float32", "float64") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a %s, which does not keep its value in every encoding", field.Path,
				field.Type.Base().Kind), "use an integer with a unit in its name, or resource.Quantity")
		}),
	}
}
