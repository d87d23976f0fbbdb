package values

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func embeddedList() rule.Rule {
	return rule.Rule{
		Code:   "embedded-list",
		Source: lint.Versioned,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if field.Type.Deref().Kind != "string" || field.Type.Deref().Leaf || !separated.MatchString(field.Doc) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a string with a list in it", field.Path),
				"use a list or a map in the next version; a flag can still take one string")
		}),
	}
}

var separated = regexp.MustCompile(
	`(?i)\b(comma|colon|semicolon|space)[- ](separated|delimited)|separated by (commas?|colons?|semicolons?|spaces)`)
