package schema

import (
	"reflect"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

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
