package gates_test

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/componentconfig/gates"

	"github.com/configgen/configgen/componentconfig"
)

// library is a library of version 7.2, in a component of version 1.4.
func library(t *testing.T) featuregate.MutableVersionedFeatureGate {
	t.Helper()
	gate, at := featuregate.NewVersionedFeatureGate(version.MustParse("7.2")), version.MustParse
	if err := gate.AddVersioned(map[featuregate.Feature]featuregate.VersionedSpecs{
		"LibraryBeta": {{Version: at("7.0"), PreRelease: featuregate.Alpha},
			{Version: at("7.1"), PreRelease: featuregate.Beta, Default: true}},
		"LibraryLocked": {{Version: at("7.0"), PreRelease: featuregate.GA, Default: true, LockToDefault: true}},
		"LibraryOld": {{Version: at("7.0"), PreRelease: featuregate.GA, Default: true},
			{Version: at("7.2"), PreRelease: featuregate.Deprecated}},
		"LibraryNext": {{Version: at("7.3"), PreRelease: featuregate.Alpha, Default: true}},
		"LibraryMore": {{Version: at("7.2"), PreRelease: featuregate.Alpha}},
	}); err != nil {
		t.Fatal(err)
	}
	if with, ok := any(gate).(interface {
		AddDependencies(map[featuregate.Feature][]featuregate.Feature) error
	}); ok {
		if err := with.AddDependencies(map[featuregate.Feature][]featuregate.Feature{"LibraryMore": {"LibraryBeta",
			"LibraryNext"}}); err != nil {
			t.Fatal(err)
		}
	}
	return gate
}

// A library's features have the stages of the library's version, whatever version the component has or emulates, and
// are set like its own.
func TestAddLibrary(t *testing.T) {
	declared, from := plain(t), library(t)
	if err := gates.AddLibrary(declared, from); err != nil {
		t.Fatal(err)
	}
	if err := gates.AddLibrary(declared, from); err != nil {
		t.Errorf("the same library once more: %v", err)
	}
	g, err := gates.New(declared, gates.WithDependencies(needs()),
		gates.WithWarningHandler(func(componentconfig.GateProblem) {}))
	if err != nil {
		t.Fatal(err)
	}
	defaults := map[featuregate.Feature]bool{"LibraryBeta": true, "LibraryLocked": true, "LibraryOld": false,
		"LibraryNext": false, "LibraryMore": false}
	want(t, g, defaults)
	for _, emulated := range []string{"1.4", "1.0", "9.9"} {
		if err := declared.SetEmulationVersion(version.MustParse(emulated)); err != nil {
			t.Fatal(err)
		}
		if err := apply(g); err != nil {
			t.Fatal(err)
		}
		want(t, g, defaults)
		if !strings.Contains(gates.Usage(g), "\nLibraryBeta=true|false (BETA - default=true)") ||
			strings.Contains(gates.Usage(g), "LibraryNext") {
			t.Errorf("%s: help says\n%s", emulated, gates.Usage(g))
		}
	}
	if err := apply(g, "AllBeta=false", "LibraryOld=true", "LibraryLocked=true"); err != nil {
		t.Fatal(err)
	}
	want(t, g, map[featuregate.Feature]bool{"LibraryBeta": false, "LibraryLocked": true, "LibraryOld": true})
	for setting, wantError := range map[string]string{
		"LibraryLocked=false": "cannot set feature gate LibraryLocked to false, feature is locked to true",
		"LibraryNext=true":    "cannot set feature gate LibraryNext to true, feature is PreAlpha at emulated version 9.9",
		"LibraryBet=true":     `unrecognized feature gate: LibraryBet; did you mean "LibraryBeta"?`,
	} {
		if err := apply(g, setting); err == nil || strings.ReplaceAll(err.Error(), ", min compatibility version 9.8",
			"") != "config.yaml:1: "+wantError {
			t.Errorf("%s: error %v, want %s", setting, err, wantError)
		}
	}
	if keepsDependencies(declared) {
		const wantError = "config.yaml:1: LibraryMore is enabled, but depends on features that are disabled: [LibraryNext]"
		if err := apply(g, "LibraryMore=true"); err == nil || err.Error() != wantError {
			t.Errorf("error %v, want %s", err, wantError)
		}
	}
}

