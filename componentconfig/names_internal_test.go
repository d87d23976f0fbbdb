package componentconfig

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// What the binding says of versions in which fields have their Go names is what the conversion functions do.
func TestNamesAgreeWithConversions(t *testing.T) {
	compareWithConversions(t, options.RelayConfigurationRoot(), "v1")
	compareWithConversions(t, options.RelayInstanceConfigurationRoot(), "v1", "v1alpha1")
}

func compareWithConversions[T any](t *testing.T, root binding.Root[T], versions ...string) {
	t.Helper()
	named, err := newModel(codeOf(root))
	if err != nil {
		t.Fatal(err)
	}
	if found := slices.Sorted(maps.Keys(root.ByName)); !slices.Equal(found, versions) {
		t.Fatalf("%s: the binding has the versions %v, want %v", root.Kind, found, versions)
	}
	root.ByName = nil
	probed, err := newModel(codeOf(root))
	if err != nil {
		t.Fatal(err)
	}
	all := named.types.Versions()
	for _, from := range all {
		named.types.Walk(named.types.Type(from), func(pattern string, _ reflect.Type) {
			for _, to := range all {
				if pattern == "apiVersion" || pattern == "kind" {
					continue
				}
				byName, found := named.types.Translated(pattern, from, to), probed.types.Translated(pattern, from, to)
				if !slices.Equal(byName, found) {
					t.Errorf("%s of %s is %q in %s, and by conversion %q", pattern, from, byName, to, found)
				}
			}
		})
		for _, f := range root.Fields {
			byName, found := named.types.PatternsOf(f.Path, from), probed.types.PatternsOf(f.Path, from)
			if !slices.Equal(byName, found) {
				t.Errorf("%s is %q in %s, and by conversion %q", f.Path, byName, from, found)
			}
			if a, b := named.types.ObjectOf(f.Path, from), probed.types.ObjectOf(f.Path, from); a != b {
				t.Errorf("the object of %s is %q in %s, and by conversion %q", f.Path, a, from, b)
			}
		}
	}
}
