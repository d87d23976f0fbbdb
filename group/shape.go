package group

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
)

// fieldShape reports whether a field can be part of a configuration at all, and says why not. In types of other modules it is
// silent: what cannot be mended is passed over.
func (b *builder) fieldShape(at place, field *Field, variable *types.Var, tag string) bool {
	ours := at.declared != nil
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	refuse := func(code, what, fix string) bool {
		if ours || len(field.Markers) > 0 {
			b.report(field.Position, field.End, code, what, fix)
		}
		return false
	}
	base := field.Type.Base()
	switch {
	case name == "-" && len(field.Markers) == 0:
		return false
	case name == "-":
		return refuse("no-json", fmt.Sprintf("%s carries markers and is kept out of files by json:\"-\"", field.Path), "remove the markers, or give the field a JSON name")
	case !variable.Exported():
		return refuse("unexported-field", fmt.Sprintf("the field %s is not exported, so no file and no flag can set it", field.Path), "export it, or keep it outside the configuration")
	case base.Kind == "invalid" || field.Type.Kind == "invalid":
		b.report(field.Position, field.End, "type-error", fmt.Sprintf("the type of %s is unknown: %s", field.Path, b.typeErrorIn(at.home, field.Position, field.End)), "")
		return false
	case field.Type.cut() != nil && field.Type.cut().Kind == "pointer":
		return refuse("unsupported-type", fmt.Sprintf("%s has the type %s, a pointer with a name of its own", field.Path, field.Type.cut()), "declare the type that it points to, and write * before it here")
	case field.Type.cut() != nil:
		return refuse("recursive-type", fmt.Sprintf("%s has the type %s, which holds itself", field.Path, field.Type.cut()), limitedDepth)
	case base.Generic:
		return refuse("generic-type", fmt.Sprintf("%s has the generic type %s", field.Path, base), "declare a type of its own for it: type Name struct { ... }")
	case base.Kind == "interface" && !base.Leaf:
		return refuse("unsupported-type", fmt.Sprintf("%s is an interface, which no file can fill", field.Path), "use a concrete type")
	case base.Kind == "func" || base.Kind == "chan" || strings.HasPrefix(base.Kind, "complex") || base.Kind == "unsafe.Pointer" || base.Kind == "uintptr":
		return refuse("unsupported-type", fmt.Sprintf("%s is a %s, which no file can hold", field.Path, base.Kind), "keep it outside the configuration")
	case base.Kind == "array" || strings.Contains(typeShape(field.Type), "array"):
		return refuse("unsupported-type", fmt.Sprintf("%s is an array of fixed length, which cannot tell an unset element from a zero one", field.Path), "use a slice")
	case base.Kind == "struct" && base.Name == "":
		return refuse("unsupported-type", fmt.Sprintf("%s is a struct without a name of its own", field.Path), "declare a type for it: type Name struct { ... }")
	case field.Type.Kind == "map" && !field.Type.Leaf && field.Type.Key.Kind != "string":
		return refuse("unsupported-type", fmt.Sprintf("%s is a map whose keys are %s, and keys in a file are strings", field.Path, field.Type.Key), "use string keys")
	case field.Embedded:
		return b.embedded(at, field, refuse)
	}
	return b.hasJSONName(at, field, variable)
}

// limitedDepth is the advice about types that hold themselves.
const limitedDepth = "a configuration is a tree of limited depth: use a type of its own for each level"

// embedded checks an embedded field: a plain struct stands among its neighbours, anything else has no place in a file.
func (b *builder) embedded(at place, field *Field, refuse func(code, what, fix string) bool) bool {
	switch {
	case field.Type.Kind != "struct":
		return refuse("embedded-field", fmt.Sprintf("%s is embedded and is a %s", field.Path, field.Type.Kind), "give the field a name")
	case at.declared != nil && len(field.Markers) > 0 && !onlySubfields(field):
		b.reach(field.Type)
		return refuse("embedded-field", fmt.Sprintf("+%s stands on the embedded %s, which has no value of its own", field.Markers[0].Name, field.Path),
			"put it on the fields inside, or give the field a name")
	}
	return true
}

// reach says that a root leads to a type, though nothing below it is built.
func (b *builder) reach(t *Type) {
	if s := b.syntaxOf(t.Package); s != nil && s.types[t.Name] != nil {
		s.types[t.Name].reached = true
	}
}

func onlySubfields(field *Field) bool {
	return len(field.Markers.Named("subfield")) == len(field.Markers)
}

// hasJSONName checks that the fields of an external type say what they are called in a file.
func (b *builder) hasJSONName(at place, field *Field, variable *types.Var) bool {
	if at.declared == nil || at.external == nil || at.external != at.goType {
		return true
	}
	for i := range at.goType.NumFields() {
		if name, _, _ := strings.Cut(reflect.StructTag(at.goType.Tag(i)).Get("json"), ","); at.goType.Field(i) == variable && name == "" {
			b.report(field.Position, field.End, "no-json", fmt.Sprintf("%s has no JSON name", field.Path), fmt.Sprintf("add the tag `json:\"%s\"`", lowerCamel(field.Name)))
		}
	}
	return true
}
