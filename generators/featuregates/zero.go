package featuregates

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// zero is the zero value of a type.
func (w *writer) zero(t *group.Type) *jen.Statement {
	switch t.Kind {
	case "bool":
		return jen.False()
	case "struct", "array":
		return jen.Add(w.file.Type(t)).Values()
	}
	if literal, ok := emit.Zero(t); ok {
		return literal
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
