package values

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
)

func durationNumber() lint.Rule {
	return lint.Rule{
		Code: "duration-number",
		Doc:  "A number that is a time says its unit.",
		Detail: "The rule reports integers with names that end in Timeout, Interval, Period, Duration, " +
			"Delay, Deadline or TTL.",
		Quote: "More generally, include the units and/or type in the field name if they could be ambiguous " +
			"and they are not specified by the value or value type.",
		Source: lint.Conventions,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// timeout is the time that a query may take.\n" +
			"\t// +optional\n" +
			"\tTimeout *int32 `json:\"timeout,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// timeout is the time that a query may take.\n" +
			"\t// +optional\n" +
			"\tTimeout *metav1.Duration `json:\"timeout,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !isNumber(field, "int", "int32", "int64", "uint32", "uint64") || !timeName.MatchString(field.Name) ||
				field.Type.Base().Is("time", "Duration") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a number, and neither its name nor its value has a unit", field.Path),
				"use metav1.Duration")
		}),
	}
}

var timeName = regexp.MustCompile(`(Timeout|Interval|Period|Duration|Delay|Deadline|TTL)$`)
