package model

import (
	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
)

// forms are the forms of types that read themselves.
var forms = map[string]descriptor.Form{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":                 descriptor.Duration,
	"k8s.io/apimachinery/pkg/api/resource.Quantity":                 descriptor.Quantity,
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":               descriptor.IntOrString,
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":                     descriptor.Time,
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":                descriptor.Time,
	"k8s.io/component-base/logs/api/v1.TimeOrMetaDuration":          descriptor.EitherDuration,
	"k8s.io/apimachinery/pkg/runtime.RawExtension":                  descriptor.Any,
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON": descriptor.Any,
	"time.Duration": descriptor.Nanoseconds,
	"time.Time":     descriptor.Time,
}

// kinds are the forms of other types.
var kinds = map[string]descriptor.Form{
	"bool": descriptor.Bool, "string": descriptor.String, "float32": descriptor.Number, "float64": descriptor.Number,
	"struct": descriptor.Object, "map": descriptor.Map, "slice": descriptor.List, "array": descriptor.List,
	"interface": descriptor.Any,
}

// formOf is a type as files have it, without limits: pointers and the names of types do not show.
func formOf(t *group.Type) descriptor.Type {
	if t = t.Deref(); t == nil { // one that holds itself
		return descriptor.Type{Form: descriptor.Any}
	}
	if form, known := forms[t.Package+"."+t.Name]; known {
		return descriptor.Type{Form: form}
	}
	if t.Wraps != nil && t.Unmarshals == "JSON" && t.Promoted {
		switch inner := formOf(t.Wraps); inner.Form {
		case descriptor.Quantity, descriptor.Duration, descriptor.Time:
			return inner
		}
	}
	switch t.Unmarshals {
	case "JSON":
		return descriptor.Type{Form: descriptor.Any, Reads: t.Package + "." + t.Name}
	case "text":
		return descriptor.Type{Form: descriptor.String, Reads: t.Package + "." + t.Name}
	}
	switch form := kinds[t.Kind]; form {
	case "":
		return descriptor.Type{Form: descriptor.Integer, Number: t.Kind}
	case descriptor.Number:
		return descriptor.Type{Form: form, Number: t.Kind}
	case descriptor.List:
		if t.Elem != nil && t.Elem.Kind == "uint8" {
			return descriptor.Type{Form: descriptor.Base64}
		}
		return descriptor.Type{Form: form, Elem: inner(t.Elem)}
	case descriptor.Map:
		return descriptor.Type{Form: form, Elem: inner(t.Elem), Key: inner(t.Key)}
	default:
		return descriptor.Type{Form: form}
	}
}

// inner is the type of elements or keys.
func inner(t *group.Type) *descriptor.Type {
	described := descriptor.Type{Form: descriptor.Any}
	if t != nil {
		described = formOf(t)
	}
	return &described
}

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