// Two features of one name are an error.
func TestAddLibraryTwice(t *testing.T) {
	declared, other := plain(t), featuregate.NewVersionedFeatureGate(version.MustParse("7.2"))
	if err := other.Add(map[featuregate.Feature]featuregate.FeatureSpec{early: {PreRelease: featuregate.GA,
		Default: true}}); err != nil {
		t.Fatal(err)
	}
	err := gates.AddLibrary(declared, other)
	if err == nil || !strings.HasPrefix(err.Error(), `feature gate "EarlyHints" with different spec already exists`) {
		t.Errorf("error %v", err)
	}
}

// TestAddLibraryAgain: a feature that both declare with the same stages is one.
func TestAddLibraryAgain(t *testing.T) {
	declared, library := plain(t), plain(t)
	if err := gates.AddLibrary(declared, library); err != nil {
		t.Error(err)
	}
	if got, want := len(declared.GetAllVersioned()), len(library.GetAllVersioned()); got != want {
		t.Errorf("%d features, and %d before", got, want)
	}
}

// The features of the log have the stages of the Kubernetes libraries in the build, also in a component of version 1.4.
func TestLogsAreALibrary(t *testing.T) {
	beside := plain(t)
	if err := logsapi.AddFeatureGates(beside); err != nil {
		t.Fatal(err)
	}
	if beside.Enabled(logsapi.ContextualLogging) {
		t.Error("upstream has no such trap any more: a library's feature has the stage of the library's version")
	}
	declared, logs := plain(t), featuregate.NewFeatureGate()
	if err := logsapi.AddFeatureGates(logs); err != nil {
		t.Fatal(err)
	}
	if err := gates.AddLibrary(declared, logs); err != nil {
		t.Fatal(err)
	}
	g, err := gates.New(declared)
	if err != nil {
		t.Fatal(err)
	}
	want(t, g, map[featuregate.Feature]bool{logsapi.ContextualLogging: true, logsapi.LoggingBetaOptions: true,
		logsapi.LoggingAlphaOptions: false})
	if !strings.Contains(gates.Usage(g), "LoggingAlphaOptions=true|false (ALPHA - default=false)") {
		t.Errorf("help says\n%s", gates.Usage(g))
	}
}

// TestWithMutable sets the gates that a library reads, at each commit and not before.
func TestWithMutable(t *testing.T) {
	declared, from := plain(t), library(t)
	if err := gates.AddLibrary(declared, from); err != nil {
		t.Fatal(err)
	}
	if err := from.Add(map[featuregate.Feature]featuregate.FeatureSpec{"LibraryAlone": {Default: true}}); err != nil {
		t.Fatal(err)
	}
	g, err := gates.New(declared, gates.WithDependencies(needs()), gates.WithMutable(from),
		gates.WithWarningHandler(func(componentconfig.GateProblem) {}))
	if err != nil {
		t.Fatal(err)
	}
	if g.Set(settings("LibraryBeta=false")); !from.Enabled("LibraryBeta") {
		t.Error("a plan sets the gates of the library")
	}
	for _, c := range []struct {
		settings string
		beta     bool
	}{{"LibraryBeta=false", false}, {"LibraryBeta=true", true}, {"LibraryOld=true", true}} {
		if err := apply(g, c.settings); err != nil {
			t.Fatal(err)
		}
		if from.Enabled("LibraryBeta") != c.beta || !from.Enabled("LibraryAlone") || !from.Enabled("LibraryLocked") {
			t.Errorf("%s: LibraryBeta is %t", c.settings, from.Enabled("LibraryBeta"))
		}
	}
	if !from.Enabled("LibraryOld") {
		t.Error("LibraryOld is not set")
	}
	if err := apply(g); err != nil || from.Enabled("LibraryOld") {
		t.Errorf("LibraryOld is set after it was reset, %v", err)
	}
}
