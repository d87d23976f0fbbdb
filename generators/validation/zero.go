package validation

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// isZero is the condition that nothing was set, for types that can tell.
func isZero(v value) (*jen.Statement, bool) { return zeroTest(v, true) }

// isSet is the opposite.
func isSet(v value) *jen.Statement {
	condition, _ := zeroTest(v, false)
	return condition
}

func zeroTest(v value, zero bool) (*jen.Statement, bool) {
	equals, not := "==", jen.Null()
	if !zero {
		equals, not = "!=", jen.Op("!")
	}
	switch kind := v.typ.Kind; {
	case kind == "pointer":
		return v.read().Op(equals).Nil(), true
	case kind == "string":
		return v.read().Op(equals).Lit(""), true
	case kind == "slice" || kind == "map":
		if zero {
			return jen.Len(v.read()).Op("==").Lit(0), true
		}
		return jen.Len(v.read()).Op(">").Lit(0), true
	case kind == "bool" && zero:
		return jen.Op("!").Add(v.read()), true
	case kind == "bool":
		return v.read(), true
	case isInteger(v.typ) || kind == "float32" || kind == "float64":
		return v.read().Op(equals).Lit(0), true
	case v.typ.Is(resource, "Quantity") || v.typ.Is(emit.MetaV1, "Time") || v.typ.Is(emit.MetaV1, "MicroTime") || v.typ.Is("time", "Time"):
		return not.Add(v.expr).Dot("IsZero").Call(), true
	case v.typ.Package == "net/netip":
		if zero {
			return jen.Op("!").Add(v.expr).Dot("IsValid").Call(), true
		}
		return jen.Add(v.expr).Dot("IsValid").Call(), true
	case isDuration(v.typ):
		return duration(v).Op(equals).Lit(0), true
	}
	return nil, false
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
		return v.read()
	}
	inner := jen.Add(v.expr)
	for t := v.typ; t.Wraps != nil; t = t.Wraps {
		inner.Dot(t.WrapsField)
	}
	return inner
}
