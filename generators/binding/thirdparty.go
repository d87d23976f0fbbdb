package binding

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// thirdPartyFlag returns the entry of a field that is passed to a flag of a library.
func (b *binding) thirdPartyFlag(root *group.Root, field *group.Field, flag *group.ThirdPartyFlag) []jen.Code {
	register := b.Object(flag.From)
	if flag.GoFlagSet {
		register = jen.Qual(library, "FromGoFlags").Call(register)
	}
	return []jen.Code{
		jen.Line().Id("Field").Op(":").Lit(field.Path),
		jen.Line().Id("Flag").Op(":").Lit(flag.Name),
		jen.Line().Id("Register").Op(":").Add(register),
		jen.Line().Id("Value").Op(":").Add(b.valueFunc(root, field, flag)),
		jen.Line(),
	}
}

// valueFunc returns func(c *T) (string, bool): the value of the field in the form of the flag, and whether it is set.
func (b *binding) valueFunc(root *group.Root, field *group.Field, flag *group.ThirdPartyFlag) *jen.Statement {
	value := emit.Select("c", field)
	var unset *jen.Statement
	missing := func(pointer *jen.Statement) {
		isNil := pointer.Op("==").Nil()
		if unset == nil {
			unset = isNil
		} else {
			unset = unset.Op("||").Add(isNil)
		}
	}
	for _, parent := range emit.PointerParents(field) {
		missing(emit.Select("c", parent))
	}
	t := field.Type
	if t.Kind == "pointer" {
		missing(value.Clone())
		t = t.Elem
		if t.Wraps == nil {
			value = jen.Op("*").Add(value)
		}
	}
	for t.Wraps != nil {
		value, t = value.Dot(t.WrapsField), t.Wraps
	}
	text, ok := b.text(t, value)
	if !ok {
		b.findings = append(b.findings, diag.At(flag.Position, flag.End, "third-party-flag",
			fmt.Sprintf("%s has type %s, which cannot be formatted as the value of the flag --%s", field.Path, field.Type,
				flag.Name),
			"use a string, a number, a boolean or a duration").About(field.Path))
		text = jen.Lit("")
	}
	return jen.Func().Params(jen.Id("c").Op("*").Add(b.Type(root.Type))).Params(jen.String(),
		jen.Bool()).BlockFunc(func(body *jen.Group) {
		if unset != nil {
			body.If(unset).Block(jen.Return(jen.Lit(""), jen.False()))
		}
		body.Return(text, jen.True())
	})
}

// text returns the expression that formats a value.
func (b *binding) text(t *group.Type, value *jen.Statement) (*jen.Statement, bool) {
	format := func(name, to string, more ...jen.Code) *jen.Statement {
		if t.Name != to {
			value = jen.Id(to).Parens(value)
		}
		return jen.Qual("strconv", name).Call(append([]jen.Code{value}, more...)...)
	}
	switch {
	case t.Is("time", "Duration"):
		return value.Dot("String").Call(), true
	case t.Kind == "string" && t.Package == "":
		return value, true
	case t.Kind == "string":
		return jen.String().Parens(value), true
	case t.Kind == "bool":
		return format("FormatBool", "bool"), true
	}
	switch t.Kind {
	case "int", "int8", "int16", "int32", "int64":
		return format("FormatInt", "int64", jen.Lit(10)), true
	case "uint", "uint8", "uint16", "uint32", "uint64":
		return format("FormatUint", "uint64", jen.Lit(10)), true
	case "float32", "float64":
		return format("FormatFloat", "float64", jen.LitRune('g'), jen.Lit(-1), jen.Lit(64)), true
	}
	return nil, false
}
