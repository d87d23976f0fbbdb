package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/rule"
)

// pathRules are about file paths.
func pathRules() []rule.Rule {
	return []rule.Rule{
		forMarker("path-type", pathType),
		forField("path-undecided", undecidedPath),
	}
}

func pathType(at inRoot, m markers.Marker, _ *markers.Path) []finding {
	if at.field.Type.HoldsPaths() {
		return nil
	}
	return []finding{{removing(m), fmt.Sprintf("+path is on %s, which has the type %s", at.field.Path, at.field.Type),
		"use it on string, *string, []string and map[string]string"}}
}

var (
	// filePath ends the names of fields that hold a file path.
	filePath = regexp.MustCompile(`(Files?|Paths?|Dirs?|Director(y|ies)|Fold(er)s?|Kube[cC]onfig)$`)
	// otherPath ends the names of fields that hold another path: of a field in an object, or of a URL.
	otherPath = regexp.MustCompile(`(URL|HTTP)(File|Path|Dir)s?$|(Field|JSON|Json|X|Import|Sub|API|Request|Resource|` +
		`Metrics|Healthz?|HealthCheck|Readyz?|Livez?|Pprof|Profiling|Webhook|Callback|Redirect|Probe|Endpoint)Paths?$`)
)

func undecidedPath(at inRoot) []finding {
	field := at.field
	base := field.Type.Base()
	if base.Kind != "string" || base.Leaf || field.Markers.Has("path") || at.flagStruct || !IsPathName(field.Name) ||
		field.Mistaken { // the marker may be the misspelled one
		return nil
	}
	return undecided(field, "path", fmt.Sprintf("%s looks like a file path and is not marked as one", field.Path))
}

// undecided is the finding that a field needs a marker that decides whether it is a path. A field of another module is
// marked at the user's field around it; fields inside API objects cannot be marked.
func undecided(field *group.Field, name, message string) []finding {
	own, marker := markable(field, "+"+name)
	if own == nil || own != field && strings.HasPrefix(own.Package, "k8s.io/api/") {
		return nil
	}
	return []finding{{marking(own, marker, marker+"=false"), message,
		fmt.Sprintf("add %s, or %s=false if it is not one", marker, marker)}}
}

// markable returns the user's field to which a marker about a field is added, and the text of the marker there. The
// user's field is nil if there is none around the field.
func markable(field *group.Field, marker string) (own *group.Field, text string) {
	if field.Own() {
		return field, marker
	}
	if own = nearestOwn(field); own == nil {
		return nil, fmt.Sprintf("+subfield(%s)=%s", field.Path, marker)
	}
	return own, fmt.Sprintf("+subfield(%s)=%s", pathBelow(own, field), marker)
}

// IsPathName reports whether the name of a field ends like the name of a file path, and not like the name of another
// path.
func IsPathName(name string) bool {
	return filePath.MatchString(name) && !otherPath.MatchString(name)
}

// pathBelow is the Go path of a field from another one that it is in, as +subfield takes it.
func pathBelow(own, field *group.Field) string {
	return strings.TrimPrefix(strings.ReplaceAll(strings.TrimPrefix(field.Path, own.Path), "[*]", ""), ".")
}

// nearestOwn is the nearest field above that the user declares, or nil.
func nearestOwn(field *group.Field) *group.Field {
	for above := field.Parent; above != nil; above = above.Parent {
		if above.Own() {
			return above
		}
	}
	return nil
}
