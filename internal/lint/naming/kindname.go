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
		Doc:    "A group has a kind that ends in Configuration.",
		Detail: "The rule reports the first root of a group without one.",
		Quote:  "Kind name: `{Component}Configuration`",
		Source: lint.Staging,
		Bad: "type RelayOptions struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// workers is the number of workers.\n" +
			"\t// +optional\n" +
			"\tWorkers *int32 `json:\"workers,omitempty\"`\n" +
			"}",
		NoFix: lint.ChangesFiles,
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
