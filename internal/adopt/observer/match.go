package observer

import (
	"reflect"
	"slices"
)

// maxGraph is how far a value of a flag is followed: a wrapper around a value around a pointer is usual, more is not.
const maxGraph = 8

// matcher finds the leaves that the value of a flag points to.
type matcher struct {
	object *object
	seen   map[visit]bool
	found  []string
	// variables are what it points to outside of the object.
	variables []reflect.Value
}

// matched follows a value.
func matched(o *object, value any) *matcher {
	m := &matcher{object: o, seen: map[visit]bool{}}
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	m.follow(v, 0)
	return m
}

// pointsTo are the paths of the leaves that a value points to, without duplicates.
func pointsTo(o *object, value any) []string {
	m := matched(o, value)
	slices.Sort(m.found)
	return slices.Compact(m.found)
}

// watch notes the variables outside of the object that a value points to. What it returns is the type of one that has
// changed since; empty if none has.
func watch(o *object, value any) func() string {
	variables := matched(o, value).variables
	texts := make([]string, len(variables))
	for i, v := range variables {
		texts[i] = render(v)
	}
	return func() string {
		for i, v := range variables {
			if render(v) != texts[i] {
				return typeName(v.Type())
			}
		}
		return ""
	}
}

// isVariable reports whether a type is one of variables that flags set, and not a part of the value itself.
func isVariable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}

// follow looks at a variable of the value.
func (m *matcher) follow(v reflect.Value, depth int) {
	if depth > maxGraph {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || m.hit(v.Pointer(), v.Type().Elem()) || m.inside(v.Pointer()) {
			return
		}
		at := visit{v.Pointer(), v.Type().Elem()}
		if m.seen[at] {
			return
		}
		m.seen[at] = true
		if depth > 0 && isVariable(v.Type().Elem()) {
			m.variables = append(m.variables, v.Elem())
		}
		m.follow(v.Elem(), depth+1)
	case reflect.Map:
		if !v.IsNil() {
			m.hit(v.Pointer(), v.Type())
		}
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		at := reflect.New(v.Elem().Type()).Elem()
		at.Set(v.Elem())
		m.follow(at, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			m.follow(accessible(v.Field(i)), depth+1)
		}
	}
}

// inside reports whether a pointer leads to the object and not to one of its leaves. What the object leads to from
// there says nothing of the flag.
func (m *matcher) inside(pointer uintptr) bool {
	return slices.ContainsFunc(m.object.places, func(p place) bool {
		return p.start <= pointer && pointer < p.start+p.size
	})
}

func (m *matcher) hit(pointer uintptr, elem reflect.Type) bool {
	path, found := m.object.at(pointer, elem)
	if found {
		m.found = append(m.found, path)
	}
	return found
}
