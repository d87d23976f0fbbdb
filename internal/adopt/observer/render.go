package observer

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxNested is the depth to which a leaf is rendered: deeper values do not belong to a configuration.
const maxNested = 8

// render returns a value in JSON. The fields of structs without a form of their own have their Go names; of values that
// cannot be compared, such as functions, it shows only whether they are nil.
func render(v reflect.Value) string { return rendered(v, 0) }

func rendered(v reflect.Value, depth int) string {
	if depth > maxNested {
		return "null"
	}
	if marshals(v.Type()) && !(v.Kind() == reflect.Pointer && v.IsNil()) {
		if text := marshaled(v); text != "" {
			return text
		}
	}
	if text, ok := printed(v); ok {
		return quoted(text)
	}
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case slices.Contains(nilable(), v.Kind()) && v.IsNil():
		return "null"
	}
	var all []string
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.String:
		return quoted(v.String())
	case reflect.Pointer:
		return rendered(v.Elem(), depth+1)
	case reflect.Interface:
		return quoted(typeName(v.Elem().Type()))
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			all = append(all, rendered(v.Index(i), depth+1))
		}
		return "[" + strings.Join(all, ",") + "]"
	case reflect.Map:
		for _, key := range sortedKeys(v) {
			all = append(all, quoted(fmt.Sprint(key))+":"+rendered(v.MapIndex(key), depth+1))
		}
		return "{" + strings.Join(all, ",") + "}"
	case reflect.Struct:
		v = addressable(v)
		for i := range v.NumField() {
			if field := v.Type().Field(i); isCompared(field) {
				all = append(all, quoted(field.Name)+":"+rendered(accessible(v.Field(i)), depth+1))
			}
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	return quoted(typeName(v.Type()))
}

func nilable() []reflect.Kind {
	return []reflect.Kind{reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map}
}

// isCompared reports whether a field of a struct has a value to compare, and is not such as the cache of a library.
func isCompared(field reflect.StructField) bool {
	switch field.Type.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Interface:
		return false
	case reflect.Pointer, reflect.Map:
		return field.IsExported()
	}
	return true
}

// addressable returns a value that has an address.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	at := reflect.New(v.Type()).Elem()
	at.Set(v)
	return at
}

// marshaled returns the JSON of a value with its own form; empty if different values can have the same JSON, as secrets
// do.
func marshaled(v reflect.Value) (form string) {
	v = accessible(addressable(v))
	caught(func() error {
		content, err := json.Marshal(v.Addr().Interface())
		if err == nil && v.Kind() != reflect.Struct {
			back := reflect.New(v.Type())
			if err = json.Unmarshal(content, back.Interface()); !reflect.DeepEqual(back.Elem().Interface(), v.Interface()) {
				return err
			}
		}
		if err == nil {
			form = string(content)
		}
		return err
	})
	return form
}

// printed returns the text that a struct of the standard library prints, such as net.IPNet.
func printed(v reflect.Value) (text string, ok bool) {
	if v.Kind() != reflect.Struct || !isStandard(v.Type()) {
		return "", false
	}
	at := reflect.New(v.Type())
	at.Elem().Set(v)
	stringer, ok := at.Interface().(fmt.Stringer)
	if !ok {
		return "", false
	}
	failure := caught(func() error {
		text = stringer.String()
		return nil
	})
	return text, failure == nil
}

func quoted(s string) string {
	content, _ := json.Marshal(s) // a string has a form
	return string(content)
}

// typeName returns the name of a type with import paths.
func typeName(t reflect.Type) string {
	if t.Name() != "" {
		if t.PkgPath() == "" {
			return t.Name()
		}
		return t.PkgPath() + "." + t.Name()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + typeName(t.Elem())
	case reflect.Slice:
		return "[]" + typeName(t.Elem())
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), typeName(t.Elem()))
	case reflect.Map:
		return "map[" + typeName(t.Key()) + "]" + typeName(t.Elem())
	}
	return t.String()
}
