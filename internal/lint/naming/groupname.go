package naming

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
)

func groupName() lint.Rule {
	return lint.Rule{
		Code: "group-name",
		Doc:  "The API group of a configuration has config as a part of its name.",
		Detail: "The rule reports groups that are not named after the component and config, as in " +
			"relay.config.example.com.",
		Quote: "The API group should be named {component}.config.k8s.io, where {component} is the name of " +
			"your component.",
		Source: lint.Versioned,
		Bad: "// +groupName=relay.example.com\n" +
			"package v1\n" +
			"\n" +
			"type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		Good: "// +groupName=relay.config.example.com\n" +
			"package v1\n" +
			"\n" +
			"type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
		Check: func(g *group.Group) []lint.Finding {
			parts := strings.Split(g.Name, ".")
			if g.Name == "" || len(g.Roots) == 0 || slices.Contains(parts[1:], "config") {
				return nil
			}
			return []lint.Finding{{
				At:      lint.Place{Position: g.Named.Position, End: g.Named.End},
				Message: fmt.Sprintf("the API group %s does not have config in its name", g.Name),
				Fix:     fmt.Sprintf("a new group can be %s", strings.Join(slices.Insert(parts, 1, "config"), ".")),
			}}
		},
	}
}
