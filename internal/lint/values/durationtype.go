package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func durationType() rule.Rule {
	return rule.Rule{
		Code:   "duration-type",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if !field.Type.Base().Is("time", "Duration") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a time.Duration, which is a number of nanoseconds in a file", field.Path),
				"use metav1.Duration")
		}),
	}
}
