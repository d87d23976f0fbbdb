package validation

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// isZero is the condition that nothing was set, for types that can tell.
func isZero(v value) (*jen.Statement, bool) { return emit.IsZero(v.typ, v.Operand) }

// isSet is the opposite.
func isSet(v value) *jen.Statement {
	condition, _ := emit.IsSet(v.typ, v.Operand)
	return condition
}

// isDuration reports whether t is time.Duration or a wrapper of it, however deep.
func isDuration(t *group.Type) bool {
	for t.Wraps != nil {
		t = t.Wraps
	}
	return t.Is("time", "Duration")
}

// duration is the time.Duration inside a value.
func duration(v value) *jen.Statement {
	if v.typ.Wraps == nil {
		return v.Value()
	}
	inner := jen.Add(v.Expr)
	for t := v.typ; t.Wraps != nil; t = t.Wraps {
		inner.Dot(t.WrapsField)
	}
	return inner
}
