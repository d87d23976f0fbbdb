package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

func listType() rule.Rule {
	return rule.Rule{
		Code:   "list-type",
		Source: lint.Directives,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			t := field.Type.Deref()
			if t.Kind != "slice" || t.Leaf || t.Elem == nil || t.Elem.Deref().Kind != "struct" || t.Elem.Deref().Leaf {
				return nil
			}
			_, own := markers.Get[markers.ListType](field.ListMarkers())
			if own || field.Setting != nil && field.Setting.ListMarkers().Has("listType") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a list of structs that does not say how it is merged", field.Path),
				"add +listType=map with a +listMapKey, or +listType=atomic", field.AddMarker("+listType=atomic")...)
		}),
	}
}
