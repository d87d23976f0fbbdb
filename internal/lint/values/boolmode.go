package values

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func boolMode() rule.Rule {
	return rule.Rule{
		Code:   "bool-mode",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if field.Type.Deref().Kind != "bool" || !modeName.MatchString(field.Name) && !excludes.MatchString(field.Doc) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is a boolean that chooses one of several ways", field.Path),
				"use a string with a constant for each way in the next version")
		}),
	}
}

var (
	modeName = regexp.MustCompile(`(Mode|Policy|Strategy|Type)$`)
	excludes = regexp.MustCompile(`(?i)mutually exclusive|(can|must) ?not be (used|set|specified) (together )?with`)
)
