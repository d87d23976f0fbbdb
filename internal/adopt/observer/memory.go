package observer

import "reflect"

// memory has the object of the first run as it was before the registration. A component can have its options, or
// what they point to, in a variable of a package, which is the same in each run: it gets its values back.
type memory struct {
	noting bool
	root   variable
	leaves []variable
}

// variable is a variable with its value of the first run.
type variable struct{ at, held reflect.Value }

func variableOf(v reflect.Value) variable { return variable{v, copied(v)} }

// restore gives what an object has in common with the first run its values back. It is walked again then.
func (m *memory) restore(o *object) *object {
	if m.noting {
		m.root = variableOf(o.root)
		for _, l := range o.leaves {
			m.leaves = append(m.leaves, variableOf(l.value))
			if l.value.Kind() == reflect.Pointer && !l.value.IsNil() {
				m.leaves = append(m.leaves, variableOf(l.value.Elem()))
			}
		}
		return o
	}
	if m.root.at.IsValid() && m.root.at.Type() == o.root.Type() && m.root.at.UnsafeAddr() == o.root.UnsafeAddr() {
		o.root.Set(m.root.held)
	}
	for _, v := range m.leaves {
		v.at.Set(copied(v.held))
	}
	return walk(o.root.Addr(), o.own)
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
