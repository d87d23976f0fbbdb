package values

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func enumType() rule.Rule {
	return rule.Rule{
		Code:   "enum-type",
		Source: lint.Conventions,
		NoFix:  lint.ChangesCode,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			t := field.Type.Deref()
			marked := field.Markers.Has("enum") || field.Markers.Has("k8s:enum")
			if t.Kind != "string" || t.Name != "string" || !marked && !listed(field) {
				return nil
			}
			return field.Found(fmt.Sprintf("%s has a list of values and the type string", field.Path),
				"declare a type with a constant for each value, and mark it +enum")
		}),
	}
}

// listed reports whether the comment of a field lists its values, other than API versions.
func listed(field lint.Field) bool {
	return listsValues.MatchString(field.Doc) && !strings.HasSuffix(field.Name, "Version")
}

// listsValues matches comments that list what a string may be.
var listsValues = regexp.MustCompile(
	`(?i)\b((valid|possible|allowed|supported|acceptable) )?(values|options)( \w+){0,4}( are| is| include)?:|` +
		"\\bone of ['\"`]?\\w+['\"`]?(,| or )")
