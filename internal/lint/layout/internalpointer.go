package layout

import (
	"fmt"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func internalPointer() rule.Rule {
	return rule.Rule{
		Code:   "internal-pointer",
		Source: lint.Versioned,
		NoFix:  lint.ChangesCode,
		Run: lint.Internal(func(g *group.Group, root *group.Root, field *group.Field) []rule.Finding {
			if field.Type.Kind != "pointer" || len(field.Fields) > 0 || !alwaysSet(root, field) {
				return nil
			}
			return lint.Found(field.Position, field.End, root, field,
				fmt.Sprintf("%s is a pointer, and every version gives it a default", field.Path),
				fmt.Sprintf("make it %s", field.Type.Elem))
		}),
	}
}

// alwaysSet reports whether every version has the field, with a default that is known.
func alwaysSet(root *group.Root, field *group.Field) bool {
	for _, external := range root.External {
		found := false
		external.Walk(func(counterpart *group.Field) {
			value := ""
			if counterpart.Default != nil {
				value = counterpart.Default.Value
			}
			found = found || counterpart.Path == field.Path && value != "" && value != "null"
		})
		if !found {
			return false
		}
	}
	return len(root.External) > 0
}
