package configapi

import (
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/markers"
)

// known are the types with a form of their own.
var known = map[string]string{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":   "duration",
	"k8s.io/apimachinery/pkg/api/resource.Quantity":   "quantity",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": "integer or string",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":       "time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":  "time",
	"time.Duration": "nanoseconds",
}

// typeText is a type as files have it: pointers and the names of types do not show, unless a type reads itself.
func typeText(t *group.Type) string {
	t = t.Deref()
	if text, ok := known[t.Package+"."+t.Name]; ok {
		return text
	}
	switch {
	case t.Unmarshals != "":
		return strings.ToLower(t.Unmarshals) + " of " + t.Package + "." + t.Name
	case t.Elem == nil:
		if t.Kind == "struct" {
			return "object"
		}
		return t.Kind
	case t.Kind == "map" && t.Key != nil:
		return "map of " + typeText(t.Key) + " to " + typeText(t.Elem)
	case t.Kind == "slice" || t.Kind == "array":
		return "list of " + typeText(t.Elem)
	case t.Kind == "pointer":
		return typeText(t.Elem)
	}
	return t.Kind
}

// values are those that an enumeration allows, sorted; empty for other types.
func values(field *group.Field) string {
	t := field.Type.Base()
	if !enumerated(field.Markers) && !enumerated(field.Type.Markers) && !enumerated(t.Markers) {
		return ""
	}
	var all []string
	for _, constant := range t.Constants {
		text := constant.Value
		for _, gate := range constant.Gates {
			text += " (" + gate.Name + ")"
		}
		all = append(all, text)
	}
	return strings.Join(sorted(all), ",")
}

func enumerated(set markers.Set) bool { return set.Has("enum") || set.Has("k8s:enum") }

// goType is a type in Go. Those of the package itself have no qualifier, so that the package can have another name.
func goType(t *group.Type, itself string) string {
	switch {
	case t.Name != "" && t.Package == itself:
		return t.Name
	case t.Name != "" || t.Elem == nil:
		return t.String()
	case t.Kind == "pointer":
		return "*" + goType(t.Elem, itself)
	case t.Kind == "map":
		return "map[" + goType(t.Key, itself) + "]" + goType(t.Elem, itself)
	}
	return "[]" + goType(t.Elem, itself)
}
