package dynamic

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestLife walks through a push, its confirmation, a bad push, the roll-back and the repair.
func TestLife(t *testing.T) {
	r := newRig(t)
	r.uses(r.next(), Local, "")
	r.condition(True, "Local")
	if out := r.assign("a", Accepted); !out.Restart {
		t.Error("a new assignment does not ask for a restart")
	}
	r.condition(Unknown, "RestartPending")
	d := r.next()
	r.uses(d, Assigned, "a")
	if !d.OnTrial || d.Attempt != 1 || d.Attempts != 3 {
		t.Errorf("on trial %v, attempt %d of %d", d.OnTrial, d.Attempt, d.Attempts)
	}
	r.condition(True, "OnTrial")
	if err := r.store.Confirm(); err != nil {
		t.Fatal(err)
	}
	r.condition(True, "Assigned")
	r.assign("bad", Rejected)
	r.condition(False, "Rejected")
	r.assign("kills", Accepted)
	for range 3 {
		r.uses(r.next(), Assigned, "kills")
	}
	r.uses(r.next(), LastKnownGood, "a")
	r.condition(False, ReasonCrashLoop)
	r.uses(r.next(), LastKnownGood, "a")
	r.condition(False, ReasonFailed)
	st := r.store.Status()
	if st.LastFailed == nil || st.LastFailed.Digest != payload(t, "kills").Digest() || !strings.Contains(st.LastFailed.Reason, "3 starts") {
		t.Errorf("last failed is %+v", st.LastFailed)
	}
	if len(st.Failed) != 2 {
		t.Errorf("%d bad marks, want those of bad and kills", len(st.Failed))
	}
	r.confirmed("repair")
	r.condition(True, "Assigned")
}

func TestStartChecksLocal(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.disk.reap()
	if _, err := r.open().Start(payload(t, "bad local")); err == nil || !strings.Contains(err.Error(), "the local configuration is invalid: spec.port") {
		t.Errorf("error %v", err)
	}
}

func TestParameters(t *testing.T) {
	for _, c := range []struct {
		p    Parameters
		want string
	}{
		{DefaultParameters(), ""},
		{Parameters{time.Second, 0}, ""},
		{Parameters{time.Second, 10}, ""},
		{Parameters{0, 0}, "the trial period is 0s: write a duration above zero, such as 10m"},
		{Parameters{time.Second, -1}, "the crash-loop threshold is -1: write a number from 0 to 10"},
		{Parameters{-1, 11}, "the trial period is -1ns: write a duration above zero, such as 10m\nthe crash-loop threshold is 11: write a number from 0 to 10"},
	} {
		got := ""
		if err := c.p.Validate(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.p, got, c.want)
		}
	}
}

// TestLocalLayers: what Check refused because of the layers above it is looked at again when they change, as often as they do; what died is not.
func TestLocalLayers(t *testing.T) {
	r := newRig(t)
	local, check := "drop-in", r.opts.Check
	r.opts.Local = func() string { return local }
	r.opts.Check = func(p Payload) error {
		if strings.HasPrefix(text(p), "clashes") && strings.HasPrefix(local, "bad drop-in") {
			return errors.New("spec.port: is in use by the drop-in")
		}
		return check(p)
	}
	r.next()
	r.confirmed("clashes a")
	for n := range 8 {
		local = fmt.Sprint("bad drop-in ", n)
		r.uses(r.next(), Local, "")
		r.condition(False, ReasonInvalid)
		r.uses(r.next(), Local, "")
		r.condition(False, ReasonFailed)
	}
	if out := r.assign("clashes b", Rejected); !strings.Contains(out.Reason, "in use by the drop-in") {
		t.Errorf("rejected: %s", out.Reason)
	}
	r.assign("clashes b", Rejected)
	local = "drop-in, mended"
	r.assign("clashes b", Accepted)
	r.uses(r.next(), Assigned, "clashes b")
	for n := range 8 {
		local = fmt.Sprint("bad drop-in ", n)
		r.uses(r.next(), Local, "")
	}
	local = "drop-in"
	for n := range 2 {
		if d := r.next(); d.Layer != Assigned || d.Attempt != n+2 {
			t.Errorf("%s, want start %d", d, n+2)
		}
		local += ", changed" // A drop-in that is new at each start does not give attempts back.
	}
	d := r.next()
	r.uses(d, LastKnownGood, "clashes a")
	if d.OnTrial {
		t.Error("a change of the local layers took a confirmation back")
	}
}

