package features

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

// TestNewFeatureGate: component-base accepts the generated tables at every version of the component.
func TestNewFeatureGate(t *testing.T) {
	for own, on := range map[string][]featuregate.Feature{
		"0.9":           nil,
		"1.0":           {Retired, Inherited},
		"1.1":           {Retired, Inherited, Settled, Sound},
		"1.2":           {Retired, Inherited, Settled, Sound, Kept},
		"1.3":           {Inherited, Settled, Sound, Changed},
		"1.4":           {Inherited, Settled, Sound, Changed, Compatible},
		"1.4.7":         {Inherited, Settled, Sound, Changed, Compatible},
		"1.4.0-alpha.1": {Inherited, Settled, Sound, Changed, Compatible},
	} {
		gate, err := NewFeatureGate(version.MustParseGeneric(own))
		if err != nil {
			t.Fatalf("%s: %v", own, err)
		}
		want := map[featuregate.Feature]bool{}
		for _, feature := range on {
			want[feature] = true
		}
		for feature := range VersionedFeatures() {
			if got := gate.Enabled(feature); got != want[feature] {
				t.Errorf("%s at %s: %t, want %t", feature, own, got, want[feature])
			}
		}
		if err := gate.SetFromMap(map[string]bool{"Settled": false}); err == nil && strings.HasPrefix(own, "1.2") {
			t.Errorf("%s: a locked feature can be turned off", own)
		}
	}
	if _, err := NewFeatureGate(nil); err == nil {
		t.Error("a component without a version gets gates")
	}
}

// TestDependencies: they are known to the gate, and the tables do not change when component-base is given them.
func TestDependencies(t *testing.T) {
	gate, err := NewFeatureGate(version.MajorMinor(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	err = gate.SetFromMap(map[string]bool{"Follower": true})
	if err == nil || !strings.Contains(err.Error(), "Follower is enabled, but depends on features that are disabled: [Changed]") {
		t.Errorf("error: %v", err)
	}
	if got := FeatureDependencies()[Follower]; len(got) != 2 || got[0] != Sound {
		t.Errorf("dependencies of Follower: %v", got)
	}
}

// TestCompatible: the default depends on what the component has to be compatible with.
func TestCompatible(t *testing.T) {
	gate, err := NewFeatureGate(version.MajorMinor(1, 3))
	if err != nil {
		t.Fatal(err)
	}
	if err := gate.SetEmulationVersionAndMinCompatibilityVersion(version.MajorMinor(1, 3), version.MajorMinor(1, 3)); err != nil {
		t.Fatal(err)
	}
	if !gate.Enabled(Compatible) {
		t.Error("Compatible is off although everything is of version 1.3")
	}
}
