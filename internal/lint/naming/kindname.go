package naming

import (
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
)

func kindName() lint.Rule {
	return lint.Rule{
		Code:   "kind-name",
		Source: lint.Staging,
		NoFix:  lint.ChangesFiles,
		Check: func(g *group.Group) []lint.Finding {
			if len(g.Roots) == 0 || slices.ContainsFunc(g.Roots, func(root *group.Root) bool {
				return root.Plain || strings.HasSuffix(root.Name, "Configuration")
			}) {
				return nil
			}
			root := g.Roots[0]
			return []lint.Finding{{
				At: lint.Place{Position: root.Position, End: root.End}, Root: root,
				Message: fmt.Sprintf("no kind of the group ends in Configuration; the first is %s", root.Name),
				Fix:     "rename it in the next version",
			}}
		},
	}
}
