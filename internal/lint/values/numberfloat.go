package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func numberFloat() lint.Rule {
	return lint.Rule{
		Code:   "number-float",
		Doc:    "A number is an integer or a quantity, not a floating-point value.",
		Quote:  "Avoid floating-point values as much as possible, and never use them in spec.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// queryRate is the number of queries per second.\n" +
			"\t// +optional\n" +
			"\tQueryRate *float64 `json:\"queryRate,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// queryRate is the number of queries per second.\n" +
			"\t// +optional\n" +
			"\tQueryRate *resource.Quantity `json:\"queryRate,omitempty\"`\n}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !isNumber(field, "float32", "float64") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a %s, which does not keep its value in every encoding", field.Path,
				field.Type.Base().Kind), "use an integer with a unit in its name, or resource.Quantity")
		}),
	}
}
