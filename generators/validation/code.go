package validation

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// mask replaces the value of a secret in an error.
const mask = "<masked>"

// value is something that generated code looks at.
type value struct {
	emit.Operand
	path   emit.FieldPath
	typ    *group.Type
	secret bool
	// isKey says that it is a key of the map at the path.
	isKey bool
}

// text is the value as a plain string.
func (v value) text() *jen.Statement {
	if v.typ.Package != "" {
		return jen.String().Call(v.Value())
	}
	return v.Value()
}

// shown is the value as an error shows it.
func (v value) shown() *jen.Statement {
	if v.secret {
		return jen.Lit(mask)
	}
	return v.Value()
}

// invalid is the statement that reports the value.
func (v value) invalid(detail jen.Code) *jen.Statement { return v.invalidAs(v.shown(), detail) }

// invalidAs reports the value as something that reads better than the value itself.
func (v value) invalidAs(shown, detail jen.Code) *jen.Statement {
	if v.secret {
		shown = jen.Lit(mask)
	}
	return appendOne(jen.Qual(emit.Field, "Invalid").Call(v.path.Code(), shown, detail))
}

// check is one step of validation: an if statement that may be joined with another condition, or any other statement.
type check struct {
	// condition is nil where the step is not an if statement; or says that its outermost operator is ||.
	condition jen.Code
	or        bool
	then      []jen.Code
}

// statements renders checks.
func statements(checks []check) []jen.Code {
	var code []jen.Code
	for _, c := range checks {
		if c.condition == nil {
			code = append(code, c.then...)
		} else {
			code = append(code, jen.If(c.condition).Block(c.then...))
		}
	}
	return code
}

// when makes checks depend on a condition without ||. A single check is joined with it.
func when(condition jen.Code, checks []check) []check {
	switch {
	case len(checks) == 0:
		return nil
	case len(checks) == 1 && checks[0].condition != nil && checks[0].or:
		return []check{{condition: jen.Add(condition).Op("&&").Parens(checks[0].condition), then: checks[0].then}}
	case len(checks) == 1 && checks[0].condition != nil:
		return []check{{condition: jen.Add(condition).Op("&&").Add(checks[0].condition), then: checks[0].then}}
	}
	return []check{{condition: condition, then: statements(checks)}}
}

// quoting is a literal whose text has quotes in it.
func quoting(format string, args ...any) jen.Code {
	text := fmt.Sprintf(format, args...)
	if strings.ContainsAny(text, "`\\") {
		return jen.Lit(text)
	}
	return jen.Op("`" + text + "`")
}

// appendOne adds an error to errs, appendAll a list of them.
func appendOne(err jen.Code) *jen.Statement {
	return jen.Id("errs").Op("=").Append(jen.Id("errs"), err)
}

func appendAll(list jen.Code) *jen.Statement {
	return jen.Id("errs").Op("=").Append(jen.Id("errs"), jen.Add(list).Op("..."))
}

// checker writes the checks of one value, and adds their imports and declarations to the file.
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
