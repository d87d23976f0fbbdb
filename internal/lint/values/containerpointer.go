package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func containerPointer() lint.Rule {
	return lint.Rule{
		Code: "container-pointer",
		Doc:  "A list or map is not behind a pointer: nil and empty mean the same.",
		Quote: "You should not treat nil and empty container types (maps and slices) as semantically " +
			"different in your API, as this has caused issues with serializers in the past.",
		Source: lint.Versioned,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// upstreams are the servers that queries are forwarded to.\n" +
			"\t// +optional\n" +
			"\tUpstreams *[]string `json:\"upstreams,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// upstreams are the servers that queries are forwarded to.\n" +
			"\t// +optional\n" +
			"\tUpstreams []string `json:\"upstreams,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesCode,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			t := field.Type
			if t.Kind != "pointer" || t.Leaf || t.Elem == nil || t.Elem.Leaf || t.Elem.Kind != "slice" && t.Elem.Kind != "map" {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a pointer to a %s", field.Path, t.Elem.Kind),
				"remove the pointer, and give the empty value a name of its own if files need it")
		}),
	}
}
