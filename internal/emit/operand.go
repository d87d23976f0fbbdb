package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/group"
)

// Operand is a value in generated code: an expression for it, or for a pointer to it.
type Operand struct {
	Expr    jen.Code
	Pointer bool
}

// Value returns the expression for the value.
func (o Operand) Value() *jen.Statement {
	if o.Pointer {
		return jen.Op("*").Add(o.Expr)
	}
	return jen.Add(o.Expr)
}

// Address returns the expression for a pointer to the value.
func (o Operand) Address() *jen.Statement {
	if o.Pointer {
		return jen.Add(o.Expr)
	}
	return jen.Op("&").Add(o.Expr)
}

// Field returns a field of the value, which is a struct.
func (o Operand) Field(name string) Operand { return Operand{Expr: jen.Add(o.Expr).Dot(name)} }

// IsSet returns the condition that a value of type t is not zero. It reports false for a type whose zero value is not
// known, such as a struct.
func IsSet(t *group.Type, o Operand) (*jen.Statement, bool) {
	switch {
	case t.Kind == "bool":
		return o.Value(), true
	case t.Kind == "slice" || t.Kind == "map":
		return jen.Len(o.Value()).Op(">").Lit(0), true
	case t.Package == "net/netip":
		return jen.Add(o.Expr).Dot("IsValid").Call(), true
	case t.HasIsZero():
		return jen.Op("!").Add(o.Expr).Dot("IsZero").Call(), true
	case t.Wraps != nil:
		return IsSet(t.Wraps, o.Field(t.WrapsField))
	}
	zero, known := Zero(t)
	return o.Value().Op("!=").Add(zero), known
}

// IsZero returns the opposite of IsSet.
func IsZero(t *group.Type, o Operand) (*jen.Statement, bool) {
	switch {
	case t.Kind == "bool":
		return jen.Op("!").Add(o.Value()), true
	case t.Kind == "slice" || t.Kind == "map":
		return jen.Len(o.Value()).Op("==").Lit(0), true
	case t.Package == "net/netip":
		return jen.Op("!").Add(o.Expr).Dot("IsValid").Call(), true
	case t.HasIsZero():
		return jen.Add(o.Expr).Dot("IsZero").Call(), true
	case t.Wraps != nil:
		return IsZero(t.Wraps, o.Field(t.WrapsField))
	}
	zero, known := Zero(t)
	return o.Value().Op("==").Add(zero), known
}

// Zero is what the zero value of a type compares equal to. It reports false if there is none, or it is not known.
func Zero(t *group.Type) (*jen.Statement, bool) {
	switch t.Kind {
	case "pointer", "interface":
		return jen.Nil(), true
	case "string":
		return jen.Lit(""), true
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "rune", "byte",
		"float32", "float64":
		return jen.Lit(0), true
	}
	return jen.Null(), false
}

// Numbered is the name of a variable in nested loops: value, value2, value3.
func Numbered(name string, depth int) string {
	if depth == 0 {
		return name
	}
	return fmt.Sprint(name, depth+1)
}

// Index is the name of the index in nested loops over lists: i, j, k, i4. No other variable has these names.
func Index(depth int) string {
	if depth < 3 {
		return string("ijk"[depth])
	}
	return Numbered("i", depth)
}

// Block is a statement with a body, unless there is nothing to do in it.
func Block(head *jen.Statement, body []jen.Code) []jen.Code {
	if len(body) == 0 {
		return nil
	}
	return []jen.Code{head.Block(body...)}
}

// Feature is the constant of a gate, or its name if the constant is not known.
func Feature(f *File, gate *group.Gate) *jen.Statement {
	if gate.Feature == nil {
		return jen.Lit(gate.Name)
	}
	f.Import(gate.Feature.Package.Path, gate.Feature.Package.Name)
	return jen.Qual(gate.Feature.Package.Path, gate.Feature.Constant)
}
