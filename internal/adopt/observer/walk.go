package observer

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Limits of a walk: an options struct can lead anywhere.
const (
	maxDepth  = 24
	maxLeaves = 5000
)

// object is a struct with all that it leads to.
type object struct {
	root   reflect.Value // the struct, addressable
	own    ownership
	leaves []leaf
	// seen has the path of each struct and leaf, and without the path of each struct and leaf of another object. Pointers
	// into the other object lead to variables of a package and are ignored.
	seen    map[variable]string
	without map[variable]string
	// later are the pointers to follow once everything that is held by value has a path.
	later []way
	// aliases are the paths of variables that have another path, too.
	aliases []string
}

// way is a variable with the way to it: its path, and its place among the fields of each struct on the way.
type way struct {
	value reflect.Value
	path  string
	order []int
}

// leaf is a leaf of the object.
type leaf = way

// variable is the memory of a variable.
type variable struct {
	at uintptr
	of reflect.Type
}

func variableOf(v reflect.Value) variable { return variable{v.UnsafeAddr(), v.Type()} }

// walk finds the leaves of an object, which is a pointer to a struct. What has several paths is known by one: that in
// the largest struct that holds it, or the first.
func walk(root reflect.Value, own ownership, without map[variable]string) *object {
	o := &object{root: root.Elem(), own: own, seen: map[variable]string{}, without: without}
	o.visit(way{value: o.root})
	for len(o.later) > 0 {
		largest := 0
		for i, w := range o.later {
			if w.value.Type().Elem().Size() > o.later[largest].value.Type().Elem().Size() {
				largest = i
			}
		}
		w := o.later[largest]
		o.later = slices.Delete(o.later, largest, largest+1)
		o.pointer(w)
	}
	slices.SortStableFunc(o.leaves, func(a, b leaf) int { return slices.Compare(a.order, b.order) })
	return o
}

// ownership distinguishes the user's types, with observed unexported fields, from the types of libraries.
type ownership []string

func (modules ownership) has(t reflect.Type) bool {
	path := t.PkgPath()
	return path == "" || slices.ContainsFunc(modules, func(module string) bool {
		return path == module || strings.HasPrefix(path, module+"/")
	})
}

// to returns the way to a variable at an index of another one.
func (w way) to(v reflect.Value, path string, index int) way {
	return way{v, path, append(slices.Clone(w.order), index)}
}

// accessible returns the same variable without the restrictions of an unexported field.
func accessible(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// visit finds the leaves of a variable. Pointers come later.
func (o *object) visit(w way) {
	v := w.value
	if len(w.order) > maxDepth || len(o.leaves) > maxLeaves || isCallback(v.Type()) || isLibrary(v.Type()) {
		return
	}
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		o.later = append(o.later, w)
		return
	}
	at := variableOf(v)
	if path, known := o.seen[at]; known {
		o.alias(w.path, path)
		return
	}
	o.seen[at] = w.path
	switch {
	case v.Kind() == reflect.Struct && !o.opaque(v.Type()):
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() || field.Anonymous || o.own.has(v.Type()) {
				o.visit(w.to(accessible(v.Field(i)), strings.TrimPrefix(w.path+"."+field.Name, "."), i))
			}
		}
	case (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && v.Len() > 0 && o.holdsStructs(v.Type()):
		for i := range v.Len() {
			o.visit(w.to(v.Index(i), fmt.Sprintf("%s[%d]", w.path, i), i))
		}
	case v.Kind() == reflect.Map && v.Len() > 0 && v.Type().Elem().Kind() == reflect.Pointer && o.holdsStructs(v.Type()):
		for i, key := range sortedKeys(v) { // the values are variables, which the pointers lead to
			to := reflect.New(v.Type().Elem()).Elem()
			to.Set(v.MapIndex(key))
			o.visit(w.to(to, fmt.Sprintf("%s[%v]", w.path, key), i))
		}
	default:
		o.leaves = append(o.leaves, w)
	}
}

// alias records another path of a variable with a known path, unless the path leads back to it.
func (o *object) alias(path, known string) {
	if known != "" && !strings.HasPrefix(path, known+".") {
		o.aliases = append(o.aliases, path)
	}
}

