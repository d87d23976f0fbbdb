package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// shelf has an inlined struct, and in v1beta1 two lists of rules: the mode selects one of them. Shelves of a foreign
// group are in a package that is called v1, too.
type shelf struct {
	metav1.TypeMeta `json:",inline"`
	Holder          `json:",inline"`
	Mode            string   `json:"mode,omitempty"`
	Rules           []string `json:"rules,omitempty"`
	Message         string   `json:"message,omitempty"`
}

type Holder struct {
	Name  string `json:"name,omitempty"`
	Token string `json:"token,omitempty"`
}

type shelfV1beta1 struct {
	metav1.TypeMeta `json:",inline"`
	Holder          `json:",inline"`
	Mode            string   `json:"mode,omitempty"`
	Open            []string `json:"open,omitempty"`
	Closed          []string `json:"closed,omitempty"`
	Message         string   `json:"message,omitempty"`
}

func (s *shelf) DeepCopyObject() runtime.Object        { c := *s; return &c }
func (s *shelfV1beta1) DeepCopyObject() runtime.Object { c := *s; return &c }

// shelves returns the group of the shelves. The message of v1beta1 is converted by hand: it begins with the mode.
func shelves(t *testing.T) *Group {
	t.Helper()
	g, err := NewGroup("shelf.example.io", "Shelf", reflect.TypeFor[shelf](), func(s *runtime.Scheme) error {
		add := func(group, version string, object runtime.Object) {
			s.AddKnownTypeWithName(apischema.GroupVersionKind{Group: group, Version: version, Kind: "Shelf"}, object)
		}
		add("shelf.example.io", "v1", &shelf{})
		add("shelf.example.io", "v1beta1", &shelfV1beta1{})
		add("old.example.io", "v1", &metav1.Status{})
		if err := s.AddConversionFunc((*metav1.Status)(nil), (*shelf)(nil), func(a, b any, _ conversion.Scope) error {
			b.(*shelf).Token = a.(*metav1.Status).Message
			return nil
		}); err != nil {
			return err
		}
		return s.AddConversionFunc((*shelfV1beta1)(nil), (*shelf)(nil), func(a, b any, _ conversion.Scope) error {
			in, out := a.(*shelfV1beta1), b.(*shelf)
			out.Holder, out.Mode, out.Rules, out.Message = in.Holder, in.Mode, in.Open, in.Mode+in.Message
			if in.Mode == "closed" {
				out.Rules = in.Closed
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	g.Compared = []string{"v1", "v1beta1"}
	g.Moves = []binding.Move{
		{Version: "v1beta1", From: "open", Field: "Rules"},
		{Version: "v1beta1", From: "closed", Field: "Rules", When: "mode", Values: []string{"closed"}},
	}
	g.Opaque = []binding.Opaque{
		{Version: "v1beta1", Fields: []string{"Holder"}},
		{Version: "v1beta1", Fields: []string{"Message"}, Reads: []string{"Mode"}},
	}
	return g
}

// TestOpaqueInlinedStruct checks that an opaque struct without a name in files covers all fields in it.
func TestOpaqueInlinedStruct(t *testing.T) {
	if got := fmt.Sprint(shelves(t).Covering("Holder.Token", "v1beta1")); got != "[name token]" {
		t.Errorf("got %s", got)
	}
}

// TestVersionsOfOneName checks that the declarations of version v1 do not apply to v1 of another group.
func TestVersionsOfOneName(t *testing.T) {
	g := shelves(t)
	if got := fmt.Sprint(g.Versions(), g.IsOpaque("Message", "old.example.io/v1")); got !=
		"[v1 v1beta1 old.example.io/v1] true" {
		t.Errorf("got %s", got)
	}
}

// TestConditionOfMovedList checks that the items of a list come from the list that the condition selects.
func TestConditionOfMovedList(t *testing.T) {
	g, item := shelves(t), layers.Path{}.Field("rules").Index(0)
	for mode, want := range map[string]string{"closed": "[closed[0]]", "open": "[open[0]]"} {
		tree := parse(t, g, "v1beta1", "mode: "+mode+"\nopen: [a]\nclosed: [b]\n")
		if got := fmt.Sprint(CarriedIn(g, item, "v1beta1", tree)); got != want {
			t.Errorf("%s: got %s, want %s", mode, got, want)
		}
	}
}

// TestTrialOfConditionalMove checks that a field is tried with the value that makes its move apply.
func TestTrialOfConditionalMove(t *testing.T) {
	g := shelves(t)
	for _, pattern := range []string{"open", "closed"} {
		value := parse(t, g, "v1beta1", "open: [a]\n").Fields["open"]
		if got, ok := g.Trial(pattern, "v1beta1", value); fmt.Sprint(got, ok) != "[Rules] true" {
			t.Errorf("%s: got %v, %t", pattern, got, ok)
		}
	}
}

// TestValueThatChangesAnOpaqueField checks that a value that is copied to another version is refused there if the
// conversion of an opaque field reads it and sets something else than in the version of the file.
func TestValueThatChangesAnOpaqueField(t *testing.T) {
	g := shelves(t)
	if _, blocked := g.Translate(parse(t, g, "v1", "mode: a\n"), "v1", "v1beta1"); len(blocked) != 1 ||
		blocked[0].Path.String() != "mode" {
		t.Errorf("got %v", blocked)
	}
}

// TestNamesBelowValuesThatDecodeThemselves checks paths into values of types that decode any content.
func TestNamesBelowValuesThatDecodeThemselves(t *testing.T) {
	type holder struct {
		Raw  runtime.RawExtension `json:"raw"`
		Text json.RawMessage      `json:"text"`
		Map  map[string]string    `json:"map"`
	}
	g := shelves(t)
	for pattern, want := range map[string]string{
		"raw[].name": "[Raw]", "raw.name[]": "[Raw]", "text[][].x": "[Text []]", "map[][]": "[Map []]",
	} {
		if got := fmt.Sprint(goNames(reflect.TypeFor[holder](), parsePattern(pattern), g.jsonField)); got != want {
			t.Errorf("%s: got %s, want %s", pattern, got, want)
		}
	}
}
