package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func durationType() lint.Rule {
	return lint.Rule{
		Code:   "duration-type",
		Doc:    "A duration in a file has a unit, as in 30s.",
		Detail: "The rule reports time.Duration in versions, which is a number of nanoseconds in JSON.",
		Quote: "Units must either be explicit in the field name (e.g., `timeoutSeconds`), or must be " +
			"specified as part of the value (e.g., `resource.Quantity`).",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// timeout is the time that a query may take.\n" +
			"\t// +optional\n" +
			"\tTimeout time.Duration `json:\"timeout,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// timeout is the time that a query may take.\n" +
			"\t// +optional\n" +
			"\tTimeout *metav1.Duration `json:\"timeout,omitempty\"`\n}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !field.Type.Base().Is("time", "Duration") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a time.Duration, which is a number of nanoseconds in a file", field.Path),
				"use metav1.Duration")
		}),
	}
}