// pointer visits the target of a pointer. A pointer to anything but a struct with leaves is a leaf itself.
func (o *object) pointer(w way) {
	to := w.value.Elem()
	at := variableOf(to)
	path, known := o.seen[at]
	_, elsewhere := o.without[at]
	switch {
	case isLibrary(to.Type()), elsewhere:
	case known:
		o.alias(w.path, path)
	case to.Kind() == reflect.Struct && !o.opaque(to.Type()):
		o.visit(way{to, w.path, w.order})
	case o.opaque(to.Type()) && !marshals(to.Type()) && !o.own.has(to.Type()):
	default:
		o.seen[at] = w.path
		o.leaves = append(o.leaves, w)
	}
}

func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return keys
}

// holdsStructs reports whether the elements of a container are structs whose fields are leaves.
func (o *object) holdsStructs(t reflect.Type) bool {
	elem := t.Elem()
	if elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	return elem.Kind() == reflect.Struct && !o.opaque(elem)
}

// text returns the path of the string that a pointer leads to: a leaf, the target of a leaf, or an element of a list;
// empty if the string is not in the object.
func (o *object) text(pointer uintptr) string {
	is := func(v reflect.Value) bool { return v.Kind() == reflect.String && v.UnsafeAddr() == pointer }
	for _, l := range o.leaves {
		switch v := l.value; v.Kind() {
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				if is(v.Index(i)) {
					return fmt.Sprintf("%s[%d]", l.path, i)
				}
			}
		case reflect.Pointer:
			if !v.IsNil() && is(v.Elem()) {
				return l.path
			}
		default:
			if is(v) {
				return l.path
			}
		}
	}
	return ""
}

// opaque reports whether a struct is a leaf: it has a form of its own, or nothing in it can be told.
func (o *object) opaque(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	if marshals(t) && !promoted(t) || isStandard(t) {
		return true
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() || f.Anonymous || o.own.has(t) {
			return false
		}
	}
	return true
}

// isStandard reports whether a type is of the standard library, whose structs are not configuration of their own.
func isStandard(t reflect.Type) bool {
	first, _, _ := strings.Cut(t.PkgPath(), "/")
	return first != "" && !strings.Contains(first, ".")
}

// isLibrary reports whether a type is from a library for command lines: values of such types are not options.
func isLibrary(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.PkgPath() {
	case "github.com/spf13/pflag", "github.com/spf13/cobra", "k8s.io/component-base/cli/flag", "flag":
		return t.Kind() == reflect.Struct && (strings.HasSuffix(t.Name(), "FlagSet") ||
			strings.HasSuffix(t.Name(), "FlagSets") || t.Name() == "Command")
	}
	return false
}

// isCallback reports whether a variable holds functions or channels alone, which have no values to compare.
func isCallback(t reflect.Type) bool {
	for range maxNested { // type t []t has no end
		switch t.Kind() {
		case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Uintptr:
			return true
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			t = t.Elem()
		default:
			return false
		}
	}
	return false
}

// marshals reports whether a type has a form of its own in JSON.
func marshals(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// promoted reports whether a struct has its form from an embedded one, although it has more fields.
func promoted(t reflect.Type) bool {
	for i := range t.NumField() {
		embedded := t.Field(i).Type
		if embedded.Kind() == reflect.Pointer {
			embedded = embedded.Elem()
		}
		if t.Field(i).Anonymous && t.NumField() > 1 && marshals(embedded) {
			return true
		}
	}
	return false
}

// fields returns the leaves with their values.
func (o *object) fields() []observe.Field {
	all := make([]observe.Field, len(o.leaves))
	for i, l := range o.leaves {
		all[i] = observe.Field{Path: l.path, Type: typeName(l.value.Type()), Value: render(l.value)}
	}
	return all
}

// compare returns the leaves that differ.
func compare(before, after []observe.Field) []observe.Change {
	known := make(map[string]string, len(before))
	for _, f := range before {
		known[f.Path] = f.Value
	}
	var changes []observe.Change
	for _, f := range after {
		was, existed := known[f.Path]
		if !existed || was != f.Value {
			changes = append(changes, observe.Change{Field: f.Path, Before: was, After: f.Value})
		}
		delete(known, f.Path)
	}
	for _, f := range before {
		if was, gone := known[f.Path]; gone {
			changes = append(changes, observe.Change{Field: f.Path, Before: was})
		}
	}
	return changes
}
