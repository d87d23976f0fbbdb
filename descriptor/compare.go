package descriptor

import (
	"reflect"
	"strings"
)

// Difference is one fact that two descriptors tell differently, or an object that only one of them has.
type Difference struct {
	// Of is the object.
	Of Identity
	// Path are the names in the JSON form that lead to the fact, as in type, elem, minimum; nil for the object as a whole.
	Path []string
	// Old and New are the values in Go, as in Field.Default; nil for the descriptor without the object. They are pointers
	// to the facts for the object as a whole.
	Old, New any
}

// Fact is the name of the fact: its path, separated by dots.
func (d *Difference) Fact() string { return strings.Join(d.Path, ".") }

// Compare returns what has changed from one descriptor to another: objects that are gone and facts in the order of the
// old one, then objects that are new. The order of objects is not compared.
func Compare(old, new *Descriptor) []Difference {
	var found []Difference
	after := map[Identity]any{}
	for _, row := range new.Rows() {
		after[row.Identity] = row.Facts
	}
	before := map[Identity]bool{}
	for _, row := range old.Rows() {
		before[row.Identity] = true
		if facts, ok := after[row.Identity]; ok {
			found = append(found, row.Compare(facts)...)
		} else {
			found = append(found, Difference{Of: row.Identity, Old: row.Facts})
		}
	}
	for _, row := range new.Rows() {
		if !before[row.Identity] {
			found = append(found, Difference{Of: row.Identity, New: row.Facts})
		}
	}
	return found
}

// Compare returns what has changed from the facts of the row to others of the same type.
func (r Row) Compare(facts any) []Difference {
	var found []Difference
	var compare func(path []string, a, b reflect.Value)
	compare = func(path []string, a, b reflect.Value) {
		if pointer := a.Type() == reflect.TypeFor[*Type](); pointer && a.IsNil() != b.IsNil() {
			a, b = orZero(a), orZero(b) // a type that is not there has no facts
		}
		switch {
		case reflect.DeepEqual(a.Interface(), b.Interface()):
		case a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil():
			compare(path, a.Elem(), b.Elem())
		case a.Kind() == reflect.Struct:
			for i := range a.NumField() {
				field := a.Type().Field(i)
				name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				switch {
				case name == "-": // it identifies an object, or is a list of objects
				case name == "": // embedded
					compare(path, a.Field(i), b.Field(i))
				default:
					compare(append(path[:len(path):len(path)], name), a.Field(i), b.Field(i))
				}
			}
		case !(empty(a) && empty(b)):
			found = append(found, Difference{r.Identity, path, a.Interface(), b.Interface()})
		}
	}
	compare(nil, reflect.ValueOf(r.Facts), reflect.ValueOf(facts))
	return found
}

// orZero is a pointer to an empty value in place of nil.
func orZero(pointer reflect.Value) reflect.Value {
	if pointer.IsNil() {
		return reflect.New(pointer.Type().Elem())
	}
	return pointer
}

// empty reports whether a value is a list without items, which the JSON form does not tell from none.
func empty(v reflect.Value) bool { return v.Kind() == reflect.Slice && v.Len() == 0 }
