package protocol

import (
	"fmt"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

func TestBegin(t *testing.T) {
	before := newState()
	s := before.Begin(a)
	if e, _ := s.Entry(a); e.Used != 1 || e.Allowed != 2 || e.Open == nil || e.Open.Boot != "boot 1" {
		t.Errorf("%+v", e)
	}
	if _, known := before.Entry(a); known {
		t.Error("the state before has the attempt, too")
	}
}

// TestSurvive: the attempt of a check that the process survived does not count.
func TestSurvive(t *testing.T) {
	s := begun(newState(), a, 2).Survive(a)
	if e, _ := s.Entry(a); e.Used != 1 || e.Open != nil {
		t.Errorf("%+v", e)
	}
	if s := newState().Survive(a); len(s.Ledger.Entries) > 0 {
		t.Errorf("an entry out of nothing: %+v", s.Ledger)
	}
}

// TestFailKeepsTheCount: attempts that were used up stay used up, whatever happens to the failure record.
func TestFailKeepsTheCount(t *testing.T) {
	s := begun(newState(), a, 2).Fail(a, store.Mark{Reason: "no", Overlay: "drop-in 1"})
	if e, _ := s.Entry(a); e.Used != 2 || e.Open != nil || e.Failed.Reason != "no" {
		t.Errorf("%+v", e)
	}
}

func TestConfirm(t *testing.T) {
	s := onTrial(newState(), a).Confirm(now)
	if g := s.Good; g.Digest != a || g.Build != "v1" || g.Time != now || g.Older != nil || s.Trial != "" {
		t.Errorf("%+v, trial %q", s.Good, s.Trial)
	}
	if _, known := s.Entry(a); known {
		t.Error("the ledger has what is confirmed")
	}
}

// TestConfirmKeepsAFailure: a failure that was found meanwhile, with the layers as they are now, stays; one with other
// layers does not.
func TestConfirmKeepsAFailure(t *testing.T) {
	s := onTrial(newState(), a).Fail(a, store.Mark{Reason: "no", Overlay: "drop-in 2"})
	s.Layers = "drop-in 2"
	kept := s.Confirm(now)
	if e, _ := kept.Entry(a); e.Failed == nil || e.Used != 0 || e.Open != nil {
		t.Errorf("%+v", e)
	}
	s.Layers = "drop-in 1"
	if _, known := s.Confirm(now).Entry(a); known {
		t.Error("a failure with other layers stays")
	}
}

func TestRelease(t *testing.T) {
	s := onTrial(newState(), a)
	if !s.MayRelease() {
		t.Fatal("the attempt cannot be returned")
	}
	released := s.Release()
	if e, _ := released.Entry(a); e.Used != 0 || e.Returned != 1 || e.Open != nil || released.Trial != "" {
		t.Errorf("%+v", e)
	}
	if released.MayRelease() {
		t.Error("the attempt can be returned twice")
	}
	for health, want := range map[Health]store.Entry{Well: {}, Unwell: {Used: 1, Unwell: 1}} {
		s.Health = health
		if e, _ := s.Release().Entry(a); e.Used != want.Used || e.Unwell != want.Unwell || e.Returned != 0 || e.Open != nil {
			t.Errorf("health %d: %+v", health, e)
		}
	}
	if newState().MayRelease() {
		t.Error("an attempt can be returned without a trial")
	}
}

// TestClearDuringATrial: the attempt in progress stays, without its past.
func TestClearDuringATrial(t *testing.T) {
	s := onTrial(begun(newState(), a, 1), a).Begin(b)
	if cleared := s.Clear(b); len(cleared.Ledger.Entries) != 1 {
		t.Errorf("%+v", cleared.Ledger)
	}
	if e, _ := s.Clear("").Entry(a); e.Used != 1 || e.Open == nil {
		t.Errorf("%+v", e)
	}
	if e, _ := s.Clear(b).Entry(a); e.Used != 2 {
		t.Errorf("clearing b changed a: %+v", e)
	}
}

// TestAllow: a configuration may bring its own number of starts.
func TestAllow(t *testing.T) {
	s := begun(newState(), a, 1).Allow(a, 1)
	if s.AllowedFor(a) != 1 || s.AllowedFor(b) != 2 || s.Judge(a) != Exhausted {
		t.Errorf("%d, %d, %s", s.AllowedFor(a), s.AllowedFor(b), s.Judge(a))
	}
	if s = s.Allow(a, 0); s.AllowedFor(a) != 2 {
		t.Error("it still has its own")
	}
}

// TestLedgerIsBounded: the least recently used pair that nothing refers to is forgotten.
func TestLedgerIsBounded(t *testing.T) {
	s := newState().Begin(a).Assign(a, "", now)
	for n := range store.MaxEntries + 10 {
		s = s.Begin(store.Digest(fmt.Sprintf("%064d", n)))
	}
	if n := len(s.Ledger.Entries); n != store.MaxEntries {
		t.Errorf("%d entries", n)
	}
	if _, known := s.Entry(a); !known {
		t.Error("what is assigned was forgotten")
	}
	if _, known := s.Entry(store.Digest(fmt.Sprintf("%064d", 10))); known {
		t.Error("the least recently used pair was not forgotten")
	}
}

func TestClockFrom(t *testing.T) {
	system := SystemClock()
	if ClockFrom(t.Context(), system) != system {
		t.Error("a context without a clock has another one")
	}
	other := systemClock{started: now}
	if ClockFrom(WithClock(t.Context(), other), system) != Clock(other) {
		t.Error("the clock of the context is not used")
	}
	if before := system.Elapsed(); system.Now().IsZero() || system.Elapsed() < before {
		t.Error("the clock runs backwards")
	}
	<-system.After(0)
}
