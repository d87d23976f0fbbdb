package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func optionalOmitempty() rule.Rule {
	return rule.Rule{
		Code:   "optional-omitempty",
		Source: lint.Conventions,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
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
