package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func fieldDoc() lint.Rule {
	return lint.Rule{
		Code: "field-doc",
		Doc:  "A field and a type have a comment.",
		Detail: "The comment is the help of flags, the text of the reference, and the description in the " +
			"schema. The rule looks at the versions, or at the marked types. The fix copies the comment of " +
			"the internal type, if that has one.",
		Quote: "Note that all types and non-inline fields in versioned APIs must be preceded by descriptive " +
			"comments - these are used to generate documentation.",
		Source: lint.Changes,
		Bad: internalWorkers + "type RelayConfiguration struct {\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		Good: internalWorkers + "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if field.Doc != "" || field.JSONName == "" {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has no comment", field.Path), "say what it is for, with its unit and its default",
				field.AddDoc(internalDoc(field))...)
		}),
	}
}

// internalDoc is the comment of the same field in the internal type, beginning with the name in files; empty for none.
func internalDoc(field lint.Field) string {
	if field.Setting == nil {
		return ""
	}
	if rest, ok := strings.CutPrefix(field.Setting.Doc, field.Name+" "); ok {
		return field.JSONName + " " + rest
	}
	return field.Setting.Doc
}

// internalWorkers is the internal type of the examples.
const internalWorkers = "-- config/types.go --\n" +
	"type RelayConfiguration struct {\n" +
	"\t// Workers is the number of workers.\n" +
	"\tWorkers int32\n" +
	"}\n" +
	"-- config/v1/types.go --\n"
