package layout

import (
	"fmt"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
)

func internalPointer() lint.Rule {
	return lint.Rule{
		Code:   "internal-pointer",
		Doc:    "A field that has a default is not a pointer in the internal type.",
		Detail: "Defaults are set before the conversion, so that the internal field always has a value.",
		Quote: "Try to avoid pointer fields on the internal type, so that you need fewer nil checks in your " +
			"code.",
		Source: lint.Versioned,
		Bad: "-- config/types.go --\n" +
			"type RelayConfiguration struct {\n" +
			"\t// Workers is the number of workers.\n" +
			"\tWorkers *int32\n}\n" +
			"-- config/v1/types.go --\n" + workers,
		Good: "-- config/types.go --\n" +
			"type RelayConfiguration struct {\n" +
			"\t// Workers is the number of workers.\n" +
			"\tWorkers int32\n}\n" +
			"-- config/v1/types.go --\n" + workers,
		NoFix: lint.ChangesCode,
		Check: lint.Internal(func(g *group.Group, root *group.Root, field *group.Field) []lint.Finding {
			if field.Type.Kind != "pointer" || len(field.Fields) > 0 || !alwaysSet(root, field) {
				return nil
			}
			return []lint.Finding{{
				At: lint.Place{Position: field.Position, End: field.End}, Root: root, Field: field,
				Message: fmt.Sprintf("%s is a pointer, and every version gives it a default", field.Path),
				Fix:     fmt.Sprintf("make it %s", field.Type.Elem),
			}}
		}),
	}
}

const workers = "type RelayConfiguration struct {\n" +
	"\t// workers is the number of workers.\n" +
	"\t// +optional\n" +
	"\t// +default=4\n" +
	"\tWorkers *int32 `json:\"workers,omitempty\"`\n}"

// alwaysSet reports whether every version has the field, with a default that is known.
func alwaysSet(root *group.Root, field *group.Field) bool {
	for _, external := range root.External {
		found := false
		external.Walk(func(twin *group.Field) {
			value := ""
			if twin.Default != nil {
				value = twin.Default.Value
			}
			found = found || twin.Path == field.Path && value != "" && value != "null"
		})
		if !found {
			return false
		}
	}
	return len(root.External) > 0
}
