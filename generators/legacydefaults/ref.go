package legacydefaults

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/group"
)

// ref writes a value of type t that a constant or variable gives.
func (w *writer) ref(t *group.Type, object *group.Object) (expression, *misfit) {
	if object.Package != w.home && !token.IsExported(object.Name) {
		return expression{}, unfit(
			fmt.Sprintf("%s is not exported, and the generated code is in %s", object.Name, w.home),
			"export it")

	}
	if object.Constant != "" {
		return w.constantRef(t, object)
	}
	return w.variableRef(t, object)
}

// code names the constant or variable.
func (w *writer) code(object *group.Object) *jen.Statement {
	w.file.Import(object.Package, object.PackageName)
	return jen.Qual(object.Package, object.Name)
}

// constantRef is the reference to a constant without a type, which takes any type that can hold its value.
func (w *writer) constantRef(t *group.Type, object *group.Object) (expression, *misfit) {
	text, isString := object.Constant, false
	isBool := text == "true" || text == "false"
	if unquoted, err := strconv.Unquote(text); err == nil {
		text, isString = unquoted, true
	}
	mismatch := unfit(
		fmt.Sprintf("%s.%s is %s, but the type is %s", object.PackageName, object.Name, object.Constant, t),
		"name a constant or variable of that type")

	switch {
	case t.Kind == "pointer":
		inner, err := w.constantRef(t.Elem, object)
		return w.address(t.Elem, inner), err
	case t.Wraps != nil:
		inner, err := w.constantRef(t.Wraps, object)
		return w.wrapped(t, inner), err
	case isString != (t.Kind == "string"), isBool != (t.Kind == "bool"):
		return expression{}, mismatch
	case strings.HasPrefix(t.Kind, "float"):
		return expression{code: w.code(object)}, nil
	case bits[t.Kind] > 0:
		if _, err := numeral(t, text); err != nil {
			return expression{}, unfit(fmt.Sprintf("%s.%s: %s", object.PackageName, object.Name, err.what), err.fix)
		}
	case t.Kind != "string" && t.Kind != "bool":
		return expression{}, mismatch
	}
	return expression{code: w.code(object)}, nil
}

// variableRef is the reference to something that has a type. What one configuration writes must not show in another, so
// that the value is copied.
func (w *writer) variableRef(t *group.Type, object *group.Object) (expression, *misfit) {
	if assignable(object.Type, t) {
		if object.Shared != "" {
			return expression{}, unfit(
				fmt.Sprintf("%s.%s %s, which all configurations would share", object.PackageName, object.Name, object.Shared),
				"give the type that holds it a method DeepCopy")

		}
		same := identical(object.Type, t)
		return expression{code: w.copied(object), typed: same || t.Kind != "slice" && t.Kind != "map"}, nil
	}
	switch {
	case t.Kind == "pointer":
		inner, err := w.variableRef(t.Elem, object)
		return w.address(t.Elem, inner), err
	case t.Wraps != nil:
		inner, err := w.variableRef(t.Wraps, object)
		return w.wrapped(t, inner), err
	}
	return expression{}, unfit(
		fmt.Sprintf("%s.%s has the type %s, not %s", object.PackageName, object.Name, object.Type, t),
		"name a constant or variable of that type")

}

// assignable reports whether Go assigns a value of type from to a variable of type to.
func assignable(from, to *group.Type) bool {
	if identical(from, to) {
		return true
	}
	unnamed := from.Name == "" || to.Name == ""
	return unnamed && from.Kind == to.Kind && sameElements(from, to)
}

// identical reports whether two types are the same.
func identical(a, b *group.Type) bool {
	if a.Name != "" && a.Package == "" && b.Name != "" && b.Package == "" {
		return a.Kind == b.Kind // byte is uint8
	}
	if a.Name != "" || b.Name != "" {
		return a.Name == b.Name && a.Package == b.Package && !a.Generic
	}
	return a.Kind == b.Kind && sameElements(a, b)
}

// sameElements compares what pointers, lists and maps hold. Other types without a name cannot be told apart here.
func sameElements(a, b *group.Type) bool {
	switch a.Kind {
	case "pointer", "slice":
		return identical(a.Elem, b.Elem)
	case "map":
		return identical(a.Key, b.Key) && identical(a.Elem, b.Elem)
	}
	return false
}
