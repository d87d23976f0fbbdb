package protocol

import (
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

func boot(name string) func() string { return func() string { return name } }

func newState() State { return State{Build: "v1", Boot: boot("boot 1"), Allowed: 2, Keep: 2} }

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
		state  State
		layers string
		want   Verdict
	}{
		"unknown":                          {newState(), "", Untried},
		"one attempt":                      {begun(newState(), a, 1), "", Untried},
		"attempts used up":                 {begun(newState(), a, 2), "", Exhausted},
		"failed":                           {newState().Fail(a, failed), "", Failed},
		"failed with these layers":         {newState().Fail(a, withOverlay), "drop-in 1", Failed},
		"failed with other layers":         {newState().Fail(a, withOverlay), "drop-in 2", Untried},
		"failed with layers now unknown":   {newState().Fail(a, withOverlay), "", Failed},
		"attempts used up in other layers": {begun(newState(), a, 2).Fail(a, withOverlay), "drop-in 2", Exhausted},
		"confirmed":                        {onTrial(newState(), a).Confirm(now), "", Confirmed},
		"confirmed, then failed":           {onTrial(newState(), a).Confirm(now).Fail(a, failed), "", Failed},
		"cleared":                          {begun(newState(), a, 2).Fail(a, failed).Clear(a), "", Untried},
		"another one cleared":              {newState().Fail(a, failed).Clear(b), "", Failed},
		"all cleared":                      {newState().Fail(a, failed).Clear(""), "", Untried},
	} {
		test.state.Layers = test.layers
		if got := test.state.Judge(a); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// TestLayered: only a failure record of this build that was made with layers depends on them.
func TestLayered(t *testing.T) {
	s := newState().Fail(a, store.Mark{Reason: "no"})
	if s.Layered() {
		t.Error("a record without layers depends on them")
	}
	s = s.Fail(b, store.Mark{Reason: "no", Overlay: "drop-in"})
	if !s.Layered() {
		t.Error("a record with layers does not depend on them")
	}
	if s.Build = "other"; s.Layered() {
		t.Error("a record of another build depends on the layers")
	}
}

// TestJudgeOfAnotherBuild: neither confirmations nor failures of one build hold for another.
func TestJudgeOfAnotherBuild(t *testing.T) {
	for name, s := range map[string]State{
		"confirmed": onTrial(newState(), a).Confirm(now),
		"failed":    newState().Fail(a, store.Mark{Reason: "no"}),
		"exhausted": begun(newState(), a, 2),
	} {
		s.Build = "v2"
		if got := s.Judge(a); got != Untried {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestNothingAssigned: an assignment that is lost is not one of nothing.
func TestNothingAssigned(t *testing.T) {
	lost := newState()
	lost.Lost = true
	for name, test := range map[string]struct {
		state State
		want  bool
	}{
		"new":                   {newState(), true},
		"set to nothing":        {newState().Assign(a, "", now).Assign("", "", now), true},
		"assigned":              {newState().Assign(a, "", now), false},
		"lost":                  {lost, false},
		"confirmed, then reset": {onTrial(newState(), a).Confirm(now).Assign("", "", now), true},
	} {
		if got := test.state.NothingAssigned(); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}

func TestCandidates(t *testing.T) {
	confirmed := onTrial(newState(), a).Confirm(now)
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

// TestSettle: an attempt that is found open counts, also if the machine was booted since.
func TestSettle(t *testing.T) {
	for name, test := range map[string]struct {
		boot     string
		rebooted int
	}{"crash": {"boot 1", 0}, "reboot": {"boot 2", 1}, "unknown boot": {"", 0}} {
		s := newState().Begin(a)
		s.Boot = boot(test.boot)
		e, _ := s.Settle().Entry(a)
		if e.Used != 1 || e.Rebooted != test.rebooted || e.Returned != 0 || e.Open != nil {
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
	s := onTrial(newState(), a).Confirm(now).Assign("", "", now)
	if s = s.Settle(); s.Good != nil || !s.StaleGood {
		t.Errorf("%+v, stale %t", s.Good, s.StaleGood)
	}
}

func TestReset(t *testing.T) {
	if s := onTrial(newState(), a).Confirm(now).Reset(); s.Good != nil || !s.StaleGood {
		t.Errorf("%+v, stale %t", s.Good, s.StaleGood)
	}
	if s := newState().Reset(); s.StaleGood {
		t.Error("a record that never existed is stale")
	}
}

// TestMaxReturned: ten attempts in a row may be returned; a crash between them begins another row.
func TestMaxReturned(t *testing.T) {
	s := newState()
	s.Allowed = 3
	release := func(n int) {
		for range n {
			s = onTrial(s, a).Release()
		}
	}
	release(MaxReturned - 1)
	if got := s.Judge(a); got != Untried {
		t.Errorf("after %d clean ends: %s", MaxReturned-1, got)
	}
	s = s.Begin(a).Settle()
	release(MaxReturned - 1)
	if e, _ := s.Entry(a); e.Used != 1 || e.Returned != MaxReturned-1 || s.Judge(a) != Untried {
		t.Errorf("a crash does not end the row: %+v", e)
	}
	release(1)
	if got := s.Judge(a); got != Exhausted {
		t.Errorf("after %d clean ends: %s", MaxReturned, got)
	}
}

// TestLate: a confirmed configuration that crashes soon after each start is given up as one on trial is, and what
// was confirmed before is tried.
func TestLate(t *testing.T) {
	s := onTrial(onTrial(newState(), a).Confirm(now), b).Confirm(now)
	if want := []Candidate{{b, false}, {a, true}}; !slices.Equal(s.Candidates(), want) {
		t.Errorf("%v", s.Candidates())
	}
	for starts, want := range map[int]Verdict{0: Confirmed, MinLate - 1: Confirmed, MinLate: Exhausted} {
		if s.Late = (Late{b, starts}); s.Judge(b) != want {
			t.Errorf("%d: %s, want %s", starts, s.Judge(b), want)
		}
	}
	if s.Late = (Late{a, MinLate}); s.Judge(b) != Confirmed {
		t.Error("the starts of another one count")
	}
	if s.Late = (Late{b, MinLate}); s.Clear(b).Judge(b) != Confirmed {
		t.Error("an operator cannot clear it")
	}
}

// TestDemoted: what has failed since it was confirmed makes room for an older one, if there is one. A failure that
// depends on the layers above does not.
func TestDemoted(t *testing.T) {
	s := onTrial(onTrial(newState(), a).Confirm(now), b).Confirm(now)
	if got := s.Fail(b, store.Mark{Overlay: "drop-in"}).Reconcile(); got.Good.Digest != b || got.UnstoredGood {
		t.Errorf("%+v", got.Good)
	}
	if s = s.Fail(b, store.Mark{}).Reconcile(); s.Good.Digest != a || len(s.Good.Older) > 0 || !s.Confirmed(a) ||
		!s.UnstoredGood {
		t.Errorf("%+v", s.Good)
	}
	if s = s.Fail(a, store.Mark{}).Reconcile(); s.Good.Digest != a {
		t.Errorf("%+v", s.Good)
	}
}

// TestOlder: what was confirmed before stays on disk, newest first, and not more than Keep.
func TestOlder(t *testing.T) {
	s := newState()
	for _, d := range []store.Digest{a, b, a, c, digest("d")} {
		s = onTrial(s, d).Confirm(now)
	}
	var got []store.Digest
	for _, older := range s.Good.Older {
		got = append(got, older.Digest)
	}
	if want := []store.Digest{c, a}; !slices.Equal(got, want) || s.Kept(b) || !s.Kept(a) {
		t.Errorf("%v", got)
	}
}

// TestRollBack: the assigned configuration is given up, and an older one is used as what was confirmed last.
func TestRollBack(t *testing.T) {
	s := onTrial(onTrial(newState(), a).Confirm(now), b).Confirm(now)
	for _, d := range []store.Digest{b, c} {
		if _, known := s.RollBack(d, store.Mark{}); known {
			t.Errorf("rolled back to %s", d.Short())
		}
	}
	s, known := s.RollBack(a, store.Mark{Reason: "rolled back"})
	if !known || s.Good.Digest != a || s.Judge(a) != Confirmed || s.Judge(b) != Failed {
		t.Errorf("%t, %+v", known, s.Good)
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
