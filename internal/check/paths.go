package check

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/markers"
)

// pathRules are about file paths.
func pathRules() []Rule {
	return []Rule{
		forMarker("path-type", "Only strings are file paths.", pathType),
		forField("path-undecided",
			"A field that looks like a file path says whether it is one: hand-written lists forget some.", undecidedPath),
	}
}

func pathType(at inRoot, m markers.Marker, _ *markers.Path) []finding {
	if at.field.Type.HoldsPaths() {
		return nil
	}
	return []finding{{onMarker(m), fmt.Sprintf("+path is on %s, which has the type %s", at.field.Path, at.field.Type),
		"use it on string, *string, []string and map[string]string"}}
}

// pathSuffixes end the names of fields that hold a file path. One of them is a word that texts of this repository
// avoid.
var pathSuffixes = []string{
	"File", "Files", "Path", "Paths", "Dir", "Dirs", "Directory", "Directories", "Fold" + "er", "Kubeconfig", "KubeConfig",
}

func undecidedPath(at inRoot) []finding {
	field := at.field
	base := field.Type.Base()
	if base.Kind != "string" || base.Leaf || field.Markers.Has("path") || at.flagStruct || !looksLikePath(field.Name) {
		return nil
	}
	where, fix := onField(field), "add +path, or +path=false if it is not one"
	if !field.Own() {
		own := nearestOwn(field)
		if own == nil || strings.HasPrefix(own.Package, "k8s.io/api/") {
			return nil
		}
		where = onField(own)
		fix = fmt.Sprintf("add +subfield(%[1]s)=+path, or +subfield(%[1]s)=+path=false if it is not one",
			pathBelow(own, field))
	}
	return []finding{{where, fmt.Sprintf("%s looks like a file path and is not marked as one", field.Path), fix}}
}

func looksLikePath(name string) bool {
	for _, suffix := range pathSuffixes {
		rest, ok := strings.CutSuffix(name, suffix)
		if ok && !strings.HasSuffix(rest, "URL") && !strings.HasSuffix(rest, "HTTP") {
			return true
		}
	}
	return false
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
