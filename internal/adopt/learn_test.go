package adopt

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/source"
)

func TestLiteral(t *testing.T) {
	for _, test := range []struct{ of, value, want string }{
		{"time.Duration", "300000000000", "5m"},
		{"time.Duration", "3600000000000", "1h"},
		{"time.Duration", "5400000000000", "1h30m"},
		{"time.Duration", "90000000000", "1m30s"},
		{"time.Duration", `"5m"`, ""},
		{"k8s.io/apimachinery/pkg/apis/meta/v1.Duration", `"1m0s"`, "1m"},
		{"string", `"0.0.0.0"`, "0.0.0.0"},
		{"string", `""`, `""`},
		{"string", `" a"`, `" a"`},
		{"string", `"null"`, `"null"`},
		{"string", `"ref(x)"`, `"ref(x)"`},
		{"string", `"[a]"`, `"[a]"`},
		{"string", `"a\nb"`, `"a\nb"`},
		{"string", "\"a\ufeff\"", `"a\ufeff"`},
		{"bool", "true", "true"},
		{"[]string", `["a","b"]`, `["a","b"]`},
		{"*int32", "null", "null"},
		{"chan int", "0xc000", ""},
	} {
		if got, ok := literal(test.of, test.value); got != test.want || ok != (test.want != "") {
			t.Errorf("%s %s: got %s, %v, want %s", test.of, test.value, got, ok, test.want)
		}
	}
}

// TestUndecided has findings about a field, and about one further inside that the user does not declare.
func TestUndecided(t *testing.T) {
	at := token.Position{Filename: "a.go", Line: 3, Column: 2, Offset: 20}
	for _, test := range []struct{ code, field, marker, want string }{
		{"path-undecided", "A.B", "+path", "+path=false A.B"},
		{"path-undecided", "A", "+subfield(B.C)=+path", "+path=false A.B.C"},
		{"secret-undecided", "A[*].B", "+secret", "+secret A.B"},
		{"path-argument", "A", "+path", " A"},
	} {
		finding := diag.At(at, at, test.code, "", "").About(test.field).With(diag.Mark(at, test.marker))
		if marker, path := undecided(finding); marker+" "+path != test.want {
			t.Errorf("%+v: got %s %s", test, marker, path)
		}
	}
}

