package schema

import (
	"fmt"
	"reflect"
	"strconv"
)

// Pair is the values of two strings in one struct of a configuration. A nil pointer is "".
type Pair struct {
	First, Second string
	// Indexes are what is in the brackets of the path to the struct, from the root: the indexes of lists and the keys of
	// maps.
	Indexes []string
}

// Pairs calls change for each place of two Go paths that lead to strings of one struct, and sets the first string to
// the result.
func Pairs(object any, first, second string, change func(Pair) string) {
	steps, others := parsePattern(first), parsePattern(second)
	last := len(steps) - 1
	eachStruct(reflect.ValueOf(object), steps[:last], nil, func(holder reflect.Value, indexes []string) {
		one, two := holder.FieldByName(steps[last]), holder.FieldByName(others[last])
		pair := Pair{stringOf(one), stringOf(two), indexes}
		if changed := change(pair); changed != pair.First {
			alloc(one).SetString(changed)
		}
	})
}

// eachStruct calls visit with the structs at the end of a Go path.
func eachStruct(v reflect.Value, steps, indexes []string, visit func(holder reflect.Value, indexes []string)) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	switch {
	case len(steps) == 0:
		visit(v, indexes)
	case steps[0] != "[]":
		eachStruct(v.FieldByName(steps[0]), steps[1:], indexes, visit)
	case v.Kind() == reflect.Map:
		for _, key := range v.MapKeys() {
			element := reflect.New(v.Type().Elem()).Elem()
			element.Set(v.MapIndex(key))
			eachStruct(element, steps[1:], append(indexes[:len(indexes):len(indexes)], fmt.Sprint(key)), visit)
			v.SetMapIndex(key, element)
		}
	default:
		for i := range v.Len() {
			eachStruct(v.Index(i), steps[1:], append(indexes[:len(indexes):len(indexes)], strconv.Itoa(i)), visit)
		}
	}
}

// stringOf returns a string or what a pointer to one points to.
func stringOf(v reflect.Value) string {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return ""
	}
	return reflect.Indirect(v).String()
}
