package layout

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func unstableType() rule.Rule {
	return rule.Rule{
		Code:   "unstable-type",
		Source: lint.Versioned,
		NoFix:  lint.ChangesCode,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			t := field.Type.Base()
			theirs := versionOf(t)
			if !foreign(field, t) || theirs == "" || stability(theirs) >= stability(field.Version.Name) {
				return nil
			}
			return field.Found(
				fmt.Sprintf("%s of %s has the type %s of %s", field.Path, field.Version.Name, t, t.Package),
				"declare a type of your own with the fields that you promise to keep")
		}),
	}
}

// stability orders versions: alpha, beta, GA.
func stability(version string) int {
	switch {
	case strings.Contains(version, "alpha"):
		return 0
	case strings.Contains(version, "beta"):
		return 1
	}
	return 2
}
