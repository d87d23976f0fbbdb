package componentconfig

import (
	"reflect"

	"k8s.io/apimachinery/pkg/api/equality"
)

// goDiffering lists, as Go writes them, the fields in which two values of one type differ: those that no file shows have no other name.
func goDiffering(a, b reflect.Value, path string) []string {
	if equality.Semantic.DeepEqual(a.Interface(), b.Interface()) {
		return nil
	}
	if a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
		return goDiffering(a.Elem(), b.Elem(), path)
	}
	if a.Kind() != reflect.Struct {
		return []string{path}
	}
	var fields []string
	for i := range a.NumField() {
		field := a.Type().Field(i)
		if !field.IsExported() {
			return []string{path} // a value of its own, such as a quantity
		}
		at := field.Name
		if path != "" {
			at = path + "." + at
		}
		fields = append(fields, goDiffering(a.Field(i), b.Field(i), at)...)
	}
	return fields
}
