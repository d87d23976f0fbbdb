package values

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func enumCase() rule.Rule {
	return rule.Rule{
		Code:   "enum-case",
		Source: lint.Conventions,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			var other []string
			for _, constant := range field.Type.Base().Constants {
				if lowerCase(constant.Value) {
					other = append(other, strconv.Quote(constant.Value))
				}
			}
			if len(other) == 0 || !field.Type.Base().Own {
				return nil
			}
			return field.Found(
				fmt.Sprintf("%s can be %s, which is not in camel case with a capital at the beginning", field.Path,
					strings.Join(other, ", ")), "accept a value in camel case, too, and prefer it")
		}),
	}
}

// lowerCase reports whether a value of an enumeration has words that are not in camel case.
func lowerCase(value string) bool {
	words := []string{"none", "auto", "always", "never", "enabled", "disabled", "static", "strict", "restricted"}
	return strings.ContainsAny(value, "-_ ") || slices.Contains(words, value)
}
