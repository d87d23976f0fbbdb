package naming

import (
	"fmt"

	"github.com/configgen/configgen/lint"
)

func fieldDoc() lint.Rule {
	return lint.Rule{
		Code: "field-doc",
		Doc:  "A field and a type have a comment.",
		Detail: "The comment is the help of flags, the text of the reference, and the description in the " +
			"schema. The rule looks at the versions, or at the marked types.",
		Quote: "Note that all types and non-inline fields in versioned APIs must be preceded by descriptive " +
			"comments - these are used to generate documentation.",
		Source: lint.Changes,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if field.Doc != "" || field.JSONName == "" {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has no comment", field.Path), "say what it is for, with its unit and its default")
		}),
	}
}
