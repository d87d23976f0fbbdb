package gates_test

import (
	"testing"

	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
)

// FuzzSettings sets two gates of any names. Nothing panics, a plan without problems comes to what upstream makes of the
// same settings on a fresh gate, and one with problems changes nothing.
func FuzzSettings(f *testing.F) {
	names := []string{"AllAlpha", "AllBeta", "Nonsense", "", "\xff", "[*]"}
	for feature := range specs() {
		names = append(names, string(feature))
	}
	for _, first := range names {
		for _, second := range names {
			f.Add(first, true, second, false)
			f.Add(first, true, second, true)
		}
	}
	quiet := gates.WithWarningHandler(func(componentconfig.GateProblem) {})
	f.Fuzz(func(t *testing.T, first string, firstOn bool, second string, secondOn bool) {
		g := ours(t, quiet)
		before := g.Snapshot()
		plan := g.Plan([]componentconfig.Gate{{Name: first, Enabled: firstOn}, {Name: second, Enabled: secondOn}})
		g.Commit(plan)
		upstream := plain(t)
		err := upstream.SetFromMap(merged(first, firstOn, second, secondOn))
		if plan.Err() != nil {
			if g.Snapshot() != before {
				t.Error("refused settings have changed the gates")
			}
			if err == nil && keepsDependencies(upstream) {
				t.Errorf("upstream accepts what is refused here: %v", plan.Err())
			}
			return
		}
		if err != nil && len(plan.Warnings) == 0 {
			t.Errorf("upstream refuses what is accepted here without a warning: %v", err)
		}
		for feature, needed := range needs() {
			for _, need := range needed {
				if g.Enabled(feature) && !g.Enabled(need) {
					t.Errorf("%s is on without %s", feature, need)
				}
			}
		}
		for feature := range specs() {
			if err == nil && keepsDependencies(upstream) && g.Enabled(feature) != upstream.Enabled(feature) {
				t.Errorf("%s is %t here and %t upstream", feature, g.Enabled(feature), upstream.Enabled(feature))
			}
		}
	})
}

func merged(first string, firstOn bool, second string, secondOn bool) map[string]bool {
	m := map[string]bool{first: firstOn}
	m[second] = secondOn
	return m
}

// BenchmarkEnabled reads one gate, here and upstream, in one run.
func BenchmarkEnabled(b *testing.B) {
	read := func(gate interface {
		Enabled(featuregate.Feature) bool
	}) func(*testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !gate.Enabled(usual) {
					b.Fatal("UsualPath is off")
				}
			}
		}
	}
	b.Run("ours", read(ours(b)))
	b.Run("snapshot", read(ours(b).Snapshot()))
	b.Run("upstream", read(plain(b)))
}

// BenchmarkPlan is what a reload costs.
func BenchmarkPlan(b *testing.B) {
	g, list := ours(b), settings("AllAlpha=true", "EarlyHints=false", "OptionalPath=true")
	b.ReportAllocs()
	for b.Loop() {
		if err := g.Plan(list).Err(); err != nil {
			b.Fatal(err)
		}
	}
}
