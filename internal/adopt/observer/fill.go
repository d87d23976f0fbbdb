package observer

import (
	"encoding/json"
	"net"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// further are trials of a flag that does more than to replace one value, for certain. Its field has a value beforehand,
// as a file gives it to an object before or after the registration, which can be replaced, or gets more, or loses
// something; or all other fields have other values, since a value can look at more than its field. What cannot be tried
// is left out.
func (s *session) further(f located, field string, sets []observe.Set) (done []observe.Set) {
	accepted := valuesOf(sets)
	if field == "" || len(accepted) == 0 || scalar.MatchString(valueName(f.Value)) {
		return nil
	}
	late := &observe.Held{Field: field, Late: true}
	lines := []observe.Set{
		{Values: accepted[0], Held: &observe.Held{Field: field}}, {Values: accepted[0], Held: late},
		{Values: accepted[0], Held: &observe.Held{Field: field, Late: true, Others: true}},
	}
	if kind := s.kindOf(field); kind == reflect.Slice || kind == reflect.Map {
		if len(accepted) > 1 {
			lines = append(lines, observe.Set{Values: []string{accepted[0][0], accepted[1][0]}, Held: late})
		}
		for _, value := range []string{"", "configgen-a-", "a-", "a-,b=1"} { // a minus removes a key in some
			lines = append(lines, observe.Set{Values: []string{value}, Held: late})
		}
	}
	for _, line := range lines {
		if set, made := s.setOn(f, line, nil); made {
			done = append(done, set)
		}
	}
	return done
}

// valuesOf returns the command lines with one value that were accepted.
func valuesOf(sets []observe.Set) [][]string {
	var all [][]string
	for _, set := range sets {
		if set.Error == "" && !set.Ended && len(set.Values) == 1 {
			all = append(all, set.Values)
		}
	}
	return all
}

// hold gives the field of a command line a value after the registration, or all others, and reports whether it could.
func (s *Subject) hold(held *observe.Held) bool {
	if !held.Others {
		return hold(s.again(), held.Field)
	}
	for _, l := range s.again().leaves {
		if !observe.Within(l.path, held.Field) {
			fill(l.value, 0)
		}
	}
	return true
}

// hold gives a field of an object a value, and reports whether it could. Structs behind nil pointers on the way are
// made.
func hold(o *object, field string) bool {
	v, found := o.find(field)
	return found && fill(v, 0)
}

// kindOf returns the kind of a field, or of the value that it points to; Invalid if the field does not exist.
func (s *session) kindOf(field string) reflect.Kind {
	v, found := s.first.find(field)
	if !found {
		return reflect.Invalid
	}
	t := v.Type()
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind()
}

// find returns the variable at a path of field names.
func (o *object) find(path string) (v reflect.Value, found bool) {
	v = o.root
	for _, name := range strings.Split(path, ".") {
		for v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return v, false
		}
		field, known := v.Type().FieldByName(name)
		if !known || len(field.Index) != 1 {
			return v, false
		}
		v = accessible(v.Field(field.Index[0]))
	}
	return v, true
}

// At returns the address of the struct at a path of field names below a pointer. A program cannot name the path if a
// field is not exported. Nil pointers on the path are set.
func At(pointer any, path string) unsafe.Pointer {
	v := reflect.ValueOf(pointer)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	v, _ = (&object{root: v}).find(path)
	if v.Kind() != reflect.Pointer {
		return v.Addr().UnsafePointer()
	}
	if v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
	return v.UnsafePointer()
}

// fill gives a variable a value that is the same in each program, unless it has that. It reports whether it could.
func fill(v reflect.Value, depth int) bool {
	if depth > maxNested {
		return false
	}
	if v.Type() == reflect.TypeFor[net.IPNet]() {
		v.Set(reflect.ValueOf(net.IPNet{IP: net.IPv4(198, 51, 100, 0), Mask: net.CIDRMask(120, 128)}))
		return true
	}
	if marshals(v.Type()) && unmarshaled(v) {
		return true
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		nine := reflect.ValueOf(9).Convert(v.Type())
		if v.Equal(nine) {
			nine = reflect.ValueOf(10).Convert(v.Type())
		}
		v.Set(nine)
	case reflect.String:
		v.SetString("configgen-held")
	case reflect.Pointer:
		to := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			to.Elem().Set(v.Elem())
		}
		filled := fill(to.Elem(), depth+1)
		v.Set(to)
		return filled
	case reflect.Slice:
		return fillList(v, depth)
	case reflect.Map:
		return fillMap(v, depth)
	case reflect.Struct:
		filled := false
		for i := range v.NumField() {
			filled = v.Type().Field(i).IsExported() && fill(v.Field(i), depth+1) || filled
		}
		return filled
	default:
		return false
	}
	return true
}

// unmarshaled reads a value in JSON that its type accepts, and reports whether there is one.
func unmarshaled(v reflect.Value) bool {
	for _, text := range []string{
		`"198.51.100.9"`, `"198.51.100.9:9"`, `"198.51.100.0/24"`, `"9m0s"`, `"9"`, `"2009-01-02T15:04:05Z"`, `9`, `true`,
	} {
		at := reflect.New(v.Type())
		if caught(func() error { return json.Unmarshal([]byte(text), at.Interface()) }) == nil && !at.Elem().IsZero() {
			v.Set(at.Elem())
			return true
		}
	}
	return false
}

// fillList sets a list to one element, and a list of strings to a value that flags are set to and another element.
func fillList(v reflect.Value, depth int) bool {
	list := reflect.MakeSlice(v.Type(), 2, 2)
	if list.Index(0).Kind() == reflect.String {
		list.Index(0).SetString("configgen-a")
	} else {
		list = list.Slice(1, 2)
	}
	v.Set(list)
	return fill(list.Index(list.Len()-1), depth+1)
}

// fillMap gives a map keys that flags are set to, and another one.
func fillMap(v reflect.Value, depth int) bool {
	m := reflect.MakeMap(v.Type())
	for _, name := range []string{"a", "A", "configgen-held"} {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if key.Kind() == reflect.String {
			key.SetString(name)
		} else if !fill(key, depth+1) {
			return false
		}
		fill(value, depth+1)
		m.SetMapIndex(key, value)
	}
	v.Set(m)
	return true
}

// kept returns the leaves of a field that are as they were.
func kept(field string, before, after []observe.Field) []observe.Field {
	var all []observe.Field
	for _, f := range after {
		if observe.Within(f.Path, field) && slices.Contains(before, f) {
			all = append(all, f)
		}
	}
	return all
}
