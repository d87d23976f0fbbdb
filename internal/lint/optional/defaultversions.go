package optional

import (
	"fmt"
	"path"
	"slices"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func defaultVersions() rule.Rule {
	return rule.Rule{
		Code:   "default-versions",
		Source: lint.Changes,
		NoFix:  lint.ChangesFiles,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			if field.Default != nil || field.Type.Kind == "struct" && len(field.Fields) > 0 || field.InList() {
				return nil
			}
			for _, external := range field.Root.External {
				version, found := "", ""
				external.Walk(func(other *group.Field) {
					if other.Path == field.Path && other.Default != nil && !slices.Contains(unset, other.Default.Value) {
						version, found = external.Version, other.Default.Value
					}
				})
				if version != "" {
					return field.Found(fmt.Sprintf("%s has no default in %s, and has the default %s in %s", field.Path,
						field.Version.Name, found, path.Base(version)), "give it a default that means what no value means today")
				}
			}
			return nil
		}),
	}
}

// unset are defaults that are not known, or that are no value.
var unset = []string{"", "null", "0", "false", `""`, "[]", "{}", `"0s"`}
