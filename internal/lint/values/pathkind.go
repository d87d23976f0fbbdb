package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/markers"
)

func pathKind() lint.Rule {
	return lint.Rule{
		Code:   "path-kind",
		Source: lint.Versioned,
		Off:    true,
		NoFix:  lint.AuthorDecides,
		Check: lint.Marked(func(g *group.Group, root *group.Root, field *group.Field) []lint.Finding {
			path, ok := markers.Get[markers.Path](field.Markers)
			if !ok || !path.Is || path.Kind != "" {
				return nil
			}
			return []lint.Finding{{
				At: lint.Place{Position: field.Position, End: field.End}, Root: root, Field: field,
				Message: fmt.Sprintf("%s is a path, and does not say to what", field.Path),
				Fix:     "add kind: file, dir, socket or executable to +path",
			}}
		}),
	}
}
