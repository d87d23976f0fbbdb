package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/lint"
)

func durationType() lint.Rule {
	return lint.Rule{
		Code:   "duration-type",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
			if !field.Type.Base().Is("time", "Duration") {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a time.Duration, which is a number of nanoseconds in a file", field.Path),
				"use metav1.Duration")
		}),
	}
}
