package optional

import (
	"fmt"
	"path"
	"slices"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
)

func defaultVersions() lint.Rule {
	return lint.Rule{
		Code: "default-versions",
		Doc:  "A field that has a default in one version has one in every version.",
		Quote: "Any field with a default value in one API version must have a *non-nil* default value in " +
			"all API versions.",
		Source: lint.Changes,
		Bad: "-- config/types.go --\n" +
			"type RelayConfiguration struct {\n" +
			"\t// Workers is the number of workers.\n" +
			"\tWorkers int32\n" +
			"}\n" +
			"-- config/v1/types.go --\n" +
			"type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\t// +default=4\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}\n" +
			"-- config/v1beta1/types.go --\n" +
			"type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		Good: "-- config/types.go --\n" +
			"type RelayConfiguration struct {\n" +
			"\t// Workers is the number of workers.\n" +
			"\tWorkers int32\n" +
			"}\n" +
			"-- config/v1/types.go --\n" +
			"type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\t// +default=4\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}\n" +
			"-- config/v1beta1/types.go --\n" +
			"type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\t// +default=8\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
		Check: lint.Fields(func(field lint.Field) []lint.Finding {
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
