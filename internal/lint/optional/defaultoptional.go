package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

func defaultOptional() rule.Rule {
	return rule.Rule{
		Code:   "default-optional",
		Source: lint.Conventions,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			_, marked := markers.Get[markers.Default](field.Markers)
			decided := omits(field) || field.Optional() || field.Required()
			nilable := field.Nilable() || field.Type.Kind == "pointer"
			if !marked || !field.Tagged() || isStruct(field) || nilable || decided {
				return nil
			}
			fix, edits := omit(field)
			return field.Found(fmt.Sprintf("%s has a default and does not have omitempty", field.Path), fix, edits...)
		}),
	}
}
