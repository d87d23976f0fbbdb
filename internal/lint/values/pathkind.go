package values

import (
	"fmt"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/markers"
)

func pathKind() lint.Rule {
	return lint.Rule{
		Code: "path-kind",
		Doc:  "A path says what is at its end, so that a check before the start finds a wrong one.",
		Detail: "The rule reports +path without kind. A path that may be anything has no kind, so that the rule runs " +
			"only if it is enabled.",
		Quote: "You may choose to centralize validation here, which will make it easier to migrate that validation to your " +
			"versioned config, and will also elevate configuration errors to sooner in the component's lifecycle.",
		Source: lint.Versioned,
		Off:    true,
		Bad: "type RelayConfiguration struct {\n" +
			"\t// certFile is the certificate of the relay.\n" +
			"\t// +optional\n" +
			"\t// +path\n" +
			"\tCertFile string `json:\"certFile,omitempty\"`\n}",
		Good: "type RelayConfiguration struct {\n" +
			"\t// certFile is the certificate of the relay.\n" +
			"\t// +optional\n" +
			"\t// +path(kind: file, access: r)\n" +
			"\tCertFile string `json:\"certFile,omitempty\"`\n}",
		NoFix: lint.AuthorDecides,
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
