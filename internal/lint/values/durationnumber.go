package values

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func durationNumber() rule.Rule {
	return rule.Rule{
		Code:   "duration-number",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
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
