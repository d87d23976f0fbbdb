package observer

import "reflect"

// memory has the objects of the first run as they were before the registration. A component can have its options in a
// variable of a package, which is the same in each run: it gets its values back.
type memory struct {
	noting bool
	known  map[visit][]reflect.Value
	// objects keeps the addresses from being used again.
	objects []*object
}

// restore gives an object of an earlier run its values back, and reports whether it is one.
func (m *memory) restore(o *object) bool {
	at := visit{o.root.Addr().Pointer(), o.root.Type()}
	held, again := m.known[at]
	switch {
	case again && !m.noting:
		o.root.Set(held[0])
		for i, l := range walk(o.root.Addr(), o.name, o.own).leaves {
			if i+1 < len(held) && l.value.Type() == held[i+1].Type() {
				l.value.Set(copied(held[i+1]))
			}
		}
	case m.noting:
		held = []reflect.Value{copied(o.root)}
		for _, l := range o.leaves {
			held = append(held, copied(l.value))
		}
		m.known[at], m.objects = held, append(m.objects, o)
	}
	return again
}

// copied is a variable of its own with the value of another, and with the elements of a list, a map or a pointer.
func copied(v reflect.Value) reflect.Value {
	at := reflect.New(v.Type()).Elem()
	at.Set(v)
	switch {
	case v.Kind() == reflect.Slice && !v.IsNil():
		at.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
	case v.Kind() == reflect.Map && !v.IsNil():
		at.Set(reflect.MakeMap(v.Type()))
		for _, key := range v.MapKeys() {
			at.SetMapIndex(key, v.MapIndex(key))
		}
	case v.Kind() == reflect.Pointer && !v.IsNil():
		at.Set(reflect.New(v.Type().Elem()))
		at.Elem().Set(v.Elem())
	}
	return at
}
