package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func mapOfStructs() rule.Rule {
	return rule.Rule{
		Code:   "map-of-structs",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			t := field.Type.Deref()
			if t.Kind != "map" || t.Leaf || t.Elem == nil || t.Elem.Deref().Kind != "struct" || t.Elem.Deref().Leaf {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a map of structs", field.Path),
				fmt.Sprintf("make it a list with +listType=map, and give %s a field for the key", t.Elem.Deref()))
		}),
	}
}
