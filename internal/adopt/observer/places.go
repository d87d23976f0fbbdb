package observer

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Limits of what is walked: an options struct can lead anywhere.
const (
	maxDepth  = 24
	maxLeaves = 5000
	// maxElements is the length up to which the elements of a list are places.
	maxElements = 64
)

// place is the memory of something that a pointer can point to.
type place struct {
	start, size uintptr
	path        string
	value       reflect.Value
	// leaf is set if what is there is a leaf of the object, or leads to one, and not a struct that holds several.
	leaf bool
}

// object is a struct with all that it leads to.
type object struct {
	root   reflect.Value // the struct, addressable
	own    ownership
	places []place
	leaves []leaf
	// visited has the path of the structs that pointers lead to.
	visited map[visit]string
	// pointees are what pointers lead to, shared those of them that are a part of something else, and aliases the paths
	// of pointers to what has another path.
	pointees []pointee
	shared   map[visit]bool
	aliases  []string
}

// leaf is a leaf of the object.
type leaf struct {
	path  string
	value reflect.Value
}

type visit struct {
	at uintptr
	of reflect.Type
}

// walk finds the places of an object, which is a pointer to a struct. What has several paths is known by one: that in
// the largest struct that holds it, or the first.
func walk(root reflect.Value, own ownership) *object {
	o := walked(root, own, nil)
	if shared := o.sharing(); shared != nil {
		if again := walked(root, own, shared); again.complete() {
			return again
		}
	}
	return o
}

// walked finds the places of an object without those that shared pointers lead to.
func walked(root reflect.Value, own ownership, shared map[visit]bool) *object {
	o := &object{root: root.Elem(), own: own, visited: map[visit]string{}, shared: shared}
	o.visited[visit{root.Pointer(), o.root.Type()}] = ""
	o.structure(o.root, "", 0)
	slices.SortStableFunc(o.places, func(a, b place) int { return cmp.Compare(a.start, b.start) })
	return o
}

// ownership tells the user's types, whose unexported fields are looked at, from those of libraries.
type ownership []string

func (modules ownership) has(t reflect.Type) bool {
	path := t.PkgPath()
	return path == "main" || path == "" || slices.ContainsFunc(modules, func(module string) bool {
		return path == module || strings.HasPrefix(path, module+"/")
	})
}

// structure visits the fields of a struct.
func (o *object) structure(v reflect.Value, path string, depth int) {
	o.note(v, path, false)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() && !field.Anonymous && !o.own.has(v.Type()) {
			continue
		}
		below := field.Name
		if path != "" {
			below = path + "." + field.Name
		}
		o.visit(accessible(v.Field(i)), below, depth+1)
	}
}

// accessible is the same variable without the restrictions of an unexported field.
func accessible(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// visit finds the places of a variable.
func (o *object) visit(v reflect.Value, path string, depth int) {
	if depth > maxDepth || len(o.leaves) > maxLeaves {
		return
	}
	if isCallback(v.Type()) || isLibrary(v.Type()) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if o.opaque(v.Type()) {
			o.leaf(v, path)
			return
		}
		o.structure(v, path, depth)
	case reflect.Pointer:
		o.pointer(v, path, depth)
	case reflect.Slice, reflect.Array:
		if !o.holdsStructs(v.Type()) || v.Len() == 0 {
			o.leaf(v, path)
			o.elements(v, path)
			return
		}
		o.note(v, path, true)
		for i := range v.Len() {
			o.visit(v.Index(i), fmt.Sprintf("%s[%d]", path, i), depth+1)
		}
	case reflect.Map:
		o.entries(v, path, depth)
	default:
		o.leaf(v, path)
	}
}

// elements notes the elements of a list that is a leaf: a flag can point to one of them. Those of a list of bytes, such
// as an address, are not variables of their own.
func (o *object) elements(v reflect.Value, path string) {
	if v.Type().Elem().Kind() == reflect.Uint8 || v.Len() > maxElements || v.Kind() == reflect.Array && v.Len() == 1 {
		return
	}
	for i := range v.Len() {
		o.note(v.Index(i), fmt.Sprintf("%s[%d]", path, i), true)
	}
}

// pointer visits what a pointer points to.
func (o *object) pointer(v reflect.Value, path string, depth int) {
	if isLibrary(v.Type().Elem()) {
		return
	}
	if v.IsNil() {
		o.leaf(v, path)
		return
	}
	at := visit{v.Pointer(), v.Type().Elem()}
	first, visited := o.visited[at]
	o.pointees = append(o.pointees, pointee{at, at.of.Size(), path})
	switch {
	case visited || o.shared[at]:
		if !visited || first != "" && !strings.HasPrefix(path, first+".") { // it does not lead back
			o.aliases = append(o.aliases, path)
		}
	case v.Elem().Kind() == reflect.Struct && !o.opaque(v.Type().Elem()):
		o.visited[at] = path
		o.structure(v.Elem(), path, depth+1)
	case o.opaque(v.Type().Elem()) && !marshals(v.Type().Elem()) && !o.own.has(v.Type().Elem()):
	default:
		o.leaf(v, path)
		o.note(v.Elem(), path, true)
	}
}

// entries visits the values of a map, which can be variables if they are pointers.
func (o *object) entries(v reflect.Value, path string, depth int) {
	elem := v.Type().Elem()
	if !v.IsNil() { // a value can have the map itself
		o.places = append(o.places, place{v.Pointer(), 1, path, v, true})
	}
	if elem.Kind() != reflect.Pointer || !o.holdsStructs(v.Type()) || v.Len() == 0 {
		o.leaf(v, path)
		return
	}
	o.note(v, path, true)
	for _, key := range sortedKeys(v) {
		at := reflect.New(elem).Elem()
		at.Set(v.MapIndex(key))
		o.visit(at, fmt.Sprintf("%s[%v]", path, key), depth+1)
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

// leaf notes a leaf.
func (o *object) leaf(v reflect.Value, path string) {
	o.leaves = append(o.leaves, leaf{path, v})
	o.note(v, path, true)
}

// note notes the memory of a variable.
func (o *object) note(v reflect.Value, path string, leaf bool) {
	o.places = append(o.places, place{v.UnsafeAddr(), v.Type().Size(), path, v, leaf})
}

// at returns the path of the leaf that a pointer points to or into. A pointer to a struct that holds several leaves is
// not one to the first of them, although the address is the same.
func (o *object) at(pointer uintptr, elem reflect.Type) (path string, found bool) {
	for _, p := range o.places {
		if p.start > pointer {
			break
		}
		if p.leaf && pointer < p.start+max(p.size, 1) && elem.Size() <= p.size || p.leaf && p.start == pointer &&
			p.value.Kind() == reflect.Map && elem.Kind() == reflect.Map {
			path, found = p.path, true
		}
	}
	return path, found
}

// opaque reports whether a struct is a leaf: it has a form of its own, or nothing in it can be told.
func (o *object) opaque(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	if marshals(t) && !promoted(t) {
		return true
	}
	if isStandard(t) {
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
	return first != "" && first != "main" && !strings.Contains(first, ".")
}

// marshals reports whether a type has a form of its own in JSON.
func marshals(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// promoted reports whether a struct has its form from an embedded one, although it has more fields.
func promoted(t reflect.Type) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		embedded := f.Type
		if embedded.Kind() == reflect.Pointer {
			embedded = embedded.Elem()
		}
		if f.Anonymous && t.NumField() > 1 && marshals(embedded) {
			return true
		}
	}
	return false
}

// fields are the leaves with their values.
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
