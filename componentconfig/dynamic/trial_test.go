package dynamic

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
)

func TestThreshold(t *testing.T) {
	for threshold := range 11 {
		t.Run(fmt.Sprint(threshold), func(t *testing.T) {
			r := newRig(t)
			r.opts.TrialParameters = &TrialParameters{TrialPeriod: trialPeriod, CrashLoopThreshold: threshold}
			r.open()
			r.controller.journal.readOnly = nil
			r.next()
			r.assign("kills", accepted)
			for range threshold + 1 {
				r.uses(r.next(), LayerAssigned, "kills")
			}
			r.uses(r.next(), LayerLocal, "")
		})
	}
}

// TestCleanExitsE13: a process that is asked to end has not crashed. Some such ends in a row are a failure of their
// own, with a reason that says so.
func TestCleanExitsE13(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("hangs", accepted)
	for range protocol.MaxReturned {
		r.uses(r.next(), LayerAssigned, "hangs")
		if err := r.controller.Release(); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.controller.Status().Trial; got.Used != 0 || got.Returned != protocol.MaxReturned {
		t.Errorf("%+v", got)
	}
	r.uses(r.next(), LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonEarlyExits)
	r.says("early exits: the last 10 starts were asked to end before the configuration was confirmed")
	if _, err := r.controller.Clear(""); err != nil {
		t.Fatal(err)
	}
	r.uses(r.next(), LayerAssigned, "hangs")
	if got := r.controller.Status().Trial; got.Returned != 0 {
		t.Errorf("after the operator's word: %+v", got)
	}
}

// TestHealthyExitsE13: a process that has answered a health check may be asked to end as often as somebody wants.
func TestHealthyExitsE13(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("a", accepted)
	for range 43 {
		r.uses(r.next(), LayerAssigned, "a")
		r.controller.checkedHealth(nil)
		if err := r.controller.Release(); err != nil {
			t.Fatal(err)
		}
	}
	r.uses(r.next(), LayerAssigned, "a")
	r.condition(metav1.ConditionTrue, ReasonOnTrial)
}

// TestRebootE17: an attempt that ended with the machine counts, and the reason says so; after a clean shutdown there is
// none.
func TestRebootE17(t *testing.T) {
	r := newRig(t)
	boot := 0
	r.opts.system.boot = func() string { return fmt.Sprint("boot", boot) }
	r.disk.Reap()
	r.open()
	r.next()
	r.assign("reboots", accepted)
	for boot = range 3 {
		r.uses(r.next(), LayerAssigned, "reboots")
	}
	boot = 4
	r.uses(r.next(), LayerLocal, "")
	r.condition(metav1.ConditionFalse, ReasonCrashLoop)
	r.says("crash loop: 3 starts ended before the configuration was confirmed (threshold 2), 3 of them with the machine")
	r.assign("a", accepted)
	for boot = range 5 {
		r.uses(r.next(), LayerAssigned, "a")
		if err := r.controller.Release(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestUnhealthyE13: a supervisor that ends a process because it does not answer sends SIGTERM, too. That counts, and
// the reason says so.
func TestUnhealthyE13(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("hangs", accepted)
	for range 3 {
		r.uses(r.next(), LayerAssigned, "hangs")
		r.controller.checkedHealth(nil)
		r.controller.checkedHealth(errors.New("no answer"))
		if err := r.controller.Release(); err != nil {
			t.Fatal(err)
		}
	}
	r.uses(r.next(), LayerLocal, "")
	r.says("3 starts ended before the configuration was confirmed (threshold 2), 3 of them after a failed health check")
}

// TestFailedChecksE13: what has not passed its health checks by the end of the trial period has failed, and the process
// is restarted without it, whether a supervisor looks or not.
func TestFailedChecksE13(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	var restarted string
	r.opts.Restart = func(reason string) { restarted = reason }
	r.assign("hangs", accepted)
	r.uses(r.next(), LayerAssigned, "hangs")
	policy := AfterChecks(2, time.Second, func(context.Context) error { return errors.New("no answer") })
	if err := r.controller.run(t.Context(), &fakeSource{payload: payload(t, "hangs")}, policy); err != nil {
		t.Fatal(err)
	}
	if want := "configuration " + payload(t, "hangs").Digest().Short() + " has failed"; restarted != want {
		t.Errorf("restarted because %q", restarted)
	}
	r.uses(r.next(), LayerLastKnownGood, "a")
	r.says("health checks: the last one of the trial period failed: no answer")
}

func TestPolicies(t *testing.T) {
	flaky := 0
	for _, c := range []struct {
		name    string
		policy  Policy
		elapsed time.Duration
	}{
		{"uptime", AfterUptime(), trialPeriod},
		{"checks", AfterChecks(3, time.Minute, func(context.Context) error { return nil }), 3 * time.Minute},
		{"checks without an interval", AfterChecks(1, 0, func(context.Context) error { return nil }), 10 * time.Second},
		{"checks in a row", AfterChecks(2, time.Minute, func(context.Context) error {
			if flaky++; flaky == 2 {
				return errors.New("no answer")
			}
			return nil
		}), 4 * time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			r.next()
			r.assign("a", accepted)
			r.next()
			before := r.clock.mono
			r.clock.wall = r.clock.wall.Add(1000 * time.Hour)
			r.controller.graduate(context.Background(), c.policy, sleeper{r.clock})
			if got := r.clock.mono - before; got != c.elapsed {
				t.Errorf("confirmed after %v, want %v", got, c.elapsed)
			}
			r.condition(metav1.ConditionTrue, "Assigned")
		})
	}
}

func TestBackAndForthGivesNoMoreAttempts(t *testing.T) {
	r := newRig(t)
	r.next()
	starts := 0
	for range 8 {
		for _, content := range []string{"kills a", "kills b"} {
			if out, err := r.controller.Assign(payload(t, content), ""); err != nil {
				t.Fatal(out, err)
			}
			if d := r.next(); d.Layer != LayerLocal {
				starts++
			}
		}
	}
	if starts != 6 {
		t.Errorf("%d starts with two configurations, want 3 each", starts)
	}
}

// clashing makes Check refuse, with the local layers "bad", configurations that it accepts with other layers.
func clashing(r *rig) (local *string) {
	local = new(string)
	*local = "good"
	r.opts.Overlay = func() string { return *local }
	r.opts.Check = func(p Payload) error {
		if *local == "bad" && text(p) != "" {
			return errors.New("spec.port: is in use by the drop-in")
		}
		return nil
	}
	r.disk.Reap()
	r.open()
	return local
}

// TestRecordOutlivesOtherLayers: a failure record holds only for the local layers that it was made with, and holds
// again with them, whatever the disk did meanwhile.
func TestRecordOutlivesOtherLayers(t *testing.T) {
	for at := 1; ; at++ {
		r := newRig(t)
		local := clashing(r)
		r.next()
		*local = "bad"
		r.assign("a", rejected)
		*local = "good"
		r.disk.FailAt = r.disk.Ops + at
		r.controller.Assign(payload(t, "a"), "")
		if r.disk.Ops < r.disk.FailAt {
			return
		}
		*local = "bad"
		r.next()
		looked := false
		r.controller.opts.Check = func(Payload) error { looked = true; return errors.New("another look") }
		if out, err := r.controller.Assign(payload(t, "a"), ""); r.controller.journal.state.Assigned == nil &&
			(err != nil || verdictOf(out) != rejected || looked) {
			t.Errorf("change %d fails: %+v, %v, another look: %t", at, out, err, looked)
		}
	}
}

// TestConfirmKeepsTheRecordOfChangedLayers: a confirmation does not erase what Check found meanwhile; once the layers
// are fixed, the configuration is confirmed.
func TestConfirmKeepsTheRecordOfChangedLayers(t *testing.T) {
	r := newRig(t)
	local := clashing(r)
	r.assign("a", accepted)
	r.next()
	r.assign("b", accepted)
	*local = "bad"
	r.assign("a", rejected)
	if err := r.controller.Confirm(); err != nil {
		t.Fatal(err)
	}
	r.controller.opts.Check = func(Payload) error { t.Error("another look"); return nil }
	r.assign("a", rejected)
	*local = "good"
	r.controller.opts.Check = r.opts.Check
	r.assign("a", accepted)
	if d := r.next(); d.OnTrial {
		t.Errorf("%s, though it was confirmed", d)
	}
}
