package naming

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func groupName() rule.Rule {
	return rule.Rule{
		Code:   "group-name",
		Source: lint.Versioned,
		NoFix:  lint.ChangesFiles,
		Run: rule.Each(func(g *group.Group) []rule.Finding {
			parts := strings.Split(g.Name, ".")
			if g.Name == "" || len(g.Roots) == 0 || slices.Contains(parts[1:], "config") {
				return nil
			}
			return lint.Found(g.Named.Position, g.Named.End, nil, nil,
				fmt.Sprintf("the API group %s does not have config in its name", g.Name),
				fmt.Sprintf("a new group can be %s", strings.Join(slices.Insert(parts, 1, "config"), ".")))
		}),
	}
}
