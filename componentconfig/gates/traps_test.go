package gates_test

import (
	"fmt"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
)

// The features of the tests, in every stage at version 1.4.
const (
	early      featuregate.Feature = "EarlyHints"   // alpha since 1.3
	earlier    featuregate.Feature = "EarlyAnswers" // alpha since 1.4, needs EarlyHints
	usual      featuregate.Feature = "UsualPath"    // beta since 1.2, on
	optional   featuregate.Feature = "OptionalPath" // beta since 1.2, off
	settled    featuregate.Feature = "SettledPath"  // GA since 1.3, locked
	general    featuregate.Feature = "GeneralPath"  // GA since 1.1, on, not locked
	old        featuregate.Feature = "OldPath"      // deprecated since 1.3
	upcoming   featuregate.Feature = "UpcomingPath" // alpha since 1.5
	detour     featuregate.Feature = "Detour"       // beta since 1.4, on, needs UsualPath
	ownVersion                     = "1.4"
)

func specs() map[featuregate.Feature]featuregate.VersionedSpecs {
	at := version.MustParse
	return map[featuregate.Feature]featuregate.VersionedSpecs{
		early:   {{Version: at("1.3"), PreRelease: featuregate.Alpha}},
		earlier: {{Version: at("1.4"), PreRelease: featuregate.Alpha}},
		usual: {{Version: at("1.0"), PreRelease: featuregate.Alpha}, {Version: at("1.2"), PreRelease: featuregate.Beta,
			Default: true}},
		optional: {{Version: at("1.2"), PreRelease: featuregate.Beta}},
		settled: {{Version: at("1.1"), PreRelease: featuregate.Beta, Default: true},
			{Version: at("1.3"), PreRelease: featuregate.GA, Default: true, LockToDefault: true}},
		general: {{Version: at("1.1"), PreRelease: featuregate.GA, Default: true}},
		old: {{Version: at("1.0"), PreRelease: featuregate.GA, Default: true},
			{Version: at("1.3"), PreRelease: featuregate.Deprecated}},
		upcoming: {{Version: at("1.5"), PreRelease: featuregate.Alpha}},
		detour:   {{Version: at("1.4"), PreRelease: featuregate.Beta, Default: true}},
	}
}

func needs() map[featuregate.Feature][]featuregate.Feature {
	return map[featuregate.Feature][]featuregate.Feature{earlier: {early}, detour: {usual}}
}

// plain is upstream's gate with the features of the tests, and with their dependencies where it knows such things.
func plain(t testing.TB) featuregate.MutableVersionedFeatureGate {
	t.Helper()
	gate := featuregate.NewVersionedFeatureGate(version.MustParse(ownVersion))
	if err := gate.AddVersioned(specs()); err != nil {
		t.Fatal(err)
	}
	if with, ok := any(gate).(interface {
		AddDependencies(map[featuregate.Feature][]featuregate.Feature) error
	}); ok {
		if err := with.AddDependencies(needs()); err != nil {
			t.Fatal(err)
		}
	}
	return gate
}

// keepsDependencies reports whether upstream's gate of this build knows dependencies (it does from v0.35 on).
func keepsDependencies(gate featuregate.FeatureGate) bool {
	_, ok := gate.(interface {
		AddDependencies(map[featuregate.Feature][]featuregate.Feature) error
	})
	return ok
}

