package optional

import (
	"fmt"
	"regexp"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func emptyDefault() rule.Rule {
	return rule.Rule{
		Code:   "empty-default",
		Source: lint.Versioned,
		NoFix:  lint.AuthorDecides,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			value := defaultOf(field)
			if !field.Nilable() || value == "" || value == "[]" || value == "{}" || value == "null" || field.Root.ZerosKept ||
				namesNone.MatchString(field.Doc) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has the default %s, and its comment does not say how to ask for none", field.Path,
				value), "name a value for it in the comment, such as none")
		}),
	}
}

// namesNone matches comments that say how to ask for no element at all.
var namesNone = regexp.MustCompile(`(?i)\b(none|empty|no elements?|disable[ds]?|must not|cannot)\b|"\*"|'\*'`)
