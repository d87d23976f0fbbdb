package optional

import (
	"fmt"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func requiredField() rule.Rule {
	return rule.Rule{
		Code:   "required-field",
		Source: lint.Versioned,
		NoFix:  lint.AuthorDecides,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if !field.Required() || field.Optional() || field.Default != nil || field.InList() || behindPointer(field.Parent) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s is required, so that no file may omit it", field.Path),
				"give it a default, and mark it +optional")
		}),
	}
}

// behindPointer reports whether a struct is behind a pointer.
func behindPointer(field *group.Field) bool {
	for ; field != nil; field = field.Parent {
		if field.Type.Kind == "pointer" {
			return true
		}
	}
	return false
}
