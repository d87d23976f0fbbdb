package naming

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func kindName() rule.Rule {
	return rule.Rule{
		Code:   "kind-name",
		Source: lint.Staging,
		NoFix:  lint.ChangesFiles,
		Run: rule.Each(func(g *group.Group) []rule.Finding {
			if len(g.Roots) == 0 || slices.ContainsFunc(g.Roots, func(root *group.Root) bool {
				return root.Plain || strings.HasSuffix(root.Name, "Configuration")
			}) {
				return nil
			}
			root := g.Roots[0]
			return lint.Found(root.Position, root.End, root, nil,
				fmt.Sprintf("no kind of the group ends in Configuration; the first is %s", root.Name),
				"rename it in the next version")
		}),
	}
}
