package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func numberSize() lint.Rule {
	return lint.Rule{
		Code: "number-size",
		Doc:  "An integer has the same size on every platform.",
		Quote: "All public integer fields MUST use the Go `(u)int32` or Go `(u)int64` types, not `(u)int` " +
			"(which is ambiguous depending on target platform).",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int `json:\"workers,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n}",
		NoFix: lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !isNumber(field, "int", "int8", "int16") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is an %s", field.Path, field.Type.Base().Kind), "use int32 or int64")
		}),
	}
}
