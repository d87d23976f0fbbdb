package observer

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// render is a value in JSON. The fields of structs without a form of their own have their Go names; what cannot be
// compared, such as a function, is only there or not.
func render(v reflect.Value) string {
	var b strings.Builder
	(&renderer{&b}).value(v, 0)
	return b.String()
}

type renderer struct{ *strings.Builder }

// maxNested is how deep a leaf is looked into: what is further away is not of a configuration.
const maxNested = 8

func (r *renderer) value(v reflect.Value, depth int) {
	if depth > maxNested {
		r.WriteString("null")
		return
	}
	if marshals(v.Type()) && !(v.Kind() == reflect.Pointer && v.IsNil()) && r.marshaled(v) {
		return
	}
	if text, ok := printed(v); ok {
		r.text(text)
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		r.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		r.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		r.WriteString(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32:
		r.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 32))
	case reflect.Float64:
		r.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	case reflect.String:
		r.text(v.String())
	case reflect.Pointer:
		if v.IsNil() {
			r.WriteString("null")
		} else {
			r.value(v.Elem(), depth+1)
		}
	case reflect.Interface:
		if v.IsNil() {
			r.WriteString("null")
		} else {
			r.text(typeName(v.Elem().Type()))
		}
	case reflect.Slice, reflect.Array:
		r.list(v, depth)
	case reflect.Map:
		r.entries(v, depth)
	case reflect.Struct:
		r.structure(v, depth)
	default:
		r.text(typeName(v.Type()))
	}
}

// marshaled writes the form that a value has of its own.
func (r *renderer) marshaled(v reflect.Value) (done bool) {
	defer func() {
		if recover() != nil {
			done = false
		}
	}()
	if !v.CanAddr() {
		at := reflect.New(v.Type()).Elem()
		at.Set(v)
		v = at
	}
	content, err := json.Marshal(accessible(v).Addr().Interface())
	if err != nil || v.Kind() != reflect.Struct && !isWhole(v, content) {
		return false
	}
	r.Write(content)
	return true
}

// isWhole reports whether the form of a value tells it from all others. That of a secret can be the same for all.
func isWhole(v reflect.Value, form []byte) bool {
	back := reflect.New(v.Type())
	return json.Unmarshal(form, back.Interface()) == nil &&
		reflect.DeepEqual(back.Elem().Interface(), accessible(v).Interface())
}

// printed is what a struct of the standard library prints, as net.IPNet does.
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
	failed := caught(func() error {
		text = stringer.String()
		return nil
	})
	return text, failed == nil
}

func (r *renderer) text(s string) {
	content, _ := json.Marshal(s) // a string has a form
	r.Write(content)
}

func (r *renderer) list(v reflect.Value, depth int) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		r.WriteString("null")
		return
	}
	r.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			r.WriteByte(',')
		}
		r.value(v.Index(i), depth+1)
	}
	r.WriteByte(']')
}

func (r *renderer) entries(v reflect.Value, depth int) {
	if v.IsNil() {
		r.WriteString("null")
		return
	}
	r.WriteByte('{')
	for i, key := range sortedKeys(v) {
		if i > 0 {
			r.WriteByte(',')
		}
		r.text(fmt.Sprint(key))
		r.WriteByte(':')
		r.value(v.MapIndex(key), depth+1)
	}
	r.WriteByte('}')
}

func (r *renderer) structure(v reflect.Value, depth int) {
	r.WriteByte('{')
	first := true
	for i := range v.NumField() {
		field := v.Field(i)
		switch field.Kind() {
		case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Interface:
			continue
		case reflect.Pointer, reflect.Map:
			if !v.Type().Field(i).IsExported() { // such as the cache of a library
				continue
			}
		}
		if !first {
			r.WriteByte(',')
		}
		first = false
		r.text(v.Type().Field(i).Name)
		r.WriteByte(':')
		r.value(readable(v, i), depth+1)
	}
	r.WriteByte('}')
}

// readable is a field of a struct, which may be unexported.
func readable(v reflect.Value, i int) reflect.Value {
	if !v.CanAddr() {
		at := reflect.New(v.Type()).Elem()
		at.Set(v)
		v = at
	}
	return accessible(v.Field(i))
}

// typeName is the name of a type with import paths.
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
