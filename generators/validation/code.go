package validation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// mask stands in an error for the value of a secret.
const mask = "<masked>"

// value is something that generated code looks at.
type value struct {
	// expr is the expression for it, or for a pointer to it.
	expr    jen.Code
	pointer bool
	path    path
	typ     *group.Type
	secret  bool
	// isKey says that it is a key of the map at the path.
	isKey bool
}

// read is the value itself.
func (v value) read() *jen.Statement {
	if v.pointer {
		return jen.Op("*").Add(v.expr)
	}
	return jen.Add(v.expr)
}

// address is a pointer to the value.
func (v value) address() *jen.Statement {
	if v.pointer {
		return jen.Add(v.expr)
	}
	return jen.Op("&").Add(v.expr)
}

// text is the value as a plain string.
func (v value) text() *jen.Statement {
	if v.typ.Package != "" {
		return jen.String().Call(v.read())
	}
	return v.read()
}

// shown is the value as an error shows it.
func (v value) shown() *jen.Statement {
	if v.secret {
		return jen.Lit(mask)
	}
	return v.read()
}

// invalid is the statement that reports the value.
func (v value) invalid(detail jen.Code) *jen.Statement { return v.invalidAs(v.shown(), detail) }

// invalidAs reports the value as something that reads better than the value itself.
func (v value) invalidAs(shown, detail jen.Code) *jen.Statement {
	if v.secret {
		shown = jen.Lit(mask)
	}
	return appendOne(jen.Qual(emit.Field, "Invalid").Call(v.path.code(), shown, detail))
}

// path is the expression for the path of a field. The zero value is the path of a root.
type path struct {
	base  jen.Code
	names []string
}

func (p path) child(name string) path { return path{p.base, append(slices.Clone(p.names), name)} }

func (p path) index(index jen.Code) path { return path{base: p.code().Dot("Index").Call(index)} }

func (p path) key(key jen.Code) path { return path{base: p.code().Dot("Key").Call(key)} }

func (p path) code() *jen.Statement {
	var names []jen.Code
	for _, name := range p.names {
		names = append(names, jen.Lit(name))
	}
	switch {
	case p.base == nil && len(names) == 0:
		return jen.Nil()
	case p.base == nil:
		return jen.Qual(emit.Field, "NewPath").Call(names...)
	case len(names) == 0:
		return jen.Add(p.base)
	}
	return jen.Add(p.base).Dot("Child").Call(names...)
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
