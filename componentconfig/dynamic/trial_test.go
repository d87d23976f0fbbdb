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

func TestAttemptsAreReturned(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("a", accepted)
	for range 20 {
		r.uses(r.next(), LayerAssigned, "a")
		if err := r.controller.Release(); err != nil {
			t.Fatal(err)
		}
	}
	boot := 0
	r.opts.system.boot = func() string { return fmt.Sprint("boot", boot) }
	for boot = range protocol.MaxReturned - 20 {
		r.uses(r.next(), LayerAssigned, "a")
	}
	if got := r.controller.Status().Trial; got.Used != 1 || got.Returned != protocol.MaxReturned-1 {
		t.Errorf("%+v, want 1 used and %d returned", got, protocol.MaxReturned-1)
	}
}

// TestAttemptsAreNotReturnedWithoutEnd: a configuration that makes a watchdog reboot the machine, or a supervisor send
// SIGTERM, is given up, too.
func TestAttemptsAreNotReturnedWithoutEnd(t *testing.T) {
	for name, end := range map[string]func(r *rig, n int){
		"SIGTERM": func(r *rig, _ int) { r.controller.Release() },
		"reboot":  func(r *rig, n int) { r.opts.system.boot = func() string { return fmt.Sprint("boot", n) } },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.confirmed("a")
			r.assign("reboots", accepted)
			for n := range protocol.MaxReturned + 3 {
				r.uses(r.next(), LayerAssigned, "reboots")
				end(r, n)
			}
			r.uses(r.next(), LayerLastKnownGood, "a")
			r.condition(metav1.ConditionFalse, ReasonCrashLoop)
			if _, err := r.controller.Clear(""); err != nil {
				t.Fatal(err)
			}
			r.uses(r.next(), LayerAssigned, "reboots")
			if got := r.controller.Status().Trial; got.Returned != 0 {
				t.Errorf("after the operator's word: %+v", got)
			}
		})
	}
}

// TestRebootThatIsUnknown: without a boot ID a reboot is a crash.
func TestRebootThatIsUnknown(t *testing.T) {
	r := newRig(t)
	r.opts.system.boot = func() string { return "" }
	r.next()
	r.assign("a", accepted)
	for range 3 {
		r.uses(r.next(), LayerAssigned, "a")
	}
	r.uses(r.next(), LayerLocal, "")
}

func TestAttemptOfUnhealthyProcessCounts(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("hangs", accepted)
	for range 3 {
		r.uses(r.next(), LayerAssigned, "hangs")
		ctx, cancel := context.WithCancel(context.Background())
		policy := AfterChecks(2, time.Second, func(context.Context) error { cancel(); return errors.New("no answer") })
		// The check that ends the context is not the last word; the one before it is.
		r.controller.journal.state.Unwell = true
		run(ctx, r.controller, &fakeSource{payload: payload(t, "hangs")}, policy)
	}
	r.uses(r.next(), LayerLocal, "")
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
			graduate(context.Background(), r.controller, c.policy, sleeper{r.clock})
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

// clashing makes Check refuse, with the local layers "bad", what it accepts with others.
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
