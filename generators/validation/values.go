package validation

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// badValue returns the mistake in the value of a +k8s:neq on a value of type t.
func badValue(t *group.Type, r rule) wrongLimit {
	switch {
	case r.limit == "":
		return wrongLimit{"constraint-value", "+k8s:neq needs a value", "specify it as in ", example(r.name)}
	case isInteger(t):
		return badInteger(t, r)
	case t.Kind == "bool" && r.limit != "true" && r.limit != "false":
		return wrongLimit{"constraint-value", fmt.Sprintf("%q is not a bool", r.limit), "use true or false", ""}
	}
	return wrongLimit{}
}

// disallowed is the value of a +k8s:neq as Go writes it. A string may be in quotes.
func disallowed(t *group.Type, limit string) string {
	switch {
	case t.Kind == "string":
		if text, err := strconv.Unquote(limit); err == nil {
			limit = text
		}
		return strconv.Quote(limit)
	case isInteger(t):
		return canonical(t, rule{name: "minimum", limit: limit})
	}
	return limit
}

// comparisons are the checks of a value against one that it must not have, and of the size of a string in bytes.
func comparisons(v value, r *rules) []check {
	var checks []check
	for _, known := range all(r, "neq") {
		condition := v.Value().Op("==").Op(known.limit)
		switch {
		case v.typ.Kind == "bool" && known.limit == "true":
			condition = v.Value()
		case v.typ.Kind == "bool":
			condition = jen.Op("!").Add(v.Value())
		}
		report := v.invalid(jen.Lit("must not be equal to " + known.limit))
		checks = append(checks, check{condition: condition, then: []jen.Code{report}})
	}
	for _, known := range all(r, "maxBytes") {
		report := jen.Qual(emit.Field, "TooLong").Call(v.path.Code(), jen.Lit(""), jen.Op(known.limit))
		checks = append(checks, check{condition: jen.Len(v.Value()).Op(">").Op(known.limit), then: []jen.Code{
			appendOne(report.Dot("WithOrigin").Call(jen.Lit("maxBytes"))),
		}})
	}
	return checks
}

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
