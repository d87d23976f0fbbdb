package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func optionalOmitempty() lint.Rule {
	return lint.Rule{
		Code: "optional-omitempty",
		Doc:  "An optional field has omitempty, so that it is not written when it is not set.",
		Detail: "The rule reports pointers, which are written as null, and values that are marked " +
			"+optional. Structs and lists have rules of their own. A comment that demands a value exempts a field that " +
			"is not marked.",
		Quote:  "They are marked with the `omitempty` json struct tag in the Go definition.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n}",
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			pointer := field.Type.Kind == "pointer"
			if field.JSONName == "" || !field.Tagged() || demanded(field) || omits(field) || field.Nilable() ||
				!pointer && (!field.Optional() || isStruct(field)) {
				return nil
			}
			what := "is optional and does not have omitempty"
			if pointer {
				what = "is a pointer without omitempty, which is written as null when it is not set"
			}
			fix, edits := omit(field)
			return field.Found(fmt.Sprintf("%s %s", field.Path, what), fix, edits...)
		}),
	}
}

// isStruct reports whether a field holds a struct, whatever that is in JSON.
func isStruct(field lint.Field) bool { return field.Type.Kind == "struct" }
