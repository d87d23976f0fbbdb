package schema

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// TestElementsOfEveryType checks that fields are found in a version whatever their lists and maps hold.
func TestElementsOfEveryType(t *testing.T) {
	for name, of := range map[string]any{
		"limits": map[string]resource.Quantity{}, "timeouts": map[string]metav1.Duration{},
		"surges": map[string]intstr.IntOrString{}, "counts": map[string]int32{}, "pointers": map[string]*metav1.Duration{},
		"list": []metav1.Duration{}, "lists": map[string][]resource.Quantity{}, "structs": map[string]zoneV1{},
		"bytes": []byte{}, "times": []*metav1.Time{}, "deep": map[string]map[string]intstr.IntOrString{},
	} {
		found := samples(reflect.TypeOf(of))
		if len(found) == 0 {
			t.Errorf("%s: no sample of a %T", name, of)
		}
		for _, sample := range found {
			if sample.Type() != reflect.TypeOf(of) || sample.Len() == 0 {
				t.Errorf("%s: the sample %v", name, sample)
			}
		}
	}
}

// kettle has modes that only its conversion knows.
type kettle struct {
	metav1.TypeMeta
	Mode  string
	Limit map[string]resource.Quantity
}

type kettleV1 struct {
	metav1.TypeMeta `json:",inline"`
	Mode            string                       `json:"heatingMode"`
	Limit           map[string]resource.Quantity `json:"limit,omitempty"`
}

func (k *kettle) DeepCopyObject() runtime.Object   { c := *k; return &c }
func (k *kettleV1) DeepCopyObject() runtime.Object { c := *k; return &c }

func registerKettle(s *runtime.Scheme) error {
	gv := func(v string) apischema.GroupVersion {
		return apischema.GroupVersion{Group: "kettle.example.io", Version: v}
	}
	s.AddKnownTypeWithName(gv(runtime.APIVersionInternal).WithKind("Kettle"), &kettle{})
	s.AddKnownTypeWithName(gv("v1").WithKind("Kettle"), &kettleV1{})
	return s.AddConversionFunc((*kettle)(nil), (*kettleV1)(nil), func(a, b any, _ conversion.Scope) error {
		in, out := a.(*kettle), b.(*kettleV1)
		if in.Mode != "" && in.Mode != "Gentle" {
			return errors.New("unknown mode")
		}
		out.Mode, out.Limit = in.Mode, in.Limit
		return nil
	})
}

// TestConversionThatRefusesEveryProbe checks that a field is found by its Go name if its conversion accepts none of the
// values that are tried.
func TestConversionThatRefusesEveryProbe(t *testing.T) {
	g, err := NewGroup("kettle.example.io", "Kettle", reflect.TypeFor[kettle](), registerKettle)
	if err != nil {
		t.Fatal(err)
	}
	for goPath, want := range map[string][]string{"Mode": {"heatingMode"}, "Limit": {"limit"}, "Other": nil} {
		if got := g.PatternsOf(goPath, "v1"); !slices.Equal(got, want) {
			t.Errorf("%s is %q, want %q", goPath, got, want)
		}
	}
}

// TestPathsOfValidation finds the fields that generated validation of internal types names.
func TestPathsOfValidation(t *testing.T) {
	g, err := NewGroup("lamp.example.io", "Lamp", reflect.TypeFor[lamp](), register)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pattern, version, want string }{
		{"port", "v1", "Port"}, {"zones[].name", "v1", "Zones[].Name"}, {"robot.speed", "v1", "Robot.Speed"},
		{"zones[].name", "v1alpha1", "Zones[].Name"}, {"port", "v1alpha1", "Port"}, {"labels[]", "v1alpha1", "Labels[]"},
		{"serving.port", "v1alpha1", ""}, {"zones[].other", "v1", ""}, {"Zones[].Name", "v1", "Zones[].Name"},
		{"Robot.Speed", "v1", "Robot.Speed"}, {"Robot.Other", "v1", ""},
	} {
		if got := g.GoPathOf(c.pattern, c.version); got != c.want {
			t.Errorf("%s in %s is %q, want %q", c.pattern, c.version, got, c.want)
		}
	}
	if g.Has("port", "v1alpha1") || !g.Has("serving.port", "v1alpha1") || !g.Has("areas[].title", "v1alpha1") {
		t.Error("Has is wrong about v1alpha1")
	}
}

// TestEmptyBytesAreKept checks that an empty text clears a default of bytes.
func TestEmptyBytesAreKept(t *testing.T) {
	object := struct {
		Raw   []byte `json:"raw"`
		Other []byte `json:"other"`
	}{[]byte("default"), []byte("default")}
	root := &layers.Node{Kind: layers.Map, Fields: map[string]*layers.Node{"raw": {Kind: layers.String}}}
	(&Types{}).RestoreZeros(root, &object)
	if len(object.Raw) != 0 || string(object.Other) != "default" {
		t.Errorf("got %q", object)
	}
}
