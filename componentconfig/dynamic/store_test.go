package dynamic

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestLife walks through a push, its confirmation, a bad push, the roll-back and the repair.
func TestLife(t *testing.T) {
	r := newRig(t)
	r.uses(r.next(), LayerLocal, "")
	r.condition(metav1.ConditionTrue, "Local")
	if out := r.assign("a", accepted); !out.Restart {
		t.Error("a new assignment does not ask for a restart")
	}
	r.condition(metav1.ConditionUnknown, "RestartPending")
	d := r.next()
	r.uses(d, LayerAssigned, "a")
	if !d.OnTrial || d.Attempt != 1 || d.Attempts != 3 {
		t.Errorf("on trial %v, attempt %d of %d", d.OnTrial, d.Attempt, d.Attempts)
	}
	r.condition(metav1.ConditionTrue, "OnTrial")
	if err := r.controller.Confirm(); err != nil {
		t.Fatal(err)
	}
	r.condition(metav1.ConditionTrue, "Assigned")
	r.assign("bad", rejected)
	r.condition(metav1.ConditionFalse, "Rejected")
	r.assign("kills", accepted)
	for range 3 {
		r.uses(r.next(), LayerAssigned, "kills")
	}
	r.uses(r.next(), LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonCrashLoop)
	r.uses(r.next(), LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonFailed)
	st := r.controller.Status()
	if st.LastFailed == nil || st.LastFailed.Digest != payload(t, "kills").Digest() ||
		!strings.Contains(st.LastFailed.Reason, "3 starts") {
		t.Errorf("last failed is %+v", st.LastFailed)
	}
	if len(st.Failed) != 2 {
		t.Errorf("%d bad marks, want those of bad and kills", len(st.Failed))
	}
	r.confirmed("repair")
	r.condition(metav1.ConditionTrue, "Assigned")
}

func TestStartChecksLocal(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.disk.Reap()
	if _, err := r.open().Start(payload(t, "bad local")); err == nil ||
		!strings.Contains(err.Error(), "the local configuration is invalid: spec.port") {
		t.Errorf("error %v", err)
	}
}