// TestStrangeIdentities: builds and boots that JSON does not give back as they are, and clocks that it cannot write, change nothing.
func TestStrangeIdentities(t *testing.T) {
	r := newRig(t)
	r.clock.wall = time.Date(300_000, 1, 1, 0, 0, 0, 0, time.UTC)
	r.opts.Build, r.opts.Boot = "v1\xff"+strings.Repeat("x", 1<<20), func() string { return "boot\xff" }
	r.next()
	r.assign("a", Accepted)
	for range 3 {
		r.uses(r.next(), Assigned, "a")
	}
	r.uses(r.next(), Local, "")
	r.condition(False, ReasonCrashLoop)
	r.uses(r.next(), Local, "")
	r.condition(False, ReasonFailed)
}

func TestNewBinary(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("bad", Rejected)
	r.opts.Build = "newer"
	d := r.next()
	r.uses(d, Assigned, "a")
	if !d.OnTrial {
		t.Error("another binary trusts a confirmation that is not its own")
	}
	for range 2 {
		r.next()
	}
	r.uses(r.next(), Local, "")
	r.opts.Build = "build"
	r.uses(r.next(), Assigned, "a")
	r.condition(True, "Assigned")
}

func TestUnassignResets(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	if out, err := r.store.Unassign(); err != nil || out.Verdict != Accepted || !out.Restart {
		t.Fatalf("%+v, %v", out, err)
	}
	r.uses(r.next(), Local, "")
	r.condition(True, "Local")
	if st := r.store.Status(); st.LastKnownGood != nil || st.Assigned != nil {
		t.Errorf("%+v", st)
	}
	r.assign("kills", Accepted)
	for range 3 {
		r.next()
	}
	r.uses(r.next(), Local, "")
	if out, err := r.store.Unassign(); err != nil || out.Verdict != Accepted {
		t.Fatalf("%+v, %v", out, err)
	}
	if out, err := r.store.Unassign(); err != nil || out.Verdict != Unchanged {
		t.Fatalf("%+v, %v", out, err)
	}
}

// TestUnassignGoesOn: a reset that the disk cuts short at any change is carried out by the next call, which asks for the restart.
func TestUnassignGoesOn(t *testing.T) {
	for at := 1; ; at++ {
		r := newRig(t)
		r.confirmed("a")
		r.disk.failAt = r.disk.ops + at
		out, err := r.store.Unassign()
		if r.disk.ops < r.disk.failAt {
			if at < 10 {
				t.Errorf("a reset is only %d changes", at-1)
			}
			return
		}
		if err != nil {
			if out.Restart {
				t.Errorf("change %d fails, and a restart is asked for before the reset is durable", at)
			}
			out, err = r.store.Unassign()
		}
		if err != nil || !out.Restart {
			t.Errorf("change %d fails: then %+v, %v, want a restart", at, out, err)
		}
		r.uses(r.next(), Local, "")
	}
}

func TestFail(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("b", Accepted)
	r.next()
	if err := r.store.Fail("no route to the backend"); err != nil {
		t.Fatal(err)
	}
	r.condition(False, ReasonFailed)
	if err := r.store.Confirm(); !errors.Is(err, ErrNoTrial) {
		t.Errorf("confirmed after it failed: %v", err)
	}
	r.uses(r.next(), LastKnownGood, "a")
}
