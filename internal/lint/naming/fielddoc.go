package naming

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func fieldDoc() rule.Rule {
	return rule.Rule{
		Code:   "field-doc",
		Source: lint.Changes,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if field.Doc != "" || field.JSONName == "" {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has no comment", field.Path), "say what it is for, with its unit and its default",
				field.AddDoc(internalDoc(field))...)
		}),
	}
}

// internalDoc is the comment of the same field in the internal type, beginning with the name in files; empty for none.
func internalDoc(field lint.Field) string {
	if field.Setting == nil {
		return ""
	}
	if rest, ok := strings.CutPrefix(field.Setting.Doc, field.Name+" "); ok {
		return field.JSONName + " " + rest
	}
	return field.Setting.Doc
}
