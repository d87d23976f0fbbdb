package featuregates

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// walker writes the body of one function. It either clears, or checks what is set, or values, or both.
type walker struct {
	*writer
	clear, set, values bool
}

// path is the place of a value in the file, as far as the code that follows it has come: names behind a base.
type path struct {
	base  jen.Code // a *field.Path; nil at the root
	names []string
}

// child is the path of a field.
func (p path) child(name string) path {
	if name == "" {
		return p
	}
	return path{p.base, append(p.names[:len(p.names):len(p.names)], name)}
}

// code is the *field.Path.
func (p path) code() *jen.Statement {
	var names []jen.Code
	for _, name := range p.names {
		names = append(names, jen.Lit(name))
	}
	switch {
	case p.base == nil && len(names) == 0: // an embedded struct right below the root
		return jen.Parens(jen.Op("*").Qual(emit.Field, "Path")).Call(jen.Nil())
	case p.base == nil:
		return jen.Qual(emit.Field, "NewPath").Call(names...)
	case len(names) == 0:
		return jen.Add(p.base)
	}
	return jen.Add(p.base).Dot("Child").Call(names...)
}

// text is the path as a string.
func (p path) text() *jen.Statement {
	if p.base == nil {
		return jen.Lit(strings.Join(p.names, "."))
	}
	return p.code().Dot("String").Call()
}

// fields handles the fields of a struct, of which in is the value or a pointer to it.
func (w *walker) fields(fields []*group.Field, in jen.Code, at path, depth int) []jen.Code {
	var code []jen.Code
	for _, field := range fields {
		code = append(code, w.field(field, jen.Add(in).Dot(field.Name), at.child(field.JSONName), depth)...)
	}
	return code
}

// field handles one field: what guards it, and what is guarded inside.
func (w *walker) field(field *group.Field, value *jen.Statement, at path, depth int) []jen.Code {
	inside := w.value(field, field.Type, value, at, depth)
	if len(field.Gates) == 0 || !w.clear && !w.set {
		return inside
	}
	off := w.off(field.Gates)
	if len(field.Gates) > 1 {
		off = jen.Parens(off)
	}
	if w.clear {
		statement := jen.If(off.Op("&&").Op("!").Id("isSet").Call(at.text())).Block(jen.Add(value).Op("=").Add(w.zero(field.Type)))
		return []jen.Code{otherwise(statement, inside)}
	}
	isSet, ok := nonZero(field, field.Type, value)
	if !ok {
		w.findings = append(w.findings, diag.At(field.Position, field.End, "feature-gate-type",
			fmt.Sprintf("whether %s is set cannot be told from its value, a %s", field.Path, field.Type), "make it a pointer: it stands behind a feature gate"))
		return nil
	}
	complaint := report("Forbidden", at.code(), jen.Lit(group.Needs(field.Gates)))
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
func (w *walker) value(field *group.Field, t *group.Type, value *jen.Statement, at path, depth int) []jen.Code {
	switch {
	case t.Leaf || !guarded(field.Fields) && !(w.values && t.GatedValues()):
		return nil
	case t.Kind == "pointer":
		inner := value
		if t.Elem.Kind != "struct" {
			inner = jen.Op("*").Add(value)
		}
		return block(jen.If(jen.Add(value).Op("!=").Nil()), w.value(field, t.Elem, inner, at, depth))
	case t.Kind == "slice" || t.Kind == "array":
		index := jen.Id(numbered("i", depth))
		element := path{base: at.code().Dot("Index").Call(index)}
		return block(jen.For(jen.Add(index).Op(":=").Range().Add(value)), w.value(field, t.Elem, jen.Add(value).Index(index), element, depth+1))
	case t.Kind == "map":
		return w.mapping(field, t, value, at, depth)
	case t.Kind == "struct":
		return w.fields(field.Fields, value, at, depth)
	}
	return w.enum(t, value, at)
}

// mapping handles the values of a map. To validate, in the order of the keys; to clear, each is put back.
func (w *walker) mapping(field *group.Field, t *group.Type, value *jen.Statement, at path, depth int) []jen.Code {
	key, element := jen.Id(numbered("key", depth)), jen.Id(numbered("element", depth))
	text := jen.Add(key)
	if t.Key.Name != "string" || t.Key.Package != "" {
		text = jen.String().Call(key)
	}
	inside := w.value(field, t.Elem, element, path{base: at.code().Dot("Key").Call(text)}, depth+1)
	if len(inside) == 0 {
		return nil
	}
	if w.clear {
		return block(jen.For(jen.List(key, element).Op(":=").Range().Add(value)), append(inside, jen.Add(value).Index(key).Op("=").Add(element)))
	}
	sorted := jen.Qual("slices", "Sorted").Call(jen.Qual("maps", "Keys").Call(value))
	return block(jen.For(jen.List(jen.Id("_"), key).Op(":=").Range().Add(sorted)), append([]jen.Code{jen.Add(element).Op(":=").Add(value).Index(key)}, inside...))
}

// block is a statement with a body, unless there is nothing to do in it.
func block(head *jen.Statement, body []jen.Code) []jen.Code {
	if len(body) == 0 {
		return nil
	}
	return []jen.Code{head.Block(body...)}
}

// numbered is the name of a variable at some depth: i, i2, i3.
func numbered(name string, depth int) string {
	if depth == 0 {
		return name
	}
	return name + strconv.Itoa(depth+1)
}

// enum checks a value against the constants that are behind a gate.
func (w *walker) enum(t *group.Type, value *jen.Statement, at path) []jen.Code {
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
			Block(report("Invalid", at.code(), value, jen.Lit(group.Needs(c.Gates)))))
	}
	return code
}
