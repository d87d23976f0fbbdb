package schema

import (
	"reflect"

	"k8s.io/apimachinery/pkg/api/equality"
)

// Differing returns the Go paths of the fields that differ between two values of one type. Fields that no file can
// express have no other name.
func Differing(a, b any) []string { return differing(reflect.ValueOf(a), reflect.ValueOf(b), "") }

func differing(a, b reflect.Value, path string) []string {
	if equality.Semantic.DeepEqual(a.Interface(), b.Interface()) {
		return nil
	}
	if a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
		return differing(a.Elem(), b.Elem(), path)
	}
	if a.Kind() != reflect.Struct {
		return []string{path}
	}
	var fields []string
	for i := range a.NumField() {
		field := a.Type().Field(i)
		if !field.IsExported() {
			return []string{path} // A type such as a quantity.
		}
		fields = append(fields, differing(a.Field(i), b.Field(i), join(path, field.Name))...)
	}
	return fields
}
