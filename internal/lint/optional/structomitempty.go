package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func structOmitempty() lint.Rule {
	return lint.Rule{
		Code: "struct-omitempty",
		Doc:  "A struct does not have omitempty, which has no effect on it.",
		Detail: "metav1.Duration and resource.Quantity are structs, too. With omitzero, a struct without a " +
			"value is left out; Go 1.24 and later know it.",
		Quote: "Structs are not omitted from encoder output even where `omitempty` is specified, which is " +
			"messy.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// timeout is the time that a query may take.\n" +
			"\t// +optional\n" +
			"\tTimeout metav1.Duration `json:\"timeout,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// timeout is the time that a query may take.\n" +
			"\t// +optional\n" +
			"\tTimeout metav1.Duration `json:\"timeout,omitzero\"`\n}",
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !isStruct(field) || field.Embedded || !field.Option("omitempty") || field.Option("omitzero") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has omitempty, which has no effect on the struct %s", field.Path, field.Type),
				"write omitzero, or make it a pointer", field.AddOption("omitzero", "omitempty")...)
		}),
	}
}
