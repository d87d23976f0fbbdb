package gates_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

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
	f.Fuzz(func(t *testing.T, first string, firstOn bool, second string, secondOn bool) {
		agree(t, []componentconfig.Gate{{Name: first, Enabled: firstOn}, {Name: second, Enabled: secondOn}})
	})
}

// TestRandomSettings sets any number of gates, a thousand times: what is accepted comes to the state that
// component-base comes to, with the oldest and the newest minor version of it that the module is tested with.
func TestRandomSettings(t *testing.T) {
	names := []string{"AllAlpha", "AllBeta"}
	for feature := range specs() {
		names = append(names, string(feature))
	}
	slices.Sort(names)
	names = append(names, names[2:]...) // The ordinary ones more often.
	seed := uint64(time.Now().Unix())
	rng := rand.New(rand.NewPCG(seed, 3))
	accepted := 0
	for range 1000 {
		var list []componentconfig.Gate
		for range rng.IntN(6) {
			name := names[rng.IntN(len(names))]
			if rng.IntN(40) == 0 {
				name = "Nonsense"
			}
			list = append(list, componentconfig.Gate{Name: name, Enabled: rng.IntN(2) == 0})
		}
		if agree(t, list) {
			accepted++
		}
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, list)
		}
	}
	if accepted < 200 {
		t.Errorf("only %d of 1000 settings were accepted", accepted)
	}
}

// agree holds settings to what component-base makes of them on a fresh gate, and reports whether they were accepted.
func agree(t *testing.T, list []componentconfig.Gate) (accepted bool) {
	t.Helper()
	g := ours(t, gates.WithWarningHandler(func(componentconfig.GateProblem) {}))
	before := g.Snapshot()
	plan := g.Plan(list)
	g.Commit(plan)
	all := map[string]bool{}
	for _, s := range list {
		all[s.Name] = s.Enabled
	}
	upstream := plain(t)
	err := upstream.SetFromMap(all)
	if plan.Err() != nil {
		if g.Snapshot() != before {
			t.Error("refused settings have changed the gates")
		}
		if err == nil && keepsDependencies(upstream) {
			t.Errorf("upstream accepts what is refused here: %v", plan.Err())
		}
		return false
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
	return true
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
