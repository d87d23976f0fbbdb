package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

func pathKind() rule.Rule {
	return rule.Rule{
		Code:   "path-kind",
		Source: lint.Versioned,
		Off:    true,
		NoFix:  lint.AuthorDecides,
		Run: lint.Marked(func(g *group.Group, root *group.Root, field *group.Field) []rule.Finding {
			path, ok := markers.Get[markers.Path](field.Markers)
			if !ok || !path.Is || path.Kind != "" {
				return nil
			}
			return lint.Found(field.Position, field.End, root, field,
				fmt.Sprintf("%s is a path, and does not say to what", field.Path),
				"add kind: file, dir, socket or executable to +path")
		}),
	}
}
