package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func jsonMatches() rule.Rule {
	return rule.Rule{
		Code:   "json-matches",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			name := strings.NewReplacer("-", "", "_", "").Replace(field.JSONName)
			if name == "" || field.Embedded || strings.EqualFold(name, field.Name) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has the JSON name %q", field.Path, field.JSONName),
				fmt.Sprintf("rename the field in Go, or call it %s in the next version", flagtext.JSON(field.Name)))
		}),
	}
}
