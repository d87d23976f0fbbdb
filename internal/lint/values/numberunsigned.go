package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func numberUnsigned() lint.Rule {
	return lint.Rule{
		Code: "number-unsigned",
		Doc:  "An integer is signed, and validation refuses negative values.",
		Quote: "Do not use unsigned integers, due to inconsistent support across languages and libraries. " +
			"Just validate that the integer is non-negative if that's the case.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *uint32 `json:\"workers,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\t// +k8s:minimum=0\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n}",
		NoFix: lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !isNumber(field, "uint", "uint8", "uint16", "uint32", "uint64") || field.Type.Base().Kind == "uint8" &&
				field.Type.Kind == "slice" { // bytes
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a %s", field.Path, field.Type.Base().Kind),
				"use int32 or int64 with +k8s:minimum=0")
		}),
	}
}
