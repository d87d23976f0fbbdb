// Package schema knows the Go types of a configuration: which fields a file may set, how a value is written, and which
// field of one version is which field of another. It is the only place that uses reflection.
package schema

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// Field is one field of a struct as JSON sees it.
type Field struct {
	// Name is the JSON name.
	Name  string
	Index []int
	Type  reflect.Type
	// Secret is set by the struct tag datapolicy (KEP-1933).
	Secret bool
}

// Types caches what reflection finds out. It is not safe for concurrent use.
type Types struct {
	fields map[reflect.Type][]Field
}

// Fields lists the JSON fields of a struct type, those of inlined structs among them.
func (ts *Types) Fields(t reflect.Type) []Field {
	if fields, ok := ts.fields[t]; ok {
		return fields
	}
	var fields []Field
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		inline := name == "" && (f.Anonymous || strings.Contains(rest, "inline")) && deref(f.Type).Kind() == reflect.Struct
		switch {
		case name == "-" && rest == "", !f.IsExported() && !f.Anonymous:
			continue
		case inline:
			for _, in := range ts.Fields(deref(f.Type)) {
				in.Index = append([]int{i}, in.Index...)
				in.Secret = in.Secret || isSecret(f.Tag)
				fields = append(fields, in)
			}
			continue
		case name == "":
			name = f.Name
		}
		fields = append(fields, Field{Name: name, Index: []int{i}, Type: f.Type, Secret: isSecret(f.Tag)})
	}
	if ts.fields == nil {
		ts.fields = map[reflect.Type][]Field{}
	}
	ts.fields[t] = fields
	return fields
}

// Field finds a field by its exact JSON name.
func (ts *Types) Field(t reflect.Type, name string) (Field, bool) {
	for _, f := range ts.Fields(t) {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

func isSecret(tag reflect.StructTag) bool {
	_, ok := tag.Lookup("datapolicy")
	return ok
}

func deref(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// opaque says whether a type reads itself from JSON (durations, quantities), or takes anything.
func opaque(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler) || t.Kind() == reflect.Interface
}

// isBytes says whether JSON writes the type as a base64 string.
func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// alloc follows pointers to a value, making what is nil.
func alloc(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v
}

// fieldByIndex is reflect.Value.FieldByIndex that makes the embedded pointers it meets.
func fieldByIndex(v reflect.Value, index []int) reflect.Value {
	for i, x := range index {
		if i > 0 {
			v = alloc(v)
		}
		v = v.Field(x)
	}
	return v
}
