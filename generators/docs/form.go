package docs

import (
	"github.com/configgen/configgen/internal/group"
)

// form is how a value is written in a file.
type form string

// The forms of values that consist of nothing else.
const (
	formAny         form = "any value"
	formBool        form = "boolean"
	formInteger     form = "integer"
	formNumber      form = "number"
	formText        form = "string"
	formBase64      form = "base64"
	formDuration    form = "duration"
	formNanoseconds form = "nanoseconds"
	formEitherTime  form = "duration or nanoseconds"
	formQuantity    form = "quantity"
	formIntOrString form = "integer or string"
	formTime        form = "time"
	formObject      form = "object"
	formList        form = "list"
	formMap         form = "map"
)

// forms are those of types that read themselves.
var forms = map[string]form{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":                 formDuration,
	"k8s.io/apimachinery/pkg/api/resource.Quantity":                 formQuantity,
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":               formIntOrString,
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":                     formTime,
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":                formTime,
	"k8s.io/component-base/logs/api/v1.TimeOrMetaDuration":          formEitherTime,
	"k8s.io/apimachinery/pkg/runtime.RawExtension":                  formAny,
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON": formAny,
}

// formOf is the form of a type without pointers.
func formOf(t *group.Type) form {
	if known, ok := forms[t.Package+"."+t.Name]; ok {
		return known
	}
	if t.Wraps != nil && t.Unmarshals == "JSON" {
		if inner := formOf(t.Wraps); inner == formQuantity || inner == formDuration || inner == formTime {
			return inner // by the promoted method of what it embeds
		}
	}
	switch t.Unmarshals {
	case "JSON":
		return formAny
	case "text":
		return formText
	}
	switch t.Kind {
	case "bool":
		return formBool
	case "string":
		return formText
	case "float32", "float64":
		return formNumber
	case "struct":
		return formObject
	case "map":
		return formMap
	case "slice", "array":
		if t.Elem != nil && t.Elem.Kind == "uint8" {
			return formBase64
		}
		return formList
	case "interface":
		return formAny
	}
	if t.Is("time", "Duration") {
		return formNanoseconds
	}
	return formInteger
}
