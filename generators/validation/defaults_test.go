package validation

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
)

// TestDefaultsThatDoNotFit compares what is said of defaults that the generated function would fail to read, and of
// such that fit.
func TestDefaultsThatDoNotFit(t *testing.T) {
	text, small := &group.Type{Kind: "string", Name: "string"}, &group.Type{Kind: "int8", Name: "int8"}
	unsigned := &group.Type{Kind: "uint16", Name: "uint16"}
	inner := &group.Type{Kind: "struct", Name: "Inner"}
	members := []*group.Field{
		{Name: "Size", JSONName: "size", Type: small},
		{Name: "Meta", Type: inner, Fields: []*group.Field{{Name: "Name", JSONName: "name", Type: text}}},
	}
	list := func(of *group.Type) *group.Type { return &group.Type{Kind: "slice", Elem: of} }
	leaf := func(path, name string) *group.Type {
		short := path[strings.LastIndex(path, "/")+1:]
		return &group.Type{Kind: "struct", Leaf: true, Package: path, PackageName: short, Name: name}
	}
	mapOf := func(of *group.Type) *group.Type { return &group.Type{Kind: "map", Key: text, Elem: of} }
	for _, c := range []struct {
		of         *group.Type
		text, want string
	}{
		{mapOf(text), `{"a":1}`, "1 is not a string"}, {mapOf(text), `{"a":"1"}`, ""}, {mapOf(text), `["a"]`,
			`["a"] is not an object`},
		{list(small), "[1,128]", "128 is not a number of the type int8"}, {list(small), "[-128,127]", ""},
		{small, "1.5", "1.5 is not a number of the type int8"}, {small, `"1"`, `"1" is not a number`},
		{unsigned, "-1", "-1 is not a number of the type uint16"}, {unsigned, "65535", ""},
		{list(text), `"a"`, `"a" is not a list`}, {&group.Type{Kind: "bool"}, "1", "1 is not true or false"},
		{&group.Type{Kind: "pointer", Elem: text}, "3", "3 is not a string"}, {text, "null", ""},
		{list(inner), `[{"size":1,"name":"a"}]`, ""}, {inner, `{"siz":1}`, `there is no field "siz"`},
		{inner, `{"name":1}`, "1 is not a string"}, {&group.Type{Kind: "struct", Leaf: true}, `"5s"`, ""},
		{list(&group.Type{Kind: "uint8"}), `"YQ=="`, ""}, {&group.Type{Kind: "float64"}, `"a"`, `"a" is not a number`},
		{leaf("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration"), `"5 minutes"`, `"5 minutes" is not a metav1.Duration`},
		{leaf("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration"), "5", "5 is not a metav1.Duration"},
		{leaf("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration"), `"5m"`, ""},
		{leaf("k8s.io/apimachinery/pkg/api/resource", "Quantity"), `"ten"`, `"ten" is not a resource.Quantity`},
		{leaf("k8s.io/apimachinery/pkg/api/resource", "Quantity"), "10", ""},
		{leaf("k8s.io/apimachinery/pkg/util/intstr", "IntOrString"), `"25%"`, ""},
		{leaf("k8s.io/apimachinery/pkg/util/intstr", "IntOrString"), "2.5", "2.5 is not a intstr.IntOrString"},
		{leaf("net", "IP"), `""`, ""}, {leaf("net/netip", "Prefix"), `"::1"`, `"::1" is not a netip.Prefix`},
		{leaf("net/netip", "Addr"), `"::1"`, ""}, {list(leaf("net", "IP")), `["x"]`, `"x" is not a net.IP`},
	} {
		if got := unfit(c.of, members, c.text); got != c.want {
			t.Errorf("%s for %s: %q, want %q", c.text, c.of, got, c.want)
		}
	}
}

// TestDefaultsBehindClosedGates finds the gates of values that are off by default.
func TestDefaultsBehindClosedGates(t *testing.T) {
	gate := func(on bool) []*group.Gate {
		stage := &group.Stage{}
		stage.Default = on
		return []*group.Gate{{Name: "G", Feature: &group.Feature{Stages: []*group.Stage{stage}}}}
	}
	mode := &group.Type{Kind: "string", Name: "Mode", Constants: []group.Constant{
		{Value: "Open", Gates: gate(true)}, {Value: "Closed", Gates: gate(false)}, {Value: "Free"},
		{Value: "Elsewhere", Gates: []*group.Gate{{Name: "H"}}},
	}}
	list := &group.Type{Kind: "slice", Elem: mode}
	for value, want := range map[string]int{"Open": 0, "Closed": 1, "Free": 0, "Elsewhere": 0} {
		if got := closedGates(mode, value); len(got) != want {
			t.Errorf("%s: %v", value, got)
		}
		if got := closedGates(list, []any{"Free", value}); len(got) != want {
			t.Errorf("a list with %s: %v", value, got)
		}
	}
}

// TestDefaultsThatFlagsRead prints and reads maps of lists.
func TestDefaultsThatFlagsRead(t *testing.T) {
	text := &group.Type{Kind: "string", Name: "string"}
	field := &group.Field{Type: &group.Type{Kind: "map", Key: text, Elem: &group.Type{Kind: "slice", Elem: text}}}
	for value, want := range map[string]bool{
		`{}`: true, `{"a":["b","c=d,e:\"f"]}`: true, `{" a:":[""]}`: true, `{"a":[]}`: false, `{"a":["b"],"c":null}`: false,
	} {
		if got := readsBack(field, value); got != want {
			t.Errorf("%s: %t", value, got)
		}
	}
}
