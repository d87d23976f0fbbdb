package values

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
)

func durationUnit() lint.Rule {
	return lint.Rule{
		Code:   "duration-unit",
		Doc:    "The name of a duration does not say a unit, which its value has.",
		Detail: "The rule reports metav1.Duration in fields with names such as timeoutSeconds.",
		Quote: "Units must either be explicit in the field name (e.g., `timeoutSeconds`), or must be " +
			"specified as part of the value (e.g., `resource.Quantity`).",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// timeoutSeconds is the time that a query may take.\n" +
			"\t// +optional\n" +
			"\tTimeoutSeconds *metav1.Duration `json:\"timeoutSeconds,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// timeout is the time that a query may take.\n" +
			"\t// +optional\n" +
			"\tTimeout *metav1.Duration `json:\"timeout,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			unit := unitOf(field.Name)
			if unit == "" || !field.Type.Base().Is("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a duration with a unit in its value, and its name says %s", field.Path, unit),
				fmt.Sprintf("call it %s in the next version", strings.TrimSuffix(field.Name, unit)))
		}),
	}
}

// unitOf is the unit of time that a name ends with; empty for none.
func unitOf(name string) string {
	for _, unit := range []string{"Nanoseconds", "Milliseconds", "Microseconds", "Seconds", "Minutes", "Hours", "Days"} {
		if strings.HasSuffix(name, unit) {
			return unit
		}
	}
	return ""
}
