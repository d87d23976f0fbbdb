package optional

import (
	"fmt"

	"github.com/configgen/configgen/lint"
)

func requiredDefault() lint.Rule {
	return lint.Rule{
		Code:   "required-default",
		Doc:    "A required field does not have a default.",
		Quote:  "Default values can only be set on optional fields.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +required\n" +
			"\t// +default=\"127.0.0.1:53\"\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// address is the address that the relay listens on.\n" +
			"\t// +optional\n" +
			"\t// +default=\"127.0.0.1:53\"\n" +
			"\tAddress string `json:\"address,omitempty\"`\n}",
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if field.Default == nil || field.Default.Value == "" || !field.Required() || field.Optional() {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is required and has the default %s", field.Path, field.Default.Value),
				"mark it +optional, or remove the default")
		}),
	}
}
