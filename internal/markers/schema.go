package markers

import (
	"reflect"
	"strings"
)

// tagged returns the struct field for the argument of the given name; "=" is the value, "0" the positional argument.
func tagged(shape reflect.Type, name string) (reflect.StructField, bool) {
	for i := range shape.NumField() {
		if field := shape.Field(i); field.Tag.Get("arg") == name {
			return field, true
		}
	}
	return reflect.StructField{}, false
}

func fieldOf(target reflect.Value, name string) (reflect.Value, bool) {
	field, ok := tagged(target.Type(), name)
	if !ok {
		return reflect.Value{}, false
	}
	return target.FieldByIndex(field.Index), true
}

// Synopsis returns how a marker is written, with all its arguments.
func Synopsis(spec Spec) string {
	var arguments []string
	value := ""
	for i := range spec.Shape.NumField() {
		field := spec.Shape.Field(i)
		switch arg := field.Tag.Get("arg"); arg {
		case "0":
			arguments = append(arguments, exampleOf(field))
		case "=":
			value = "=" + exampleOf(field)
			if field.Tag.Get("optional") != "" {
				value = "[" + value + "]"
			}
		case "*":
			arguments = append(arguments, `key: "..."`)
		case "=+":
			value = "[=value or =+tag]"
			if _, limit := tagged(spec.Shape, "="); !limit {
				value = "=+tag"
			}
		default:
			arguments = append(arguments, arg+": "+exampleOf(field))
		}
	}
	text := "+" + spec.Name
	if len(arguments) > 0 {
		text += "(" + strings.Join(arguments, ", ") + ")"
	}
	return text + value
}

// exampleOf returns the type of an argument in the notation of the manual.
func exampleOf(field reflect.StructField) string {
	if values := field.Tag.Get("oneof"); values != "" {
		return strings.ReplaceAll(values, ",", "|")
	}
	named := field.Tag.Get("arg") != "=" && field.Tag.Get("arg") != "0"
	switch field.Type {
	case reflect.TypeFor[bool]():
		return "true|false"
	case reflect.TypeFor[*int]():
		return "3"
	case reflect.TypeFor[[]string]():
		if field.Tag.Get("arg") != "=" { // only a value needs no quotes
			return `"a,b"`
		}
		return "a,b"
	case reflect.TypeFor[Ref]():
		if named {
			return `"import/path.Func"`
		}
		return "import/path.Func"
	case reflect.TypeFor[Deprecation]():
		return `"..."|false`
	case reflect.TypeFor[Marker]():
		return "+marker..."
	}
	if named {
		return `"..."`
	}
	return strings.ToLower(field.Name)
}
