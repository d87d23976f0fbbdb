package optional

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/rule"
)

func containerOmitempty() rule.Rule {
	return rule.Rule{
		Code:   "container-omitempty",
		Source: lint.Versioned,
		Run: lint.Fields(func(field lint.Field) []rule.Finding {
			within := field.InList() || behindPointer(field.Parent)
			decided := omits(field) || demanded(field) || within && !field.Optional()
			if !field.Nilable() || !field.Tagged() || field.JSONName == "" || decided {
				return nil
			}
			fix, edits := omit(field)
			return field.Found(fmt.Sprintf("%s is a %s without omitempty", field.Path, container(field)), fix, edits...)
		}),
	}
}

// demanded reports whether a marker, or the comment of a field that is not marked, says that a file must set it.
func demanded(field lint.Field) bool {
	return field.Required() || !field.Optional() &&
		(demands.MatchString(field.Doc) || field.Nilable() && demandsElement.MatchString(field.Doc))
}

var (
	// demands matches comments that say that a field has to be set, and demandsElement those of lists and maps.
	demands        = regexp.MustCompile(`(?im)\bthis field is required\b|^required,? (with )?no default\b`)
	demandsElement = regexp.MustCompile(`(?i)\b(must be at least one|(must|required to) be non-?empty)\b`)
)

// omits reports whether a field that is not set is left out when it is written.
func omits(field lint.Field) bool { return field.Option("omitempty") || field.Option("omitzero") }

// omit says how to leave a field out when it is not set, and does so.
func omit(field lint.Field) (fix string, edits []diag.Edit) {
	if field.Optional() {
		return "add omitempty to its struct tag", field.AddOption("omitempty", "")
	}
	return "add +optional, and omitempty to its struct tag",
		slices.Concat(field.AddMarker("+optional"), field.AddOption("omitempty", ""))
}

// container is what people call the type of a list or map.
func container(field lint.Field) string {
	if field.Type.Kind == "map" {
		return "map"
	}
	return "list"
}
