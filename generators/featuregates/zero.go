package featuregates

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/group"
)

// numbers are the kinds whose zero is 0.
var numbers = []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64"}

// zero is the value of a type of which nothing was set.
func (w *writer) zero(t *group.Type) *jen.Statement {
	switch {
	case t.Kind == "string":
		return jen.Lit("")
	case t.Kind == "bool":
		return jen.False()
	case slices.Contains(numbers, t.Kind):
		return jen.Lit(0)
	case t.Kind == "struct" || t.Kind == "array":
		return jen.Add(w.file.Type(t)).Values()
	}
	return jen.Nil()
}

// nonZero is the condition that something in a value of type t is set; false where its zero value cannot be told.
func nonZero(field *group.Field, t *group.Type, value *jen.Statement) (*jen.Statement, bool) {
	switch {
	case t.Kind == "string":
		return jen.Add(value).Op("!=").Lit(""), true
	case t.Kind == "bool":
		return jen.Add(value), true
	case slices.Contains(numbers, t.Kind):
		return jen.Add(value).Op("!=").Lit(0), true
	case t.Kind == "pointer" || t.Kind == "interface":
		return jen.Add(value).Op("!=").Nil(), true
	case t.Kind == "slice" || t.Kind == "map":
		return jen.Len(value).Op("!=").Lit(0), true
	case t.Is("k8s.io/apimachinery/pkg/api/resource", "Quantity") || t.Is("k8s.io/apimachinery/pkg/apis/meta/v1", "Time") || t.Is("time", "Time"):
		return jen.Op("!").Add(value).Dot("IsZero").Call(), true
	case t.Package == "net/netip":
		return jen.Add(value).Dot("IsValid").Call(), true
	case t.Wraps != nil:
		return nonZero(field, t.Wraps, jen.Add(value).Dot(t.WrapsField))
	case t.Kind == "struct" && !t.Leaf && len(field.Fields) > 0:
		condition := jen.Null()
		for i, inner := range field.Fields {
			part, ok := nonZero(inner, inner.Type, jen.Add(value).Dot(inner.Name))
			if !ok {
				return nil, false
			}
			if i > 0 {
				condition.Op("||")
			}
			condition.Add(part)
		}
		return condition, true
	}
	return nil, false
}
