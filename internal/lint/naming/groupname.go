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
		Code:   "group-name",
		Source: lint.Versioned,
		NoFix:  lint.ChangesFiles,
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
