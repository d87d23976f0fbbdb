package kubelet_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"example.com/kubelet/config"
	"example.com/kubelet/config/v1beta1"
	"example.com/kubelet/config/validation"
	"example.com/kubelet/facts"
	"example.com/kubelet/options"
)

// TestLegacyDefaultsEqualFacts applies the legacy defaults to the versioned defaults and to an empty configuration:
// what changes are exactly the fields of the facts.
func TestLegacyDefaultsEqualFacts(t *testing.T) {
	want := map[string]string{}
	for _, row := range rowsOf(t, facts.KubeletConfiguration) {
		if row.LegacyDefault != "" {
			want[row.Field] = row.LegacyDefault
		}
	}
	if len(want) != 4 {
		t.Fatalf("the facts have %d legacy defaults, want 4", len(want))
	}
	changed := map[string]string{}
	versioned := versionedDefaults(t, &v1beta1.KubeletConfiguration{})
	for _, c := range []*config.KubeletConfiguration{versioned, {}} {
		before := texts(c, internalPaths(t))
		options.ApplyKubeletConfigurationLegacyDefaults(c)
		for path, value := range texts(c, internalPaths(t)) {
			if value != before[path] {
				changed[path] = value
			}
		}
	}
	if !reflect.DeepEqual(changed, want) {
		t.Errorf("got %v, want %v", changed, want)
	}
	if c := newConfiguration(t); !reflect.DeepEqual(c, versioned) {
		t.Errorf("the new configuration is not versioned with legacy defaults: they differ in %v", differences(t, c, versioned))
	}
}

// TestPathRefsEqualFacts takes the pointers to all paths: the six of flags and the directory of pod logs, which has none.
func TestPathRefsEqualFacts(t *testing.T) {
	want := []string{"PodLogsDir"}
	for _, row := range rowsOf(t, facts.KubeletConfiguration) {
		if row.Path {
			want = append(want, row.Field)
		}
	}
	slices.Sort(want)
	c := newConfiguration(t)
	var got []string
	refs := config.KubeletConfigurationPathRefs(c)
	for _, path := range internalPaths(t) {
		if field, ok := at(c, path); ok && field.Kind() == reflect.String {
			if pointer, ok := field.Addr().Interface().(*string); ok && slices.Contains(refs, pointer) {
				got = append(got, path)
			}
		}
	}
	slices.Sort(got)
	if len(refs) != 7 || !slices.Equal(got, want) {
		t.Errorf("got %d refs to %v, want 7 to %v", len(refs), got, want)
	}
	for i, ref := range refs {
		*ref = fmt.Sprint("path ", i)
	}
	for _, path := range want {
		if field, _ := at(c, path); !strings.HasPrefix(field.String(), "path ") {
			t.Errorf("%s is %q: it was not set through its ref", path, field.String())
		}
	}
}

// TestValidation takes the defaults, and names the JSON path of what is out of bounds.
func TestValidation(t *testing.T) {
	c := newConfiguration(t)
	if errs := validation.ValidateKubeletConfiguration(c); len(errs) > 0 {
		t.Fatalf("the defaults are invalid: %v", errs)
	}
	c.Port = 70000
	c.CPUCFSQuotaPeriod.Duration = 0
	errs := validation.ValidateKubeletConfiguration(c)
	if len(errs) != 2 || errs[0].Field != "port" || errs[1].Field != "cpuCFSQuotaPeriod" {
		t.Fatalf("got %v, want findings at port and cpuCFSQuotaPeriod", errs)
	}
}

// versionedDefaults defaults a file's configuration and converts it.
func versionedDefaults(t *testing.T, in *v1beta1.KubeletConfiguration) *config.KubeletConfiguration {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{config.AddToScheme, v1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	scheme.Default(in)
	out := &config.KubeletConfiguration{}
	if err := scheme.Convert(in, out, nil); err != nil {
		t.Fatal(err)
	}
	return out
}

// internalPaths are the Go paths of all leaves of the internal type.
func internalPaths(t *testing.T) []string {
	t.Helper()
	leaves, err := facts.Leaves(facts.Internal)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, leaf := range leaves {
		paths = append(paths, leaf.GoPath)
	}
	return paths
}

// texts prints the fields at the given Go paths.
func texts(root any, paths []string) map[string]string {
	printed := map[string]string{}
	for _, path := range paths {
		if field, ok := at(root, path); ok {
			printed[path] = fmt.Sprint(field.Interface())
		}
	}
	return printed
}

// differences lists the leaves in which two configurations print differently.
func differences(t *testing.T, got, want *config.KubeletConfiguration) []string {
	t.Helper()
	var found []string
	wanted := texts(want, internalPaths(t))
	for path, text := range texts(got, internalPaths(t)) {
		if text != wanted[path] {
			found = append(found, fmt.Sprintf("%s: got %s, want %s", path, text, wanted[path]))
		}
	}
	slices.Sort(found)
	return found
}

// at gives the field at a Go path below a pointer to a struct, unless a pointer on the way is nil.
func at(root any, path string) (reflect.Value, bool) {
	value := reflect.ValueOf(root).Elem()
	for name := range strings.SplitSeq(path, ".") {
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				return value, false
			}
			value = value.Elem()
		}
		value = value.FieldByName(name)
	}
	return value, true
}
