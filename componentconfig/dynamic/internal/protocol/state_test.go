package protocol

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// digest returns a valid digest of one repeated character.
func digest(c string) store.Digest { return store.Digest(strings.Repeat(c, 64)) }

var (
	a, b, c = digest("a"), digest("b"), digest("c")
	now     = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
)

func newState() State { return State{Build: "v1", Boot: "boot 1", Allowed: 2, Keep: 2} }

// none is the overlay of records that do not depend on one.
func none() string { return "" }

func (v Verdict) String() string {
	return []string{"untried", "confirmed", "exhausted", "failed"}[v]
}

// begun returns a state with n attempts with d.
func begun(s State, d store.Digest, n int) State {
	for range n {
		s = s.Begin(d)
	}
	return s
}

// onTrial is a state of a process that runs d on trial.
func onTrial(s State, d store.Digest) State {
	s = s.Assign(d, "", now).Begin(d)
	s.Started, s.Active, s.Trial = true, d, d
	return s
}

func TestJudge(t *testing.T) {
	failed := store.Mark{Reason: "no"}
	withOverlay := store.Mark{Reason: "no", Overlay: "drop-in 1"}
	for name, test := range map[string]struct {
		state   State
		overlay string
		want    Verdict
	}{
		"unknown":                          {newState(), "", Untried},
		"one attempt":                      {begun(newState(), a, 1), "", Untried},
		"attempts used up":                 {begun(newState(), a, 2), "", Exhausted},
		"failed":                           {newState().Fail(a, failed), "", Failed},
		"failed with these layers":         {newState().Fail(a, withOverlay), "drop-in 1", Failed},
		"failed with other layers":         {newState().Fail(a, withOverlay), "drop-in 2", Untried},
		"failed with layers now unknown":   {newState().Fail(a, withOverlay), "", Failed},
		"attempts used up in other layers": {begun(newState(), a, 2).Fail(a, withOverlay), "drop-in 2", Exhausted},
		"confirmed":                        {onTrial(newState(), a).Confirm(none, now), "", Confirmed},
		"confirmed, then failed":           {onTrial(newState(), a).Confirm(none, now).Fail(a, failed), "", Failed},
		"cleared":                          {begun(newState(), a, 2).Fail(a, failed).Clear(a), "", Untried},
		"another one cleared":              {newState().Fail(a, failed).Clear(b), "", Failed},
		"all cleared":                      {newState().Fail(a, failed).Clear(""), "", Untried},
	} {
		if got := test.state.Judge(a, func() string { return test.overlay }); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// TestJudgeOfAnotherBuild: neither confirmations nor failures of one build hold for another.
func TestJudgeOfAnotherBuild(t *testing.T) {
	for name, s := range map[string]State{
		"confirmed": onTrial(newState(), a).Confirm(none, now),
		"failed":    newState().Fail(a, store.Mark{Reason: "no"}),
		"exhausted": begun(newState(), a, 2),
	} {
		s.Build = "v2"
		if got := s.Judge(a, none); got != Untried {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestCandidates(t *testing.T) {
	confirmed := onTrial(newState(), a).Confirm(none, now)
	lost := confirmed
	lost.Assigned = nil
	for name, test := range map[string]struct {
		state State
		want  []Candidate
		lost  bool
	}{
		"nothing":                     {newState(), nil, false},
		"assigned":                    {newState().Assign(a, "", now), []Candidate{{a, false}}, false},
		"assigned and confirmed":      {confirmed, []Candidate{{a, false}}, false},
		"another one assigned":        {confirmed.Assign(b, "", now), []Candidate{{b, false}, {a, true}}, false},
		"nothing assigned any longer": {confirmed.Assign("", "", now), nil, false},
		"assignment lost":             {lost, []Candidate{{a, true}}, true},
		"everything lost":             {State{Lost: true}, nil, true},
	} {
		if got := test.state.Candidates(); !slices.Equal(got, test.want) || test.state.AssignmentLost() != test.lost {
			t.Errorf("%s: %v, lost %t", name, got, test.state.AssignmentLost())
		}
	}
}

// TestSettle: an attempt that a crash interrupted counts, one that a reboot interrupted does not.
func TestSettle(t *testing.T) {
	for name, test := range map[string]struct {
		boot     string
		used     int
		returned int
	}{
		"crash":        {"boot 1", 1, 0},
		"reboot":       {"boot 2", 0, 1},
		"unknown boot": {"", 1, 0},
	} {
		s := newState().Begin(a)
		s.Boot = test.boot
		e, _ := s.Settle().Entry(a)
		if e.Used != test.used || e.Returned != test.returned || e.Open != nil {
			t.Errorf("%s: %+v", name, e)
		}
		if before, _ := s.Entry(a); before.Used != 1 || before.Open == nil {
			t.Errorf("%s: the settled state changed the other: %+v", name, before)
		}
	}
}

// TestSettleAfterConfirm: a process that dies between the two writes of a confirmation leaves an entry that means
// nothing.
func TestSettleAfterConfirm(t *testing.T) {
	s := onTrial(newState(), a)
	s.Good = &store.Good{Digest: a, Build: "v1"}
	if e, known := s.Settle().Entry(a); known {
		t.Errorf("%+v", e)
	}
	failed := s.Fail(a, store.Mark{Reason: "no"})
	if _, known := failed.Settle().Entry(a); !known {
		t.Error("a failure record was dropped")
	}
}

// TestSettleAfterReset: a process that dies between the two writes of a reset leaves a record that is stale.
func TestSettleAfterReset(t *testing.T) {
	s := onTrial(newState(), a).Confirm(none, now).Assign("", "", now)
	if s = s.Settle(); s.Good != nil || !s.StaleGood {
		t.Errorf("%+v, stale %t", s.Good, s.StaleGood)
	}
}

func TestReset(t *testing.T) {
	if s := onTrial(newState(), a).Confirm(none, now).Reset(); s.Good != nil || !s.StaleGood {
		t.Errorf("%+v, stale %t", s.Good, s.StaleGood)
	}
	if s := newState().Reset(); s.StaleGood {
		t.Error("a record that never existed is stale")
	}
}

// TestMaxReturned: after 32 returned attempts each counts.
func TestMaxReturned(t *testing.T) {
	s := newState()
	for n := range MaxReturned + 1 {
		s = s.Begin(a)
		s.Boot = fmt.Sprint("boot ", n+2)
		s = s.Settle()
	}
	if e, _ := s.Entry(a); e.Returned != MaxReturned || e.Used != 1 {
		t.Errorf("%+v", e)
	}
}

// TestHistory: the digests that were assigned before stay, each once, newest first, and not more than Keep.
func TestHistory(t *testing.T) {
	s := newState()
	for _, d := range []store.Digest{a, b, a, c, digest("d"), ""} {
		s = s.Assign(d, "somewhere", now)
	}
	if want := []store.Digest{digest("d"), c}; !slices.Equal(s.Assigned.History, want) {
		t.Errorf("%v", s.Assigned.History)
	}
	for d, kept := range map[store.Digest]bool{a: false, c: true, digest("d"): true} {
		if s.Kept(d) != kept {
			t.Errorf("%s is kept: %t", d.Short(), !kept)
		}
	}
	if s.Referenced(c) {
		t.Error("what was assigned before is in use")
	}
}

// TestActiveIsReferenced: what a process uses stays on disk, also if nothing else refers to it.
func TestActiveIsReferenced(t *testing.T) {
	s := onTrial(newState(), a)
	for _, d := range []store.Digest{b, c, digest("d"), digest("e")} {
		s = s.Assign(d, "", now)
	}
	if !s.Kept(a) || s.Kept(b) {
		t.Errorf("a is kept: %t, b is kept: %t", s.Kept(a), s.Kept(b))
	}
}