func ours(t testing.TB, options ...gates.Option) *gates.Gates {
	t.Helper()
	g, err := gates.New(plain(t),
		append([]gates.Option{gates.WithDependencies(needs()),
			gates.WithWarningHandler(func(componentconfig.GateProblem) {})},
			options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// settings are gates that a file sets, each on the line of its place in the list; the form is Name=true.
func settings(pairs ...string) []componentconfig.Gate {
	var list []componentconfig.Gate
	for i, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		list = append(list, componentconfig.Gate{Name: name, Enabled: value == "true",
			Origins: []componentconfig.Origin{{Source: componentconfig.OriginFile, Name: "/etc/relay/config.yaml", Line: i + 1,
				Column: 3}}})
	}
	return list
}

// apply plans and commits.
func apply(g *gates.Gates, pairs ...string) error {
	plan := g.Plan(settings(pairs...))
	g.Commit(plan)
	return plan.Err()
}

func mapOf(pairs ...string) map[string]bool {
	m := map[string]bool{}
	for _, s := range settings(pairs...) {
		m[s.Name] = s.Enabled
	}
	return m
}

func want(t *testing.T, gate interface {
	Enabled(featuregate.Feature) bool
}, on map[featuregate.Feature]bool) {
	t.Helper()
	for feature, enabled := range on {
		if got := gate.Enabled(feature); got != enabled {
			t.Errorf("%s is %t, want %t", feature, got, enabled)
		}
	}
}

// Upstream: one unknown name makes every later call of SetFromMap fail.
func TestTrapUnknownNamePoisons(t *testing.T) {
	upstream := plain(t)
	if err := upstream.SetFromMap(mapOf("Nonsense=true")); err == nil {
		t.Fatal("upstream accepts an unknown name")
	}
	if err := upstream.SetFromMap(mapOf("EarlyHints=true")); err == nil {
		t.Error("upstream has no such trap any more: a later call succeeds")
	}

	g := ours(t)
	if err := apply(g, "Nonsense=true"); err == nil {
		t.Fatal("an unknown name is accepted")
	}
	if err := apply(g, "EarlyHints=true"); err != nil {
		t.Error(err)
	}
	want(t, g, map[featuregate.Feature]bool{early: true})
}

// Upstream: SetFromMap cannot turn AllAlpha off again.
func TestTrapAllAlphaIsForEver(t *testing.T) {
	upstream := plain(t)
	for _, m := range []map[string]bool{mapOf("AllAlpha=true"), mapOf("AllAlpha=false")} {
		if err := upstream.SetFromMap(m); err != nil {
			t.Fatal(err)
		}
	}
	if !upstream.Enabled(early) {
		t.Error("upstream has no such trap any more: AllAlpha=false turns EarlyHints off")
	}

	for _, then := range [][]string{{"AllAlpha=false"}, {}} {
		g := ours(t)
		if err := apply(g, "AllAlpha=true"); err != nil {
			t.Fatal(err)
		}
		want(t, g, map[featuregate.Feature]bool{early: true, earlier: true, upcoming: false})
		if err := apply(g, then...); err != nil {
			t.Fatal(err)
		}
		want(t, g, map[featuregate.Feature]bool{early: false, earlier: false})
	}
}

// Upstream: a key that was removed keeps its value in SetFromMap.
func TestTrapDroppedKeyStays(t *testing.T) {
	upstream := plain(t)
	for _, m := range []map[string]bool{mapOf("OptionalPath=true"), {}} {
		if err := upstream.SetFromMap(m); err != nil {
			t.Fatal(err)
		}
	}
	if !upstream.Enabled(optional) {
		t.Error("upstream has no such trap any more: the dropped key is back to its default")
	}

	g := ours(t)
	for _, pairs := range [][]string{{"OptionalPath=true"}, {}} {
		if err := apply(g, pairs...); err != nil {
			t.Fatal(err)
		}
	}
	want(t, g, map[featuregate.Feature]bool{optional: false})
}

// Upstream: SetFromMap fails if AllAlpha is on and a feature that another needs is off.
func TestTrapAllAlphaExcept(t *testing.T) {
	upstream := plain(t)
	if err := upstream.SetFromMap(mapOf("AllAlpha=true", "EarlyHints=false")); err == nil && keepsDependencies(upstream) {
		t.Error("upstream has no such trap any more: AllAlpha leaves out what cannot be had")
	}

	g := ours(t)
	plan := g.Plan(settings("AllAlpha=true", "EarlyHints=false"))
	if err := plan.Err(); err != nil {
		t.Fatal(err)
	}
	g.Commit(plan)
	want(t, g, map[featuregate.Feature]bool{early: false, earlier: false})
	wantWarning := "config.yaml:1: AllAlpha=true does not enable EarlyAnswers, which depends on features that are " +
		"disabled: [EarlyHints] (EarlyHints=false at config.yaml:2)"
	if got := fmt.Sprint(plan.Warnings); got != "["+wantWarning+"]" {
		t.Errorf("warnings:\n%s\nwant:\n%s", got, wantWarning)
	}
}

// Upstream: Enabled panics for an unknown feature, as in the kubelet's defaulting.
func TestTrapUnknownGatePanics(t *testing.T) {
	func() {
		defer func() {
			if recover() == nil {
				t.Error("upstream has no such trap any more: Enabled of an unknown feature returns")
			}
		}()
		plain(t).Enabled("Nonsense")
	}()

	g := ours(t)
	if g.Enabled("Nonsense") || g.Plan(nil).Enabled("Nonsense") || g.Set(nil).Enabled("Nonsense") {
		t.Error("a feature that nobody declared is on")
	}
}

// Upstream: SetFromMap reports one unknown name, depending on the order of a map.
func TestTrapFirstUnknownOnly(t *testing.T) {
	upstream := plain(t)
	err := upstream.SetFromMap(mapOf("EarlyHint=true", "Nonsense=true", "OldePath=false"))
	if err == nil || strings.Count(err.Error(), "unrecognized") != 1 {
		t.Errorf("upstream has no such trap any more: %v", err)
	}

	err = apply(ours(t), "EarlyHint=true", "Nonsense=true", "OldePath=false")
	wantError := `config.yaml:1: unrecognized feature gate: EarlyHint; did you mean "EarlyHints"?
config.yaml:2: unrecognized feature gate: Nonsense
config.yaml:3: unrecognized feature gate: OldePath; did you mean "OldPath"?`
	if err == nil || err.Error() != wantError {
		t.Errorf("error:\n%v\nwant:\n%s", err, wantError)
	}
}

// Upstream: DeepCopyAndReset drops the dependencies, so that a copy accepts what the original refuses.
func TestTrapResetLosesDependencies(t *testing.T) {
	upstream := plain(t)
	if keepsDependencies(upstream) {
		if err := upstream.DeepCopyAndReset().SetFromMap(mapOf("EarlyAnswers=true")); err != nil {
			t.Errorf("upstream has no such trap any more: %v", err)
		}
	}

	g := ours(t)
	if err := apply(g, "EarlyAnswers=true"); err == nil {
		t.Error("EarlyAnswers is on without EarlyHints, which it needs")
	}
	if keepsDependencies(upstream) {
		if err := g.DeepCopy().SetFromMap(mapOf("EarlyAnswers=true")); err == nil {
			t.Error("a copy for libraries has lost the dependencies")
		}
	}
}
