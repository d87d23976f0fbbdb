package validation

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
)

// checker writes the checks of one value. It adds what they need to the file.
type checker struct {
	file  *emit.File
	needs *needs
}

// own are the checks of a value itself, as opposed to what is inside it.
func (c checker) own(v value, r *rules) []check {
	checks := c.limits(v, r)
	checks = append(checks, comparisons(v, r)...)
	checks = append(checks, c.formats(v, r)...)
	for range all(r, "enum") {
		return append(checks, c.enum(v))
	}
	return checks
}

// enum checks that a string is one of the constants of its type.
func (c checker) enum(v value) check {
	var constants []jen.Code
	seen := map[string]bool{}
	for _, constant := range v.typ.Constants {
		if seen[constant.Value] {
			continue // a second name of the same value
		}
		seen[constant.Value] = true
		c.file.Import(v.typ.Package, v.typ.PackageName)
		constants = append(constants, jen.Qual(v.typ.Package, constant.Name))
	}
	supported := jen.Id("supported")
	unsupported := appendOne(jen.Qual(emit.Field, "NotSupported").Call(v.path.Code(), v.shown(), supported))
	return check{then: []jen.Code{jen.If(
		jen.Add(supported).Op(":=").Index().Add(c.file.Type(v.typ)).Values(constants...),
		jen.Op("!").Qual("slices", "Contains").Call(supported, v.Value()),
	).Block(unsupported)}}
}
