package adopt

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/source"
)

// TestMachine holds that a default of the environment in a registration, and not one in the constructor, stays by hand
// with its flag, and that other code with the same value varies, too.
func TestMachine(t *testing.T) {
	fields := func(workers string) *observe.Observation {
		return &observe.Observation{Fields: []observe.Field{
			{Path: "Dir", Value: `""`}, {Path: "Workers", Value: workers}, {Path: "Port", Value: "25"},
		}}
	}
	c := &component{theirs: fields("8"), facts: &source.Facts{}, machine: []string{"Dir", "Workers"}}
	for name, given := range map[string]source.Expression{
		"dir": {Text: "os.TempDir()"}, "workers": {Text: "o.Workers", Kind: source.Field, Path: "Workers"},
		"port": {Text: "25", Kind: source.Constant},
	} {
		field := strings.ToUpper(name[:1]) + name[1:]
		c.theirs.Flags = append(c.theirs.Flags, observe.Flag{Name: name, Field: field})
		c.facts.Registrations = append(c.facts.Registrations, source.Registration{
			Flag: name, Default: given, Value: source.Expression{Kind: source.Field, Path: field},
		})
	}
	d := &decisions{left: map[string]plan.Skipped{}}
	for i := range c.theirs.Fields {
		c.theirs.Fields[i].Varies = slices.Contains(c.machine, c.theirs.Fields[i].Path)
	}
	if leaveMachine(c, d); !slices.Equal(slices.Collect(maps.Keys(d.left)), []string{"dir"}) {
		t.Errorf("these stay: %v", d.left)
	}
	for workers, want := range map[string]bool{"8": true, "9": false} {
		ours := fields(workers)
		if alsoMachine(c, ours); ours.Fields[1].Varies != want || ours.Fields[2].Varies {
			t.Errorf("%s: got %+v", workers, ours.Fields)
		}
	}
	list := []plan.Unmarked{{Flag: "dir", Kind: plan.Environment}, {Flag: "port", Kind: plan.Default}}
	report := &proof.Report{Flags: []proof.Flag{{Name: "dir", Verdict: proof.Equal}, {Name: "port", Verdict: proof.Equal}}}
	if got := unmarked(list, report); len(got) != 1 || got[0].Kind != plan.ByHand {
		t.Errorf("with markers, these remain: %v", got)
	}
}