// TestLearn decides about a field of each configuration, once.
func TestLearn(t *testing.T) {
	at := token.Position{Filename: "a.go", Line: 3, Column: 2, Offset: 20}
	finding := diag.At(at, at, "path-undecided", "", "").About("File").With(diag.Mark(at, "+path"))
	d := &decisions{decided: map[string]string{}}
	w := &draft{generated: &Generated{Findings: []diag.Diagnostic{finding}}}
	w.Plan = &plan.Plan{Roots: []plan.Root{{}, {At: "config"}}}
	if !learn(nil, d, w) || len(d.decided) != 2 || d.decided["config.File"] != "+path=false" {
		t.Errorf("got %v", d.decided)
	}
	if learn(nil, d, w) || len(w.Findings) != 1 {
		t.Error("what is decided is not a reason for another plan")
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct{ function, path, receiver, name string }{
		{"example.com/a/options.AddFlags", "example.com/a/options", "", "AddFlags"},
		{"(*example.com/a/options.Options).AddFlags", "example.com/a/options", "Options", "AddFlags"},
		{"(example.com/a.b/options.Options).Flags", "example.com/a.b/options", "Options", "Flags"},
	} {
		if path, receiver, name := split(test.function); path != test.path || receiver != test.receiver || name != test.name {
			t.Errorf("%s: got %s, %s, %s", test.function, path, receiver, name)
		}
	}
}

// TestAdopted tells the flags that generated code registers, by the calls or, where these are not known, by the source.
func TestAdopted(t *testing.T) {
	facts := &source.Facts{Registrations: []source.Registration{{Flag: "old"}, {Flag: "new"}}}
	facts.Registrations[0].Start.Filename = "/x/zz_generated.flags.go"
	facts.Registrations[1].Start.Filename = "/x/options.go"
	for _, at := range facts.Registrations {
		within := source.Function{Name: "(*example.com/x.Options).AddFlags", Start: at.Start, End: at.Start}
		within.End.Offset = 10
		facts.Functions = append(facts.Functions, within)
	}
	want := []string{"example.com/x.(*Options).AddFlags"}
	if got := adoptedBy(facts, observe.Flag{Name: "old"}); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	frames := func(names ...string) []observe.Frame {
		var all []observe.Frame
		for _, name := range names {
			all = append(all, observe.Frame{File: name})
		}
		return all
	}
	for _, test := range []struct {
		flag observe.Flag
		want bool
	}{
		{observe.Flag{Name: "old"}, true},
		{observe.Flag{Name: "new"}, false},
		{observe.Flag{Name: "a", Calls: frames("/lib/flags.go", "/x/zz_generated.flags.go", "/x/options.go")}, true},
		{observe.Flag{Name: "old", Calls: frames("/x/options.go")}, false},
	} {
		if got := adopted(facts, test.flag); got != test.want {
			t.Errorf("--%s: got %v", test.flag.Name, got)
		}
	}
}

// TestKindOf tells a default that the registration sets from other differences.
func TestKindOf(t *testing.T) {
	for _, test := range []struct {
		before      []observe.Field
		differences []proof.Difference
		want        plan.Kind
	}{
		{fieldsOf("0"), []proof.Difference{{Column: "default", Theirs: "1"}, {Column: "--a=2"}}, plan.Default},
		{fieldsOf("0"), []proof.Difference{{Column: "type", Intended: proof.TypeWord}, {Column: "default"}}, plan.Default},
		{fieldsOf("0"), []proof.Difference{{Column: "default", Theirs: "1"}, {Column: "type"}}, plan.Differs},
		{fieldsOf("0"), []proof.Difference{{Column: "default", Theirs: "1"}}, plan.Environment},
		{fieldsOf("0"), []proof.Difference{{Column: "--a=x"}}, plan.Differs},
		{fieldsOf("1"), []proof.Difference{{Column: "default"}}, plan.Differs},
		{nil, []proof.Difference{{Column: "default", Theirs: "1"}}, plan.Differs},
		{nil, []proof.Difference{{Column: "set of annotations", Theirs: "x"}}, plan.Annotation},
	} {
		theirs := &observe.Observation{
			Flags: []observe.Flag{{Name: "a", Field: "A"}}, Before: test.before, Fields: fieldsOf("1"),
		}
		c := &component{theirs: theirs}
		if test.want == plan.Environment {
			theirs.Fields[0].Varies = true
		}
		if got := kindOf(c, proof.Flag{Name: "a", Differences: test.differences}); got != test.want {
			t.Errorf("%+v: got %s", test, got)
		}
	}
}

func fieldsOf(value string) []observe.Field { return []observe.Field{{Path: "A", Value: value}} }

func TestMerges(t *testing.T) {
	set := func(values string, before, after string) observe.Set {
		return observe.Set{Values: []string{values}, Changes: []observe.Change{{Field: "M", Before: before, After: after}}}
	}
	other := []observe.Set{set("b=1", `{"a":"0"}`, `{"a":"0","b":"1"}`)}
	other[0].Changes[0].Field = "N"
	for name, test := range map[string]struct {
		sets []observe.Set
		want bool
	}{
		"keeps": {[]observe.Set{
			set("b=1", `{"a":"0"}`, `{"a":"0","b":"1"}`), set("a=2", `{"a":"0"}`, `{"a":"2"}`),
		}, true},
		"replaces": {[]observe.Set{set("b=1", `{"a":"0"}`, `{"b":"1"}`)}, false},
		"both": {[]observe.Set{
			set("b=1", `{"a":"0"}`, `{"a":"0","b":"1"}`), set("", `{"a":"0"}`, `{}`),
		}, false},
		"was empty":   {[]observe.Set{set("b=1", `{}`, `{"b":"1"}`)}, false},
		"was null":    {[]observe.Set{set("b=1", `null`, `{"b":"1"}`)}, false},
		"same key":    {[]observe.Set{set("a=1", `{"a":"0"}`, `{"a":"1"}`)}, false},
		"not a map":   {[]observe.Set{set("1", `["0"]`, `["0","1"]`)}, false},
		"other field": {other, false},
	} {
		if got := merges(observe.Flag{Field: "M", Sets: test.sets}); got != test.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

// TestFlagAt tells equal markers of two fields from each other, and finds the flag of a field.
func TestFlagAt(t *testing.T) {
	const content = "package a\n\ntype Relay struct {\n\t// +flag\n\tA int\n\t// +flag\n\tB int `json:\"-\"`\n}\n"
	d := &decisions{left: map[string]plan.Skipped{}}
	w := &draft{overlay: map[string][]byte{"a.go": []byte(content)}}
	w.Plan = &plan.Plan{Marked: map[string]plan.Marked{
		"a": {Marker: "+flag", Field: "example.com/a.Relay.A", File: "a.go"},
		"b": {Marker: "+flag", Field: "example.com/a.Relay.B", File: "a.go"},
	}}
	for line, want := range map[int]string{4: "a", 5: "", 6: "b", 7: "b", 1: ""} {
		at := diag.Diagnostic{Position: token.Position{Filename: "a.go", Line: line}}
		if got := flagAt(d, w, at); got != want {
			t.Errorf("line %d: got %q, want %q", line, got, want)
		}
	}
}

// TestElsewhere finds the flags that the source has, and the observation has not, and that depend on something.
func TestElsewhere(t *testing.T) {
	gate := []source.Condition{{Text: "gate.Enabled()"}}
	var registrations []source.Registration
	for _, r := range []source.Registration{
		{Flag: "observed_here", Place: source.Place{Conditions: gate}},
		{Flag: "off", Place: source.Place{Conditions: gate}},
		{Flag: "off", Place: source.Place{Conditions: gate}},
		{Flag: "service", Place: source.Place{OS: "windows", Elsewhere: true}},
		{Flag: "of-a-function-that-does-not-run"},
		{Flag: "with-options", Place: source.Place{Conditions: []source.Condition{{Text: "o != nil", Nil: true}}}},
	} {
		r.Start.Filename = "options.go"
		registrations = append(registrations, r)
	}
	c := &component{facts: &source.Facts{Registrations: registrations}, theirs: &observe.Observation{
		Flags: []observe.Flag{{Name: "observed-here"}},
	}}
	var got []string
	for _, e := range elsewhereOf(c) {
		got = append(got, strings.TrimRight(e.Flag.Name+" "+strings.Join(e.Source.Conditions, " "), " "))
	}
	if want := []string{"off gate.Enabled()", "service"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLeaveAll has flags that all stay by hand, after a plan that had one of them.
func TestLeaveAll(t *testing.T) {
	theirs := &observe.Observation{Flags: []observe.Flag{{Name: "a", Field: "A"}}, Fields: fieldsOf("1")}
	c := &component{theirs: theirs, facts: &source.Facts{}}
	w := &draft{generated: &Generated{}, Result: Result{Plan: &plan.Plan{
		Unmarked: []plan.Unmarked{{Flag: "a", Kind: plan.Differs, Why: "it trims"}},
	}}}
	w.Proof = proof.Compare(theirs, theirs, proof.Known{})
	if leaveAll(c, w); w.generated != nil || len(w.Proof.Flags) != 1 || w.Proof.Flags[0].Verdict != proof.ByHand {
		t.Errorf("got %+v", w.Proof)
	}
}

// TestUnmarked has flags with markers that were there.
func TestUnmarked(t *testing.T) {
	report := &proof.Report{Flags: []proof.Flag{
		{Name: "same", Verdict: proof.Equal}, {Name: "other", Verdict: proof.Different},
		{Name: "left", Verdict: proof.ByHand},
	}}
	report.Summary.Flags = proof.Count{Equal: 2, Total: 3}
	var got []string
	for _, u := range unmarked([]plan.Unmarked{
		{Flag: "same", Kind: plan.Refused}, {Flag: "other", Kind: plan.Differs}, {Flag: "left", Kind: plan.Differs},
		{Kind: plan.ByHand},
	}, report) {
		got = append(got, u.Flag+" "+string(u.Kind))
	}
	if want := []string{"other by-hand", "left differs", " by-hand"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestKeep holds that the flags of --keep stay, and that each of them has to be one.
func TestKeep(t *testing.T) {
	c := &component{theirs: &observe.Observation{Flags: []observe.Flag{{Name: "a"}, {Name: "b"}}}, facts: &source.Facts{}}
	d := &decisions{}
	d.left = map[string]plan.Skipped{}
	if c.Keep = []string{"a"}; keep(c, d) != nil || len(d.left) != 1 || d.left["a"].Why != "--keep names it" {
		t.Errorf("these stay: %v", d.left)
	}
	const want = "no flag --c is registered; specify the names of flags after --keep, without dashes"
	if c.Keep = []string{"c"}; fmt.Sprint(keep(c, d)) != want {
		t.Errorf("got the error %v, want %s", keep(c, d), want)
	}
}
