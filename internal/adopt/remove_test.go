package adopt

import (
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
)

// TestRegisteredTwice finds a flag with +ignoredFlag whose registration stays.
func TestRegisteredTwice(t *testing.T) {
	unmarked := []plan.Unmarked{{Flag: "old", Kind: plan.NoField}, {Flag: "local", Kind: plan.NoField}}
	c := &component{theirs: &observe.Observation{}}
	for want, flags := range map[string][]string{"old": {"new"}, "": {"new", "old"}} {
		w := &draft{Result: Result{
			Plan: &plan.Plan{Unmarked: unmarked, Roots: []plan.Root{{Flags: flags}}},
			Proof: &proof.Report{Flags: []proof.Flag{
				{Name: "local", Verdict: proof.ByHand}, {Name: "new", Verdict: proof.Equal}, {Name: "old", Verdict: proof.Equal},
			}},
		}}
		if got := registeredTwice(c, w, w.Plan.Roots[0]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
