package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
)

func requiredField() lint.Rule {
	return lint.Rule{
		Code: "required-field",
		Doc:  "A component starts with a file that sets nothing.",
		Detail: "The rule reports fields that are marked +required, unless they have a default or are in a " +
			"list, a map, or a struct behind a pointer, which a file can omit as a whole.",
		Quote: "In general, it is rare to have any required config fields, as config versions should ship " +
			"with functional defaults.",
		Source: lint.Versioned,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +required\n" +
			"\tAddress string `json:\"address\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\t// +default=\"127.0.0.1:53\"\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		NoFix: lint.AuthorDecides,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !field.Required() || field.Optional() || field.Default != nil || field.InList() || behindPointer(field.Parent) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is required, so that no file may omit it", field.Path),
				"give it a default, and mark it +optional")
		}),
	}
}

// behindPointer reports whether a struct is behind a pointer.
func behindPointer(field *group.Field) bool {
	for ; field != nil; field = field.Parent {
		if field.Type.Kind == "pointer" {
			return true
		}
	}
	return false
}
