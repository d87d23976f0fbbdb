package adopt

import (
	"slices"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/source"
)

// TestTryWritten has flags of options whose registrations write defaults: each is tried once, and keeps an assignment
// until its registration is deleted. The field of a configuration has a legacy default instead, and a constructor that
// is generated sets all of them.
func TestTryWritten(t *testing.T) {
	theirs := &observe.Observation{
		Flags: []observe.Flag{{Name: "a", Field: "A"}, {Name: "b", Field: "B"}, {Name: "c", Field: "C.C"}},
		Fields: []observe.Field{
			{Path: "B", Value: "2"}, {Path: "A", Value: `"1"`}, {Path: "C.C", Value: "3"}, {Path: "D", Value: "4"},
		},
	}
	options, config := plan.Root{Flags: []string{"a", "b"}}, plan.Root{Config: true, At: "C", Flags: []string{"c"}}
	c := &component{theirs: theirs, facts: &source.Facts{}}
	d := &decisions{left: map[string]plan.Skipped{}, written: map[string]bool{}}
	w := &draft{Result: Result{Plan: &plan.Plan{Roots: []plan.Root{options, config}}}}
	for _, test := range []struct {
		flag string
		kind plan.Kind
		own  bool
		want bool
	}{
		{"a", plan.Differs, false, false}, {"a", plan.Default, true, false}, {"a", plan.Default, false, true},
		{"a", plan.Default, false, false}, {"b", plan.Default, false, true}, {"c", plan.Default, false, false},
	} {
		if d.own = test.own; tryWritten(d, w, test.flag, test.kind) != test.want {
			t.Errorf("%+v", test)
		}
	}
	want := []observe.Field{theirs.Fields[0], theirs.Fields[1]}
	if got := writtenFields(c, d, options); !slices.Equal(got, want) {
		t.Errorf("assigned: %+v", got)
	}
	if got := writtenDefaults(c, d, w, options); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("written: %q", got)
	}
	if got := writtenFields(c, d, config); len(got) > 0 {
		t.Errorf("a configuration: %+v", got)
	}
	d.left["a"], w.Removed = plan.Skipped{Kind: plan.Default}, []string{"b"}
	if got := writtenByHand(c, d, w); len(got) > 0 {
		t.Errorf("still written: %q", got)
	}
}
