package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func containerPointer() rule.Rule {
	return rule.Rule{
		Code:   "container-pointer",
		Source: lint.Versioned,
		NoFix:  lint.ChangesCode,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			t := field.Type
			if t.Kind != "pointer" || t.Leaf || t.Elem == nil || t.Elem.Leaf || t.Elem.Kind != "slice" && t.Elem.Kind != "map" {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a pointer to a %s", field.Path, t.Elem.Kind),
				"remove the pointer, and give the empty value a name of its own if files need it")
		}),
	}
}
