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

// TestRefusedByComponentBase is every refusal of AddVersioned and AddDependencies. For each there is a finding in
// testdata/script/findings/feature-*.txtar; the first of either list cannot happen to NewFeatureGate, whose gate nobody else
// has seen. Should component-base come to accept one of them, the finding may go.
func TestRefusedByComponentBase(t *testing.T) {
	at := version.MustParse
	const f featuregate.Feature = "F"
	for want, specs := range map[string]featuregate.VersionedSpecs{
		"did not provide a version":       {{PreRelease: featuregate.Alpha}},
		"specified patch version":         {{Version: at("1.0.3"), PreRelease: featuregate.Alpha}},
		"without a preceding entry":       {{Version: at("1.1"), PreRelease: featuregate.Beta, MinCompatibilityVersion: at("1.1")}},
		"patch MinCompatibilityVersion":   {{Version: at("1.1"), PreRelease: featuregate.Beta}, {Version: at("1.1"), PreRelease: featuregate.Beta, Default: true, MinCompatibilityVersion: at("1.1.1")}},
		"greater than Version":            {{Version: at("1.1"), PreRelease: featuregate.Beta}, {Version: at("1.1"), PreRelease: featuregate.Beta, Default: true, MinCompatibilityVersion: at("1.2")}},
		"introduced as deprecated":        {{Version: at("1.2"), PreRelease: featuregate.Deprecated}},
		"transitions in decreasing order": {{Version: at("1.10"), PreRelease: featuregate.Alpha}, {Version: at("1.9"), PreRelease: featuregate.Beta}},
		"min compatibility version transitions in decreasing": {{Version: at("1.2"), PreRelease: featuregate.Beta}, {Version: at("1.2"), PreRelease: featuregate.Beta, Default: true, MinCompatibilityVersion: at("1.2")},
			{Version: at("1.2"), PreRelease: featuregate.Beta, MinCompatibilityVersion: at("1.1")}},
		"duplicate entries":                {{Version: at("1.2"), PreRelease: featuregate.Alpha}, {Version: at("1.2"), PreRelease: featuregate.Beta}},
		"stability changes with the same":  {{Version: at("1.2"), PreRelease: featuregate.Alpha}, {Version: at("1.2"), PreRelease: featuregate.Beta, Default: true, MinCompatibilityVersion: at("1.2")}},
		"locked to default changes":        {{Version: at("1.2"), PreRelease: featuregate.Beta}, {Version: at("1.2"), PreRelease: featuregate.Beta, Default: true, LockToDefault: true, MinCompatibilityVersion: at("1.2")}},
		"transition without stability":     {{Version: at("1.2"), PreRelease: featuregate.Beta}, {Version: at("1.3"), PreRelease: featuregate.Beta}},
		"must not unlock":                  {{Version: at("1.2"), PreRelease: featuregate.GA, LockToDefault: true}, {Version: at("1.3"), PreRelease: featuregate.GA}},
		"must not resurrect":               {{Version: at("1.0"), PreRelease: featuregate.Alpha}, {Version: at("1.1"), PreRelease: featuregate.Deprecated}, {Version: at("1.2"), PreRelease: featuregate.Beta}},
		"from more stable level to ALPHA":  {{Version: at("1.1"), PreRelease: featuregate.Beta}, {Version: at("1.2"), PreRelease: featuregate.Alpha}},
		"from more stable level to BETA":   {{Version: at("1.1"), PreRelease: featuregate.GA, Default: true}, {Version: at("1.2"), PreRelease: featuregate.Beta}},
		"with different spec already exis": nil,
	} {
		gate := featuregate.NewVersionedFeatureGate(at("1.5"))
		name := f
		if specs == nil {
			name, specs = "AllAlpha", featuregate.VersionedSpecs{{Version: at("1.0"), PreRelease: featuregate.Alpha}}
		}
		refused(t, gate.AddVersioned(map[featuregate.Feature]featuregate.VersionedSpecs{name: specs}), want)
	}
	closed := featuregate.NewVersionedFeatureGate(at("1.5"))
	closed.Close()
	refused(t, closed.AddVersioned(VersionedFeatures()), "after adding it to the flag set")
	refused(t, closed.AddDependencies(FeatureDependencies()), "after adding it to the flag set")

	tables := map[featuregate.Feature]featuregate.VersionedSpecs{
		"Young": {{Version: at("1.2"), PreRelease: featuregate.Alpha}},
		"Firm":  {{Version: at("1.2"), PreRelease: featuregate.Beta}},
		"On":    {{Version: at("1.2"), PreRelease: featuregate.Alpha, Default: true}},
		"Base":  {{Version: at("1.1"), PreRelease: featuregate.GA, Default: true}},
		"Lock":  {{Version: at("1.2"), PreRelease: featuregate.GA, Default: true, LockToDefault: true}},
	}
	for want, pair := range map[string][2]featuregate.Feature{
		"dependency for unknown feature":  {"Nobody", "Young"},
		"to unknown feature":              {"Young", "Nobody"},
		"cannot depend on ALPHA feature":  {"Firm", "Young"},
		"depend on default-disabled":      {"On", "Young"},
		"cannot depend on unlocked":       {"Lock", "Base"},
		"cycle detected with feature You": {"Young", "Young"},
	} {
		gate := featuregate.NewVersionedFeatureGate(at("1.5"))
		if err := gate.AddVersioned(tables); err != nil {
			t.Fatal(err)
		}
		refused(t, gate.AddDependencies(map[featuregate.Feature][]featuregate.Feature{pair[0]: {pair[1]}}), want)
	}
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one with %q", err, want)
	}
}
