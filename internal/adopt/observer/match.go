package observer

import (
	"reflect"
	"slices"
)

// maxGraph is how far a value of a flag is followed: a wrapper around a value around a pointer is usual, more is not.
const maxGraph = 8

// matcher finds the leaves that the value of a flag points to.
type matcher struct {
	objects []*object
	seen    map[visit]bool
	found   []string
}

// pointsTo are the paths of the leaves that a value points to, without duplicates.
func pointsTo(objects []*object, value any) []string {
	m := &matcher{objects: objects, seen: map[visit]bool{}}
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	m.follow(v, 0)
	slices.Sort(m.found)
	return slices.Compact(m.found)
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

// inside reports whether a pointer leads to an object and not to one of its leaves. What the object leads to from there
// says nothing of the flag.
func (m *matcher) inside(pointer uintptr) bool {
	return slices.ContainsFunc(m.objects, func(o *object) bool {
		return slices.ContainsFunc(o.places, func(p place) bool {
			return p.start <= pointer && pointer < p.start+p.size
		})
	})
}

func (m *matcher) hit(pointer uintptr, elem reflect.Type) bool {
	for _, o := range m.objects {
		if path, found := o.at(pointer, elem); found {
			m.found = append(m.found, path)
			return true
		}
	}
	return false
}
