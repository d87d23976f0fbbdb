package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/markers"
)

func listType() lint.Rule {
	return lint.Rule{
		Code: "list-type",
		Doc:  "A list of structs says how it is merged.",
		Detail: "Drop-in files and patches replace the list, or merge it by the keys of its elements. " +
			"Without +listType they replace it; the fix writes that down.",
		Quote: "ListType annotates a list to further describe its topology. It may have 3 possible values: " +
			"\"atomic\", \"map\", or \"set\". Note that there is no default, and the generation step will fail if a list " +
			"is found that is missing the tag.",
		Source: lint.Directives,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// zones are the zones that the relay serves.\n" +
			"\t// +optional\n" +
			"\tZones []Zone `json:\"zones,omitempty\"`\n}\n\n" + zone,
		Good: "type RelayConfiguration struct {\n" +
			"\t// zones are the zones that the relay serves.\n" +
			"\t// +optional\n" +
			"\t// +listType=map\n" +
			"\t// +listMapKey=name\n" +
			"\tZones []Zone `json:\"zones,omitempty\"`\n}\n\n" + zone,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
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

// zone is a struct in examples.
const zone = "// Zone is a zone of names.\n" +
	"type Zone struct {\n" +
	"\t// name of the zone.\n" +
	"\tName string `json:\"name\"`\n}"
