package schema

import (
	"bytes"
	"encoding/json"
	"reflect"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
)

// Equal reports whether two values of one type are the same configuration: empty lists and maps are equal to nil ones,
// and types that compare themselves (times, addresses) decide by their method Equal, quantities by their amount.
func Equal(a, b any) bool { return equal(reflect.ValueOf(a), reflect.ValueOf(b)) }

func equal(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if q, ok := a.Interface().(resource.Quantity); ok {
		return q.Cmp(b.Interface().(resource.Quantity)) == 0 //nolint:forcetypeassert // Both have one type.
	}
	if raw, ok := a.Interface().(runtime.RawExtension); ok {
		other := b.Interface().(runtime.RawExtension) //nolint:forcetypeassert // Both have one type.
		return equal(reflect.ValueOf(raw.Object), reflect.ValueOf(other.Object)) &&
			(raw.Object != nil || sameJSON(raw.Raw, other.Raw))
	}
	if a.Kind() == reflect.Pointer || a.Kind() == reflect.Interface {
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return a.Elem().Type() == b.Elem().Type() && equal(a.Elem(), b.Elem())
	}
	if compare := a.MethodByName("Equal"); compare.IsValid() && compare.Type().NumIn() == 1 &&
		compare.Type().In(0) == a.Type() && compare.Type().NumOut() == 1 && compare.Type().Out(0).Kind() == reflect.Bool {
		return compare.Call([]reflect.Value{b})[0].Bool()
	}
	switch a.Kind() {
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, key := range a.MapKeys() {
			if other := b.MapIndex(key); !other.IsValid() || !equal(a.MapIndex(key), other) {
				return false
			}
		}
		return true
	case reflect.Struct:
		return equalStructs(a, b)
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// sameJSON reports whether two texts are one value in JSON. No text is null.
func sameJSON(a, b []byte) bool {
	parsed := func(text []byte) (value any, err error) {
		if len(text) > 0 {
			dec := json.NewDecoder(bytes.NewReader(text))
			dec.UseNumber()
			err = dec.Decode(&value)
		}
		return value, err
	}
	first, errA := parsed(a)
	second, errB := parsed(b)
	return errA == nil && errB == nil && reflect.DeepEqual(first, second)
}

func equalStructs(a, b reflect.Value) bool {
	for i := range a.NumField() {
		if !a.Type().Field(i).IsExported() {
			return reflect.DeepEqual(a.Interface(), b.Interface()) // A type such as an IP address.
		}
	}
	for i := range a.NumField() {
		if !equal(a.Field(i), b.Field(i)) {
			return false
		}
	}
	return true
}

// Differing returns the Go paths of the fields that differ between two values of one type. Fields that no file can
// express have no other name.
func Differing(a, b any) []string { return differing(reflect.ValueOf(a), reflect.ValueOf(b), "") }

func differing(a, b reflect.Value, path string) []string {
	if equal(a, b) {
		return nil
	}
	if a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
		return differing(a.Elem(), b.Elem(), path)
	}
	if a.Kind() != reflect.Struct {
		return []string{path}
	}
	var fields []string
	for i := range a.NumField() {
		field := a.Type().Field(i)
		if !field.IsExported() {
			return []string{path} // A type such as a quantity.
		}
		fields = append(fields, differing(a.Field(i), b.Field(i), join(path, field.Name))...)
	}
	return fields
}

// IsZeroAt reports whether the field at a Go path is zero, or an empty list or map.
func IsZeroAt(object any, goPath string) bool {
	v := fieldAt(object, goPath)
	return v.IsValid() && (v.IsZero() || (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0)
}

// LenAt returns the number of items in the list at a Go path.
func LenAt(object any, goPath string) int {
	if v := fieldAt(object, goPath); v.IsValid() && v.Kind() == reflect.Slice {
		return v.Len()
	}
	return 0
}

// RemoveRepeated removes the items of the list of scalars at a Go path that are in it before.
func RemoveRepeated(object any, goPath string) {
	v := fieldAt(object, goPath)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() != reflect.Slice || v.Len() < 2 || !v.Type().Elem().Comparable() {
		return
	}
	seen, kept := map[any]bool{}, reflect.MakeSlice(v.Type(), 0, v.Len())
	for i := range v.Len() {
		if item := v.Index(i).Interface(); !seen[item] {
			seen[item] = true
			kept = reflect.Append(kept, v.Index(i))
		}
	}
	v.Set(kept)
}

// BoolsAt returns the map of booleans at a Go path.
func BoolsAt(object any, goPath string) map[string]bool {
	out := map[string]bool{}
	if v := fieldAt(object, goPath); v.IsValid() && v.Kind() == reflect.Map {
		for _, key := range v.MapKeys() {
			out[key.String()] = v.MapIndex(key).Bool()
		}
	}
	return out
}

// fieldAt returns the field at a Go path without lists. It is invalid if a pointer on the way is nil.
func fieldAt(object any, goPath string) reflect.Value {
	v := reflect.ValueOf(object)
	for _, name := range parsePattern(goPath) {
		for v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		v = v.FieldByName(name)
	}
	return v
}
