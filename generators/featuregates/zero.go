package featuregates

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// numbers are the kinds whose zero is 0.
var numbers = []string{
	"int",
	"int8",
	"int16",
	"int32",
	"int64",
	"uint",
	"uint8",
	"uint16",
	"uint32",
	"uint64",
	"float32",
	"float64",
}

// zero is the zero value of a type.
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

// nonZero is the condition that something in a value of type t is set. It reports false for a type whose zero value
// is not known.
func nonZero(field *group.Field, t *group.Type, value *jen.Statement) (*jen.Statement, bool) {
	if t.Kind != "struct" || t.Leaf || t.Wraps != nil || len(field.Fields) == 0 {
		return emit.IsSet(t, emit.Operand{Expr: value})
	}
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
