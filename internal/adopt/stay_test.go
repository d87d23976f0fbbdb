package adopt

import (
	"slices"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/removal"
)

// TestDiffering has flags that differ once registrations are deleted: they stay, once in a run, unless nothing else is
// deleted, or another flag differs.
func TestDiffering(t *testing.T) {
	const change = "change the code that depends on what is deleted, or on its order, and run the command again"
	flags := func(names ...string) *observe.Observation {
		seen := &observe.Observation{}
		for _, name := range names {
			set := observe.Set{Values: []string{"a"}}
			seen.Flags = append(seen.Flags, observe.Flag{Name: name, Field: "Of" + name, Sets: []observe.Set{set}})
			seen.Fields = append(seen.Fields, observe.Field{Path: "Of" + name, Type: "string", Value: `"a"`})
		}
		return seen
	}
	for _, test := range []struct {
		removed []string
		again   bool
		want    []removal.Note
	}{
		{removed: []string{"equal", "default", "usage"}, want: []removal.Note{
			{Flag: "default", Do: change, Why: "without its registration, Ofdefault: the generated code makes it \"b\" " +
				"instead of \"a\" before any flag is set"},
			{Flag: "usage", Do: change, Why: "without its registration, the generated help is \"Usage.\" instead of \"\""},
		}},
		{removed: []string{"equal", "default", "usage"}, again: true},
		{removed: []string{"usage"}},
		{removed: []string{"equal"}},
	} {
		c := &component{theirs: flags("equal", "default", "usage")}
		d := &decisions{again: test.again}
		w := &draft{Result: Result{Plan: &plan.Plan{}}}
		after := flags("equal", "default", "usage")
		after.Fields[1].Value, after.Flags[2].Usage = `"b"`, "Usage."
		report := proof.Compare(c.theirs, after, proof.Known{Whole: true})
		got, ok := differing(c, d, w, report, test.removed)
		if !slices.Equal(got, test.want) || ok || d.again != (got != nil || test.again) || (got == nil) != (w.Kept != nil) {
			t.Errorf("%v: got %q", test, got)
		}
	}
	c := &component{theirs: flags("usage")}
	d := &decisions{}
	w := &draft{Result: Result{Plan: &plan.Plan{Roots: []plan.Root{
		{Flags: []string{"usage", "called"}, Adopted: []string{"called"}},
	}}}}
	report := proof.Compare(c.theirs, flags(), proof.Known{Whole: true})
	if got, _ := differing(c, d, w, report, []string{"usage"}); len(got) != 1 { // a generated function would have it, too
		t.Errorf("got %q", got)
	}
}

// TestGlobalDoesNotBlock has a flag by hand over a variable, such as a feature gate, that differs because the variable
// keeps values of other flags or runs. It expects a note about the flag, and that the registrations of other flags are
// deleted.
func TestGlobalDoesNotBlock(t *testing.T) {
	seen := func(after string) *observe.Observation {
		sets := []observe.Set{{Values: []string{"A=true"}, Error: after}}
		port := observe.Flag{Name: "port", Sets: []observe.Set{{Values: []string{"1"}}}}
		return &observe.Observation{Flags: []observe.Flag{{Name: "feature-gates", Sets: sets}, port}}
	}
	c, w := &component{theirs: seen("")}, &draft{Result: Result{Plan: &plan.Plan{}}}
	report := proof.Compare(c.theirs, seen("already set"), proof.Known{Whole: true})
	if stay, ok := differing(c, &decisions{}, w, report, []string{"port"}); len(stay) > 0 || !ok {
		t.Errorf("these stay: %q, %q", stay, w.Kept)
	}
	if len(w.Notes) != 1 || w.Notes[0].Flag != "feature-gates" {
		t.Errorf("the notes are %q", w.Notes)
	}
}

// TestLeaveCalled expects that flags stay if nothing is deleted and their generated function is called already.
func TestLeaveCalled(t *testing.T) {
	w := &draft{Result: Result{Plan: &plan.Plan{Roots: []plan.Root{
		{Flags: []string{"a", "b"}, Adopted: []string{"a"}}, {Flags: []string{"c"}},
	}}}}
	if got := leaveCalled(w); got != nil {
		t.Errorf("got %q", got)
	}
	keepAll(w, "it differs", "change it")
	want := []removal.Note{{Flag: "b", Do: "change it",
		Why: "no registration of the component is deleted, because it differs"}}
	if got := leaveCalled(w); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if w.Removed = []string{"b"}; leaveCalled(w) != nil {
		t.Error("its registration is deleted")
	}
}
