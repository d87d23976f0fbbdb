package schema

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/memo"
)

// Field is a field of a struct as JSON sees it.
type Field struct {
	// Name is the JSON name.
	Name  string
	Index []int
	Type  reflect.Type
	// Secret is set by the struct tag datapolicy (KEP-1753).
	Secret bool
}

// Types knows the fields of types. It is safe for concurrent use.
type Types struct {
	fields memo.Of[reflect.Type, []Field]
}

// Fields returns the JSON fields of a struct type, including the fields of inlined structs.
func (ts *Types) Fields(t reflect.Type) []Field {
	return ts.fields.Get(t, func() []Field { return ts.fieldsOf(t) })
}

func (ts *Types) fieldsOf(t reflect.Type) (fields []Field) {
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
	return fields
}

// Walk visits the fields of a type in their order, with the fields of the structs in it. [] in a pattern means the
// items of a list and the values of a map. A type inside itself is not entered again.
func (ts *Types) Walk(t reflect.Type, found func(pattern string, t reflect.Type)) {
	walker{fields: ts.Fields, enter: func(at layers.Path, f Field) bool {
		found(at.Pattern(), f.Type)
		return true
	}}.walk(t, nil, map[reflect.Type]bool{})
}

// walker visits the fields of a type, with the fields of the structs in it.
type walker struct {
	fields func(reflect.Type) []Field
	// enter visits a field, and reports whether its type is entered.
	enter func(at layers.Path, f Field) bool
	// again is called in place of a type that is in itself. It may be nil.
	again func(at layers.Path, t reflect.Type)
}

func (w walker) walk(t reflect.Type, at layers.Path, active map[reflect.Type]bool) {
	t = deref(t)
	switch {
	case opaque(t) || isBytes(t):
	case active[t]:
		if w.again != nil {
			w.again(at, t)
		}
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map:
		w.walk(t.Elem(), at.Index(0), active)
	case t.Kind() == reflect.Struct:
		active[t] = true
		defer delete(active, t)
		for _, f := range w.fields(t) {
			if path := at.Field(f.Name); w.enter(path, f) {
				w.walk(f.Type, path, active)
			}
		}
	}
}

// Field returns the field with exactly this JSON name.
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

// opaque reports whether a type reads itself from JSON (durations, quantities), or is an interface.
func opaque(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler) || t.Kind() == reflect.Interface
}

// isBytes reports whether JSON writes the type as a base64 string.
func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// alloc follows pointers to a value and allocates nil ones.
func alloc(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v
}
