package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func mapOfStructs() lint.Rule {
	return lint.Rule{
		Code:   "map-of-structs",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			t := field.Type.Deref()
			if t.Kind != "map" || t.Leaf || t.Elem == nil || t.Elem.Deref().Kind != "struct" || t.Elem.Deref().Leaf {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a map of structs", field.Path),
				fmt.Sprintf("make it a list with +listType=map, and give %s a field for the key", t.Elem.Deref()))
		}),
	}
}
