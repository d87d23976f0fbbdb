package snapshot

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestToldFactsExist expects a name of a fact that has been renamed to be renamed in the list, too.
func TestToldFactsExist(t *testing.T) {
	for of, names := range told {
		for name := range strings.FieldsSeq(names) {
			if !slices.ContainsFunc(reflect.VisibleFields(of), func(f reflect.StructField) bool {
				known, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				return known == name
			}) {
				t.Errorf("%s has no fact %q", of, name)
			}
		}
	}
}
