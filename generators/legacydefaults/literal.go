package legacydefaults

import (
	"fmt"
	"go/token"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// misfit says why a value does not fit a field, and what to write instead.
type misfit struct {
	what, fix string
	// wrong is a part of the value, and right is what is meant; empty if that is not known.
	wrong, right string
}

func unfit(what, fix string) *misfit { return &misfit{what: what, fix: fix} }

// useRef is the way out for types whose values cannot be written in a marker.
const useRef = "declare the value as a constant or variable and name it by ref(import/path.Ident)"

func cannotWrite(t *group.Type) *misfit {
	return unfit(fmt.Sprintf("a value of type %s cannot be written here", t), useRef)
}

// writer writes the value of one field in Go.
type writer struct {
	file *emit.File
	home string // the package in which the code stands
	// needsPointer says that the code calls pointerTo.
	needsPointer bool
	// copies are the variables that functions copy, by the name of the function.
	copies map[string]*group.Object
	// problem tells of a type that the code names and cannot.
	problem *misfit
	// format is the format of the field whose texts are written.
	format string
}

// expression is a value in Go.
type expression struct {
	// code is the whole expression. Of a composite literal, body is what follows its type; of any other value it is nil.
	code, body *jen.Statement
	// typed says that the expression has the wanted type wherever it stands: it is not an untyped constant.
	typed bool
}

// value is what a field's marker says.
func (w *writer) value(field *group.Field) (*jen.Statement, *misfit) {
	given := field.LegacyDefault
	if given.Ref != nil {
		e, err := w.ref(field.Type, given.Ref)
		return e.code, err
	}
	e, err := w.formatted(field, input{text: given.Text})
	return e.code, err
}

// formatted writes the value of a field whose texts may have a format.
func (w *writer) formatted(field *group.Field, in input) (expression, *misfit) {
	outer := w.format
	defer func() { w.format = outer }()
	w.format = field.Marked.Format
	return w.literal(field.Type, field.Fields, in)
}

// literal writes a value of type t; fields are the fields of the struct that t is, points to, or lists.
func (w *writer) literal(t *group.Type, fields []*group.Field, in input) (expression, *misfit) {
	switch {
	case t.Kind == "pointer":
		return w.pointer(t, fields, in)
	case in.isNull() && (t.Kind == "slice" || t.Kind == "map"):
		return expression{code: jen.Nil()}, nil
	case t.FlagValue:
		return expression{}, unfit(
			fmt.Sprintf("%s is a flag value of its own, and only its Set knows what a text means", t),
			useRef)

	}
	if scalar, known := known[t.Package+"."+t.Name]; known {
		return scalar(w, in)
	}
	switch {
	case t.Wraps != nil && !in.isObject():
		inner, err := w.literal(t.Wraps, fieldsIn(fields, t.WrapsField), in)
		return w.wrapped(t, inner), err
	case t.Leaf:
		return expression{}, unfit(fmt.Sprintf("%s reads itself from a text in a way of its own", t), useRef)
	}
	switch t.Kind {
	case "bool":
		return boolean(t, in)
	case "string":
		return w.text(t, in)
	case "slice":
		return w.list(t, fields, in)
	case "map":
		return w.mapping(t, fields, in)
	case "struct":
		return w.object(t, fields, in)
	}
	return number(t, in)
}

// fieldsIn are the fields of the struct in the named field.
func fieldsIn(fields []*group.Field, name string) []*group.Field {
	for _, field := range fields {
		if field.Name == name {
			return field.Fields
		}
	}
	return nil
}

func (w *writer) pointer(t *group.Type, fields []*group.Field, in input) (expression, *misfit) {
	if in.isNull() {
		return expression{code: jen.Nil()}, nil
	}
	inner, err := w.literal(t.Elem, fields, in)
	return w.address(t.Elem, inner), err
}

// address is a pointer to a variable with the given value.
func (w *writer) address(t *group.Type, inner expression) expression {
	if inner.body != nil {
		return expression{code: jen.Op("&").Add(inner.code), body: inner.body, typed: true}
	}
	w.needsPointer = true
	if inner.typed {
		return expression{code: jen.Id("pointerTo").Call(inner.code), typed: true}
	}
	return expression{code: jen.Id("pointerTo").Types(w.typeName(t)).Call(inner.code), typed: true}
}

// wrapped puts a value into the wrapper t.
func (w *writer) wrapped(t *group.Type, inner expression) expression {
	return w.composite(t, jen.Values(jen.Id(t.WrapsField).Op(":").Add(inner.code)))
}

func (w *writer) composite(t *group.Type, body *jen.Statement) expression {
	return expression{code: w.typeName(t).Add(body), body: body, typed: true}
}

// typeName is the type in Go. A type that the code's package cannot name becomes the writer's problem.
func (w *writer) typeName(t *group.Type) *jen.Statement {
	for part := t; part != nil; part = part.Elem {
		if part.Package != "" && part.Package != w.home && !token.IsExported(part.Name) {
			w.problem = unfit(
				fmt.Sprintf("the type %s is not exported, and the generated code is in %s", part, w.home),
				"export the type")

		}
		if part.Name != "" {
			break
		}
	}
	return w.file.Type(t)
}
