package schema

import (
	"fmt"
	"reflect"
)

// Addresses knows the addresses of the fields of an object. A delegated registration (+flagsFrom) does not say which
// field a flag sets; the pointer in its pflag.Value does.
type Addresses struct {
	fields []address
}

type address struct {
	start, size uintptr
	path        string
}

// AddressesOf returns the addresses of the object that a pointer points to.
func AddressesOf(object any) *Addresses {
	out := &Addresses{}
	out.collect(reflect.ValueOf(object).Elem(), "")
	return out
}

func (a *Addresses) collect(v reflect.Value, path string) {
	t := v.Type()
	if t.Kind() == reflect.Struct && !opaque(t) {
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				a.collect(v.Field(i), join(path, f.Name))
			}
		}
		return
	}
	a.fields = append(a.fields, address{v.Addr().Pointer(), t.Size(), path})
	if t.Kind() == reflect.Pointer && !v.IsNil() {
		a.collect(v.Elem(), path)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Owner returns the Go path of the field that a flag value writes to, or "" if it cannot be found (a closure).
func (a *Addresses) Owner(flagValue any) string { return a.owner(reflect.ValueOf(flagValue), 0) }

func (a *Addresses) owner(v reflect.Value, depth int) string {
	const maxDepth = 5 // A value in two wrappers.
	if depth > maxDepth || !v.IsValid() {
		return ""
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		if path := a.find(v.Pointer(), v.Type().Elem().Size()); path != "" {
			return path
		}
		return a.owner(v.Elem(), depth+1)
	case reflect.Interface:
		return a.owner(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if path := a.owner(v.Field(i), depth+1); path != "" {
				return path
			}
		}
	}
	return ""
}

// find returns the path of the field that contains size bytes at start.
func (a *Addresses) find(start, size uintptr) string {
	for _, f := range a.fields {
		if f.start <= start && start+size <= f.start+f.size && size > 0 {
			return f.path
		}
	}
	return ""
}

// CopyUnset copies the values at a Go path from one object to another, unless keep reports that the field is set.
// Values that from does not have are zero. If a list has another length in from, its items are not copied.
func CopyUnset(goPath string, to, from any, keep func(goPath string) bool) {
	if !keep(goPath) {
		copyAt(reflect.ValueOf(to).Elem(), reflect.ValueOf(from).Elem(), parsePattern(goPath))
	}
}

// Clear sets the values at a Go path to zero, in every item of the lists and maps on the way.
func Clear(goPath string, object any) {
	to := reflect.ValueOf(object).Elem()
	copyAt(to, reflect.Zero(to.Type()), parsePattern(goPath))
}

func copyAt(to, from reflect.Value, steps []string) {
	for to.Kind() == reflect.Pointer {
		if to.IsNil() {
			return
		}
		to = to.Elem()
		if from.Kind() == reflect.Pointer && !from.IsNil() {
			from = from.Elem()
		} else {
			from = reflect.Zero(to.Type())
		}
	}
	switch {
	case len(steps) == 0:
		to.Set(from)
	case steps[0] != "[]":
		f, ok := to.Type().FieldByName(steps[0])
		if !ok {
			panic(fmt.Sprintf("%s has no field %s", to.Type(), steps[0]))
		}
		if len(steps) == 1 {
			to.FieldByIndex(f.Index).Set(from.FieldByIndex(f.Index))
			return
		}
		copyAt(to.FieldByIndex(f.Index), from.FieldByIndex(f.Index), steps[1:])
	case to.Kind() == reflect.Map:
		for _, key := range to.MapKeys() {
			element := reflect.New(to.Type().Elem()).Elem()
			element.Set(to.MapIndex(key))
			copyAt(element, orZero(from.MapIndex(key), element.Type()), steps[1:])
			to.SetMapIndex(key, element)
		}
	case to.Kind() == reflect.Array, to.Kind() == reflect.Slice && to.Len() == from.Len():
		for i := range to.Len() {
			copyAt(to.Index(i), from.Index(i), steps[1:])
		}
	case to.Kind() == reflect.Slice && from.Len() == 0:
		for i := range to.Len() {
			copyAt(to.Index(i), reflect.Zero(to.Type().Elem()), steps[1:])
		}
	}
}

// orZero returns a value, or zero if it is invalid.
func orZero(v reflect.Value, t reflect.Type) reflect.Value {
	if !v.IsValid() {
		return reflect.Zero(t)
	}
	return v
}
