package naming

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func jsonCase() rule.Rule {
	return rule.Rule{
		Code:   "json-case",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			name := field.JSONName
			if name == "" || !field.Tagged() || camelCase.MatchString(name) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has the JSON name %q, which is not in camel case", field.Path, name),
				fmt.Sprintf("call it %s in the next version", flagtext.JSON(field.Name)))
		}),
	}
}

var camelCase = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)