func TestParameters(t *testing.T) {
	for _, c := range []struct {
		p    TrialParameters
		want string
	}{
		{defaultTrialParameters(), ""},
		{TrialParameters{time.Second, 0}, ""},
		{TrialParameters{time.Second, 10}, ""},
		{TrialParameters{0, 0}, "the trial period is 0s: it must be greater than zero, such as 10m"},
		{TrialParameters{time.Second, -1}, "the crash-loop threshold is -1: it must be from 0 to 10"},
		{TrialParameters{-1, 11}, "the trial period is -1ns: it must be greater than zero, such as 10m\nthe crash-loop " +
			"threshold is 11: it must be from 0 to 10"},
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

// TestTrialSeconds: the status says how long a trial may take, the delays of the kubelet between restarts included.
func TestTrialSeconds(t *testing.T) {
	for threshold, want := range map[int]int64{0: 60 + 10 + 20, 2: 60 + 10 + 20 + 40 + 80, 10: 60 + 310 + 7*300} {
		r := newRig(t)
		r.opts.TrialParameters = &TrialParameters{TrialPeriod: time.Minute, CrashLoopThreshold: threshold}
		if got := r.open().Status().TrialSeconds; got != 0 {
			t.Errorf("threshold %d: %d before the start", threshold, got)
		}
		r.next()
		if got := r.controller.Status().TrialSeconds; got != want {
			t.Errorf("threshold %d: %d, want %d", threshold, got, want)
		}
	}
}

// TestLocalLayers: what Check refused because of the layers above it is checked again whenever they change; what
// crashed is not.
func TestLocalLayers(t *testing.T) {
	r := newRig(t)
	local, check := "drop-in", r.opts.Check
	r.opts.Overlay = func() string { return local }
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
		r.uses(r.next(), LayerLocal, "")
		r.condition(metav1.ConditionFalse, ReasonInvalid)
		r.uses(r.next(), LayerLocal, "")
		r.condition(metav1.ConditionFalse, ReasonFailed)
	}
	if out := r.assign("clashes b", rejected); !strings.Contains(out.Rejected, "in use by the drop-in") {
		t.Errorf("rejected: %s", out.Rejected)
	}
	r.assign("clashes b", rejected)
	local = "drop-in, fixed"
	r.assign("clashes b", accepted)
	r.uses(r.next(), LayerAssigned, "clashes b")
	for n := range 8 {
		local = fmt.Sprint("bad drop-in ", n)
		r.uses(r.next(), LayerLocal, "")
	}
	local = "drop-in"
	for n := range 2 {
		if d := r.next(); d.Layer != LayerAssigned || d.Attempt != n+2 {
			t.Errorf("%s, want start %d", d, n+2)
		}
		local += ", changed" // A drop-in that is new at each start does not return attempts.
	}
	d := r.next()
	r.uses(d, LayerLastKnownGood, "clashes a")
	if d.OnTrial {
		t.Error("a change of the local layers took a confirmation back")
	}
}

// TestStrangeIdentities: builds and boots that JSON changes, and times that it cannot write, make no difference.
func TestStrangeIdentities(t *testing.T) {
	r := newRig(t)
	r.clock.wall = time.Date(300_000, 1, 1, 0, 0, 0, 0, time.UTC)
	r.opts.Build, r.opts.system.boot = "v1\xff"+strings.Repeat("x", 1<<20), func() string { return "boot\xff" }
	r.next()
	r.assign("a", accepted)
	for range 3 {
		r.uses(r.next(), LayerAssigned, "a")
	}
	r.uses(r.next(), LayerLocal, "")
	r.condition(metav1.ConditionFalse, ReasonCrashLoop)
	r.uses(r.next(), LayerLocal, "")
	r.condition(metav1.ConditionFalse, ReasonFailed)
}

func TestNewBinary(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("bad", rejected)
	r.opts.Build = "newer"
	d := r.next()
	r.uses(d, LayerAssigned, "a")
	if !d.OnTrial {
		t.Error("another binary trusts a confirmation that is not its own")
	}
	for range 2 {
		r.next()
	}
	r.uses(r.next(), LayerLocal, "")
	r.opts.Build = "build"
	r.uses(r.next(), LayerAssigned, "a")
	r.condition(metav1.ConditionTrue, "Assigned")
}

func TestUnassignResets(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	if out, err := r.controller.Unassign(); err != nil || verdictOf(out) != accepted || !out.Restart {
		t.Fatalf("%+v, %v", out, err)
	}
	r.uses(r.next(), LayerLocal, "")
	r.condition(metav1.ConditionTrue, "Local")
	if st := r.controller.Status(); st.LastKnownGood != nil || st.Assigned != nil {
		t.Errorf("%+v", st)
	}
	r.assign("kills", accepted)
	for range 3 {
		r.next()
	}
	r.uses(r.next(), LayerLocal, "")
	if out, err := r.controller.Unassign(); err != nil || verdictOf(out) != accepted {
		t.Fatalf("%+v, %v", out, err)
	}
	if out, err := r.controller.Unassign(); err != nil || verdictOf(out) != unchanged {
		t.Fatalf("%+v, %v", out, err)
	}
}

// TestUnassignGoesOn: a reset that the disk interrupts at any change is completed by the next call, which asks for the
// restart.
func TestUnassignGoesOn(t *testing.T) {
	for at := 1; ; at++ {
		r := newRig(t)
		r.confirmed("a")
		r.disk.FailAt = r.disk.Ops + at
		out, err := r.controller.Unassign()
		if r.disk.Ops < r.disk.FailAt {
			if at < 10 {
				t.Errorf("a reset is only %d changes", at-1)
			}
			return
		}
		if err != nil {
			if out.Restart {
				t.Errorf("change %d fails, and a restart is asked for before the reset is durable", at)
			}
			out, err = r.controller.Unassign()
		}
		if err != nil || !out.Restart {
			t.Errorf("change %d fails: then %+v, %v, want a restart", at, out, err)
		}
		r.uses(r.next(), LayerLocal, "")
	}
}

func TestFail(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("b", accepted)
	r.next()
	if err := r.controller.Fail("no route to the backend"); err != nil {
		t.Fatal(err)
	}
	r.condition(metav1.ConditionFalse, ReasonFailed)
	if err := r.controller.Confirm(); !errors.Is(err, ErrNoTrial) {
		t.Errorf("confirmed after it failed: %v", err)
	}
	r.uses(r.next(), LayerLastKnownGood, "a")
}
