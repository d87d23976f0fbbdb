package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func osPrefix() rule.Rule {
	return rule.Rule{
		Code:   "os-prefix",
		Off:    true,
		Source: lint.Versioned,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if field.Setting == nil || len(field.Setting.OS) != 1 || strings.HasPrefix(field.Setting.OS[0], "!") {
				return nil
			}
			system := field.Setting.OS[0]
			if strings.Contains(strings.ToLower(field.Path), system) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s exists on %s alone, and its name does not say so", field.Path, system),
				fmt.Sprintf("call it %s%s%s in the next version", strings.ToUpper(system[:1]), system[1:], field.Name))
		}),
	}
}
