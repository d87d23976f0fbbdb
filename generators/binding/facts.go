package binding

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/descriptor"
)

// factsOf returns fields without the facts that the struct around them has already: a secret, and operating systems,
// cover everything in a struct.
func factsOf(fields []descriptor.Field) []descriptor.Field {
	known := map[string]descriptor.Field{}
	var out []descriptor.Field
	for _, f := range fields {
		known[f.Path] = f
		around := known[strings.TrimRight(f.Path[:max(strings.LastIndexByte(f.Path, '.'), 0)], "[*]")]
		f.Secret = f.Secret && !around.Secret
		if slices.Equal(f.OS, around.OS) {
			f.OS = nil
		}
		out = append(out, f)
	}
	return out
}

// flagsOf returns the flags that set a field.
func flagsOf(flags []descriptor.Flag) []descriptor.Flag {
	return slices.DeleteFunc(slices.Clone(flags), func(f descriptor.Flag) bool { return f.Sets == "" })
}

// atStart returns the items of a list literal, one a line: objects of a descriptor with the facts that a loader needs
// at a start. An object without such a fact is left out.
func atStart[T any](objects []T) []jen.Code {
	var items []jen.Code
	for _, object := range objects {
		if facts := literal(reflect.ValueOf(object), nil); len(facts) > 1 {
			items = append(items, jen.Line().Values(facts...))
		}
	}
	if len(items) > 0 {
		items = append(items, jen.Line())
	}
	return items
}

// literal returns the elements of a struct literal for the facts in a struct that are not empty: those with the given
// names; without names, those with the struct tag start, or all if the struct has no such tags.
func literal(v reflect.Value, names []string) []jen.Code {
	all := len(names) == 0
	for i := range v.NumField() {
		all = all && v.Type().Field(i).Tag.Get("start") == ""
	}
	var elements []jen.Code
	for i := range v.NumField() {
		field := v.Type().Field(i)
		tag := field.Tag.Get("start")
		switch {
		case v.Field(i).IsZero():
			continue
		case len(names) > 0 && !field.Anonymous && !slices.Contains(names, field.Name), len(names) == 0 && !all && tag == "":
			continue
		}
		inside := names
		if tag != "" && tag != "true" {
			inside = strings.Split(tag, ",")
		}
		if value := expression(v.Field(i), inside); value != nil {
			elements = append(elements, jen.Id(field.Name).Op(":").Add(value))
		}
	}
	return elements
}

// expression returns a value as a Go expression; nil for a struct without facts.
func expression(v reflect.Value, names []string) *jen.Statement {
	switch v.Kind() {
	case reflect.Bool:
		return jen.Lit(v.Bool())
	case reflect.String:
		return jen.Lit(v.String())
	case reflect.Pointer:
		return jen.Op("&").Qual(described, v.Type().Elem().Name()).Values(literal(v.Elem(), nil)...)
	case reflect.Slice:
		return jen.Index().Add(typeName(v.Type().Elem())).ValuesFunc(func(list *jen.Group) {
			for i := range v.Len() {
				if v.Index(i).Kind() == reflect.Struct {
					list.Values(literal(v.Index(i), nil)...)
				} else {
					list.Add(expression(v.Index(i), nil))
				}
			}
		})
	case reflect.Struct:
		if facts := literal(v, names); len(facts) > 0 {
			return jen.Qual(described, v.Type().Name()).Values(facts...)
		}
		return nil
	}
	panic("binding: a fact of kind " + v.Kind().String() + " has no literal")
}

// typeName returns the name of a type of package descriptor, or of a basic type.
func typeName(t reflect.Type) *jen.Statement {
	if t.PkgPath() == "" {
		return jen.Id(t.Name())
	}
	return jen.Qual(described, t.Name())
}
