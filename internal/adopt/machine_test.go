package adopt

import (
	"maps"
	"slices"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
)

// TestMachine holds that a default of the environment in a registration, and not one in the constructor, stays by hand
// with its flag (D10), and that generated code which has the same value here does not count as equal.
func TestMachine(t *testing.T) {
	written := &observe.Change{}
	variant := func(flags ...observe.Flag) *observe.Observation {
		return &observe.Observation{Flags: flags, Fields: []observe.Field{
			{Path: "Dir", Value: `""`}, {Path: "Workers", Value: "8"}, {Path: "Port", Value: "25"},
		}}
	}
	dir := observe.Flag{Name: "dir", Field: "Dir", Written: written}
	others := []observe.Flag{{Name: "workers", Field: "Workers"}, {Name: "port", Field: "Port", Written: written}}
	c := &component{theirs: variant(append(others, dir)...), machine: []string{"Dir", "Workers"}}
	d := &decisions{left: map[string]plan.Skipped{}}
	for i := range c.theirs.Fields {
		c.theirs.Fields[i].Varies = slices.Contains(c.machine, c.theirs.Fields[i].Path)
	}
	if leaveMachine(c, d); !slices.Equal(slices.Collect(maps.Keys(d.left)), []string{"dir"}) {
		t.Errorf("these stay: %v", d.left)
	}
	varying := func(ours *observe.Observation) (paths []string) {
		alsoMachine(c, ours)
		for _, f := range ours.Fields {
			if f.Varies {
				paths = append(paths, f.Path)
			}
		}
		return paths
	}
	if got := varying(variant()); !slices.Equal(got, []string{"Workers"}) {
		t.Errorf("generated code has %s", got)
	}
	if got := varying(variant(dir)); !slices.Equal(got, []string{"Dir", "Workers"}) {
		t.Errorf("the registration that stays has %s", got)
	}
	list := []plan.Unmarked{{Flag: "dir", Kind: plan.Environment}, {Flag: "port", Kind: plan.Default}}
	report := &proof.Report{Flags: []proof.Flag{{Name: "dir", Verdict: proof.Equal}, {Name: "port", Verdict: proof.Equal}}}
	if got := unmarked(list, report); len(got) != 1 || got[0].Kind != plan.ByHand {
		t.Errorf("with markers, these remain: %v", got)
	}
}
