package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func mapOfStructs() lint.Rule {
	return lint.Rule{
		Code: "map-of-structs",
		Doc:  "Named structs are a list, not a map.",
		Quote: "There are no maps of subobjects in any API objects. Instead, the convention is to use a " +
			"list of subobjects containing name fields.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// zones are the zones that the relay serves, by name.\n" +
			"\t// +optional\n" +
			"\tZones map[string]Zone `json:\"zones,omitempty\"`\n}\n\n" + zone,
		Good: "type RelayConfiguration struct {\n" +
			"\t// zones are the zones that the relay serves.\n" +
			"\t// +optional\n" +
			"\t// +listType=map\n" +
			"\t// +listMapKey=name\n" +
			"\tZones []Zone `json:\"zones,omitempty\"`\n}\n\n" + zone,
		NoFix: lint.ChangesFiles,
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
