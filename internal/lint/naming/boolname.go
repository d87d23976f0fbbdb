package naming

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func boolName() rule.Rule {
	return rule.Rule{
		Code:   "bool-name",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			rest, ok := strings.CutPrefix(field.Name, "Is")
			if field.Type.Deref().Kind != "bool" || !ok || rest == "" || !unicode.IsUpper([]rune(rest)[0]) {
				return nil
			}
			return field.Found(fmt.Sprintf("the name of %s begins with Is", field.Path), "call it "+rest)
		}),
	}
}
