package schema

import (
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// lookup finds a field of a struct type.
type lookup func(t reflect.Type, name string) ([]int, reflect.Type, bool)

func goField(t reflect.Type, name string) ([]int, reflect.Type, bool) {
	f, ok := t.FieldByName(name)
	return f.Index, f.Type, ok
}

func (g *Group) jsonField(t reflect.Type, name string) ([]int, reflect.Type, bool) {
	f, ok := g.Field(t, name)
	return f.Index, f.Type, ok
}

// parsePattern splits Zones[].File into Zones, [], File.
func parsePattern(pattern string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(pattern, "[]", ".[]"), func(r rune) bool { return r == '.' })
}

// patternOf joins what parsePattern has split.
func patternOf(steps []string) string {
	return strings.ReplaceAll(strings.Join(steps, "."), ".[]", "[]")
}

// Has reports whether a version has a field with this pattern.
func (g *Group) Has(pattern, v string) bool {
	return typeAt(g.Type(v), parsePattern(pattern), g.jsonField) != nil
}

// GoPathOf returns the Go path of the field that generated validation calls by a pattern: at each step the field whose
// counterpart in the version has that JSON name or, without a counterpart, whose Go name differs in upper case only, or
// else the field of that name. It is empty if there is none.
func (g *Group) GoPathOf(pattern, v string) string {
	internal, counterpart := g.internal, g.Type(v)
	var path []string
	for _, step := range parsePattern(pattern) {
		internal = deref(internal)
		if counterpart != nil {
			counterpart = deref(counterpart)
		}
		switch {
		case step == "[]" && (internal.Kind() == reflect.Slice || internal.Kind() == reflect.Map):
			internal = internal.Elem()
			if counterpart != nil && (counterpart.Kind() == reflect.Slice || counterpart.Kind() == reflect.Map) {
				counterpart = counterpart.Elem()
			}
			path[len(path)-1] += "[]"
		case step != "[]" && internal.Kind() == reflect.Struct:
			f, of := called(g, internal, counterpart, step)
			if f == nil {
				return ""
			}
			path, internal, counterpart = append(path, f.Name), f.Type, of
		default:
			return ""
		}
	}
	return strings.Join(path, ".")
}

// called returns the field of a struct that validation calls by a name, and the type of its counterpart or nil.
func called(g *Group, internal, counterpart reflect.Type, name string) (*reflect.StructField, reflect.Type) {
	counterpartOf := func(goName string) (of reflect.Type, jsonName string) {
		if counterpart == nil || counterpart.Kind() != reflect.Struct {
			return nil, ""
		}
		same, ok := counterpart.FieldByName(goName)
		if !ok {
			return nil, ""
		}
		for _, j := range g.Fields(counterpart) {
			if slices.Equal(j.Index, same.Index) {
				jsonName = j.Name
			}
		}
		return same.Type, jsonName
	}
	for _, f := range reflect.VisibleFields(internal) {
		of, jsonName := counterpartOf(f.Name)
		if f.IsExported() && (of != nil && jsonName == name || of == nil && strings.EqualFold(f.Name, name)) {
			return &f, of
		}
	}
	// Generated validation of an alias of a published internal type names fields by their Go names.
	if f, ok := internal.FieldByName(name); ok && f.IsExported() {
		of, _ := counterpartOf(name)
		return &f, of
	}
	return nil, nil
}

// sameGoName returns the pattern of the field with the same Go name in a version.
func sameGoName(g *Group, t reflect.Type, steps []string) []string {
	var at layers.Path
	var inlined []int // the way to t from the struct that has its fields in JSON
	outer := t
	for _, step := range steps {
		t = deref(t)
		switch {
		case step == "[]" && t.Kind() == reflect.Slice:
			at, t = at.Index(0), t.Elem()
		case step == "[]" && t.Kind() == reflect.Map:
			at, t = append(slices.Clip(at), layers.Step{Kind: layers.Map, Name: "1"}), t.Elem()
		case t.Kind() == reflect.Struct:
			goField, ok := t.FieldByName(step)
			if len(inlined) == 0 {
				outer = t
			}
			index := slices.Concat(inlined, goField.Index)
			i := slices.IndexFunc(g.Fields(outer), func(f Field) bool { return slices.Equal(f.Index, index) })
			switch {
			case ok && i >= 0:
				at, t, inlined = at.Field(g.Fields(outer)[i].Name), goField.Type, nil
			case ok && deref(goField.Type).Kind() == reflect.Struct:
				t, inlined = goField.Type, index
			default:
				return nil
			}
		default:
			return nil
		}
	}
	if len(inlined) > 0 {
		return nil
	}
	return []string{at.Pattern()}
}

// goNames returns the Go names of the steps to a field, with the names of embedded structs. It omits the steps inside
// a field whose type decodes any content, such as RawExtension.
func goNames(t reflect.Type, steps []string, find lookup) (names []string) {
	for _, step := range steps {
		t = deref(t)
		if step == "[]" {
			if t.Kind() != reflect.Slice && t.Kind() != reflect.Map {
				return names
			}
			names, t = append(names, step), t.Elem()
			continue
		}
		index, _, _ := find(t, step)
		for _, i := range index {
			f := deref(t).Field(i)
			names, t = append(names, f.Name), f.Type
		}
	}
	return names
}

// typeAt returns the type of the field at the steps of a pattern, or nil.
func typeAt(t reflect.Type, steps []string, find lookup) reflect.Type {
	for _, s := range steps {
		t = deref(t)
		switch {
		case s == "[]" && (t.Kind() == reflect.Slice || t.Kind() == reflect.Map):
			t = t.Elem()
		case s != "[]" && t.Kind() == reflect.Struct:
			_, ft, ok := find(t, s)
			if !ok {
				return nil
			}
			t = ft
		default:
			return nil
		}
	}
	return t
}

// IsStruct reports whether the field at a pattern of a version is a struct with fields of its own, or a list of these.
func IsStruct(g *Group, pattern, version string) bool {
	t := typeAt(g.Type(version), parsePattern(pattern), g.jsonField)
	for t != nil {
		if t = deref(t); opaque(t) {
			return false
		}
		switch t.Kind() {
		case reflect.Struct:
			return true
		case reflect.Slice:
			t = t.Elem()
		default:
			return false
		}
	}
	return false
}
