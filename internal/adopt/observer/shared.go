package observer

import (
	"reflect"
	"slices"
	"strings"
)

// pointee is the memory that a pointer of an object leads to.
type pointee struct {
	at   visit
	size uintptr
	path string
}

// isPartOf reports whether the memory is a part of something larger that the object has in another place: the pointer
// is a second way to it.
func (p pointee) isPartOf(q place) bool {
	return q.start <= p.at.at && p.at.at+p.size <= q.start+q.size && q.size > p.size &&
		q.path != p.path && !strings.HasPrefix(q.path, p.path+".") && !strings.HasPrefix(q.path, p.path+"[")
}

// sharing finds the pointers that lead into something larger of the object.
func (o *object) sharing() map[visit]bool {
	var found map[visit]bool
	for _, p := range o.pointees {
		if p.size > 0 && slices.ContainsFunc(o.places, p.isPartOf) {
			if found == nil {
				found = map[visit]bool{}
			}
			found[p.at] = true
		}
	}
	return found
}

// complete reports whether all that shared pointers lead to has a place without them. It has none if the larger thing
// is only reached through them.
func (o *object) complete() bool {
	for _, p := range o.pointees {
		if o.shared[p.at] && !slices.ContainsFunc(o.places, p.isPartOf) {
			return false
		}
	}
	return true
}

// isLibrary reports whether a type is one of a library for command lines: what the options remember of it is not
// theirs.
func isLibrary(t reflect.Type) bool {
	switch t.PkgPath() {
	case "github.com/spf13/pflag", "github.com/spf13/cobra", "k8s.io/component-base/cli/flag", "flag":
		return t.Kind() == reflect.Struct && (strings.HasSuffix(t.Name(), "FlagSet") ||
			strings.HasSuffix(t.Name(), "FlagSets") || t.Name() == "Command")
	}
	return false
}

// isCallback reports whether a variable holds functions or channels alone, which have no values to compare.
func isCallback(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.UnsafePointer, reflect.Uintptr:
		return true
	}
	for range maxGraph { // type t []t has no end
		switch t.Kind() {
		case reflect.Func, reflect.Chan:
			return true
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			t = t.Elem()
		default:
			return false
		}
	}
	return false
}
