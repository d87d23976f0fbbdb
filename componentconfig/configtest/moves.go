package configtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// Moves sets each field of each version of a root alone, converts the object, and compares the changed fields of the
// component's type with the fields that the generated code names. It reports a wrong declaration, and a field that a
// hand-written conversion brings to one other place: the message has the marker +moved that declares the field. A
// conversion that accepts none of the values that Moves tries is not tested.
//
//	func TestMoves(t *testing.T) { configtest.Moves(t, options.RelayConfigurationRoot()) }
func Moves[T any](t testing.TB, root binding.Root[T]) {
	t.Helper()
	types, err := schema.Of(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range types.Versions() {
		if types.Type(version) == reflect.TypeFor[T]() {
			continue
		}
		tried := map[string]bool{}
		types.Walk(types.Type(version), func(pattern string, field reflect.Type) {
			if tried[pattern] || pattern == "apiVersion" || pattern == "kind" || !schema.IsLeaf(field) {
				return
			}
			tried[pattern] = true
			found, ok := convertedFrom(types, pattern, version)
			declared := types.GoPathsOf(pattern, version)
			switch {
			case !ok || slices.Equal(found, declared):
			case len(found) == 1:
				t.Errorf("%s of %s becomes %s: add +moved(from: %q, in: %s) to %s", pattern, version, found[0],
					strings.ReplaceAll(pattern, "[]", "[*]"), version, found[0])
			case len(declared) > 0 && len(found) == 0:
				t.Errorf("%s of %s is declared to become %s, and the conversion does not set it", pattern, version,
					strings.Join(declared, " and "))
			case len(declared) > 0:
				t.Errorf("%s of %s becomes %s, and it is declared to become %s", pattern, version,
					strings.Join(found, " and "), strings.Join(declared, " and "))
			}
		})
	}
}

// samples are values of several kinds in JSON: a type and its conversion may accept only some.
var samples = []string{
	`true`, `7`, `"7"`, `"1s"`, `"x"`, `"127.0.0.1"`, `"127.0.0.1:1"`, `"127.0.0.0/8"`, `"http://x/"`, `"/x"`, `"1%"`,
	`"2006-01-02T15:04:05Z"`, `"MQ=="`, `["x"]`, `[7]`, `["1s"]`, `{"x":"x"}`, `{"x":7}`, `{"x":true}`, `{"x":"1s"}`,
}

// convertedFrom returns the Go paths of the component's type that change if a file of a version has a field. It returns
// false if the conversion refuses all samples.
func convertedFrom(types *schema.Group, pattern, version string) (goPaths []string, ok bool) {
	for _, sample := range samples {
		doc, problems := layers.Parse(layers.File{Name: "sample", Data: []byte("value: " + sample), Header: layers.NoHeader})
		if len(problems) > 0 {
			panic(fmt.Sprintf("the sample %s is not YAML: %v", sample, problems))
		}
		changed, accepted := types.Trial(pattern, version, doc.Root.Fields["value"])
		if ok = ok || accepted; len(changed) > 0 {
			return changed, true
		}
	}
	return nil, ok
}
