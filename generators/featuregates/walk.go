package featuregates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// walker writes the body of one function. It either clears, or checks what is set, or values, or both.
type walker struct {
	*writer
	clear, set, values bool
}

// fields handles the fields of a struct; in is the struct or a pointer to it.
func (w *walker) fields(fields []*group.Field, in jen.Code, at emit.FieldPath, depth int) []jen.Code {
	var code []jen.Code
	for _, field := range fields {
		code = append(code, w.field(field, jen.Add(in).Dot(field.Name), at.Child(field.JSONName), depth)...)
	}
	return code
}

// field handles one field: what guards it, and what is guarded inside.
func (w *walker) field(field *group.Field, value *jen.Statement, at emit.FieldPath, depth int) []jen.Code {
	inside := w.value(field, field.Type, value, at, depth)
	if len(field.Gates) == 0 || !w.clear && !w.set {
		return inside
	}
	off := w.off(field.Gates)
	if len(field.Gates) > 1 {
		off = jen.Parens(off)
	}
	if w.clear {
		statement := jen.If(off.Op("&&").Op("!").Id("isSet").Call(at.Text())).
			Block(jen.Add(value).Op("=").Add(w.zero(field.Type)))
		return []jen.Code{otherwise(statement, inside)}
	}
	isSet, ok := nonZero(field, field.Type, value)
	if !ok {
		w.findings = append(w.findings, diag.At(field.Position, field.End, "feature-gate-type",
			fmt.Sprintf("%s has the type %s, whose zero value does not tell whether the field is set", field.Path, field.Type),
			"make the field a pointer: it has a feature gate").About(field.Path).With(field.AsPointer()))
		return nil
	}
	complaint := report("Forbidden", at.Code(), jen.Lit(group.Needs(field.Gates)))
	if len(inside) > 0 {
		return []jen.Code{otherwise(jen.If(w.off(field.Gates)).Block(jen.If(isSet).Block(complaint)), inside)}
	}
	if len(field.Fields) > 1 && field.Type.Kind == "struct" {
		isSet = jen.Parens(isSet)
	}
	return []jen.Code{jen.If(off.Op("&&").Add(isSet)).Block(complaint)}
}

// otherwise adds what is to be done if the condition of a statement does not hold.
func otherwise(statement *jen.Statement, inside []jen.Code) *jen.Statement {
	switch len(inside) {
	case 0:
		return statement
	case 1: // mostly a condition itself; a loop needs braces
		if code := fmt.Sprintf("%#v", inside[0]); strings.HasPrefix(code, "if ") {
			return statement.Else().Add(inside[0])
		}
	}
	return statement.Else().Block(inside...)
}

// report adds an error.
func report(kind string, arguments ...jen.Code) jen.Code {
	return jen.Id("errs").Op("=").Append(jen.Id("errs"), jen.Qual(emit.Field, kind).Call(arguments...))
}

// value handles what is guarded inside a value of type t.
func (w *walker) value(
	field *group.Field, t *group.Type, value *jen.Statement, at emit.FieldPath, depth int,
) []jen.Code {
	switch {
	case t.Leaf || !guarded(field.Fields) && !(w.values && t.GatedValues()):
		return nil
	case t.Kind == "pointer":
		inner := value
		switch t.Elem.Kind {
		case "struct":
		case "slice", "map", "array", "pointer":
			inner = jen.Parens(jen.Op("*").Add(value)) // what follows applies to what is behind the pointer
		default:
			inner = jen.Op("*").Add(value)
		}
		return emit.Block(jen.If(jen.Add(value).Op("!=").Nil()), w.value(field, t.Elem, inner, at, depth))
	case t.Kind == "slice" || t.Kind == "array":
		index := jen.Id(emit.Numbered("i", depth))
		element := at.Index(index)
		return emit.Block(
			jen.For(jen.Add(index).Op(":=").Range().Add(value)),
			w.value(field, t.Elem, jen.Add(value).Index(index), element, depth+1),
		)
	case t.Kind == "map":
		return w.mapping(field, t, value, at, depth)
	case t.Kind == "struct":
		return w.fields(field.Fields, value, at, depth)
	}
	return w.enum(t, value, at)
}

// mapping handles the values of a map. To validate, in the order of the keys; to clear, each is put back.
func (w *walker) mapping(
	field *group.Field, t *group.Type, value *jen.Statement, at emit.FieldPath, depth int,
) []jen.Code {
	key, element := jen.Id(emit.Numbered("key", depth)), jen.Id(emit.Numbered("element", depth))
	text := jen.Add(key)
	if t.Key.Name != "string" || t.Key.Package != "" {
		text = jen.String().Call(key)
	}
	inside := w.value(field, t.Elem, element, at.Key(text), depth+1)
	if len(inside) == 0 {
		return nil
	}
	if w.clear {
		return emit.Block(
			jen.For(jen.List(key, element).Op(":=").Range().Add(value)),
			append(inside, jen.Add(value).Index(key).Op("=").Add(element)),
		)
	}
	sorted := jen.Qual("slices", "Sorted").Call(jen.Qual("maps", "Keys").Call(value))
	return emit.Block(
		jen.For(jen.List(jen.Id("_"), key).Op(":=").Range().Add(sorted)),
		append([]jen.Code{jen.Add(element).Op(":=").Add(value).Index(key)}, inside...),
	)
}

// enum checks a value against the constants that are behind a gate.
func (w *walker) enum(t *group.Type, value *jen.Statement, at emit.FieldPath) []jen.Code {
	var code []jen.Code
	for _, c := range t.Constants {
		if len(c.Gates) == 0 {
			continue
		}
		w.file.Import(t.Package, t.PackageName)
		off := w.off(c.Gates)
		if len(c.Gates) > 1 {
			off = jen.Parens(off)
		}
		code = append(code, jen.If(jen.Add(value).Op("==").Qual(t.Package, c.Name).Op("&&").Add(off)).
			Block(report("Invalid", at.Code(), value, jen.Lit(group.Needs(c.Gates)))))
	}
	return code
}
