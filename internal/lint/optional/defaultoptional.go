package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/markers"
)

func defaultOptional() lint.Rule {
	return lint.Rule{
		Code: "default-optional",
		Doc:  "A field with a +default has omitempty.",
		Detail: "Without it, a program that writes the file writes a zero, which then takes the place of " +
			"the default.",
		Quote: "Fields that do not have an `omitempty` json tag will default to the zero value of their " +
			"corresponding type if no default is assigned.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +default=\"127.0.0.1:53\"\n" +
			"\tAddress string `json:\"address\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\t// +default=\"127.0.0.1:53\"\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
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
