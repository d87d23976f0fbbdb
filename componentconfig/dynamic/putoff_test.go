package dynamic

import (
	"context"
	"errors"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestTrialIsPutOffWithoutASource: a configuration on trial may be what keeps the component from its source, and from a
// repair. The last known good one is used until the source can be read; the trial then goes on after a restart.
func TestTrialIsPutOffWithoutASource(t *testing.T) {
	r := newRig(t)
	lost := &fakeSource{err: errors.New("partition")}
	next := func(src Source) decision {
		r.disk.Reap()
		r.opts.Source = src
		r.open().Sync(t.Context()) //nolint:errcheck // It is the subject.
		d, err := start(r.controller)
		must(err)
		return d
	}
	r.assign("a", accepted)
	r.uses(next(lost), LayerAssigned, "a") // Nothing is better.
	must(r.controller.Confirm())
	r.uses(next(lost), LayerAssigned, "a")
	r.assign("b", accepted)
	for range 3 {
		r.uses(next(lost), LayerLastKnownGood, "a")
		r.condition(metav1.ConditionUnknown, ReasonSourceUnavailable)
		r.says("is not confirmed, and is not tried while the source cannot be read: partition")
	}
	d := next(&fakeSource{payload: payload(t, "b")})
	if r.uses(d, LayerAssigned, "b"); d.Attempt != 1 {
		t.Errorf("starts without a source were counted: %s", d)
	}
}

// TestTrialGoesOnWithTheSource: a process without it restarts when the source is there again, and not before it has run
// for the trial period: a source that is too slow for every start must not make it restart without end.
func TestTrialGoesOnWithTheSource(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("b", accepted)
	r.disk.Reap()
	src := &fakeSource{err: errors.New("partition")}
	r.opts.Source = src
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r.open().Sync(ctx) //nolint:errcheck // It fails.
	d, err := start(r.controller)
	must(err)
	r.uses(d, LayerLastKnownGood, "a")
	src.payload, src.err = payload(t, "b"), nil
	var reason string
	r.controller.opts.Restart = func(text string) { reason = text }
	begin, pending := r.clock.Elapsed(), 0
	src.report = func(s Status) error {
		if s.Condition.Reason == ReasonRestartPending {
			pending++
		}
		return nil
	}
	must(r.controller.run(ctx, src, AfterUptime()))
	if want := "configuration " + payload(t, "b").Digest().Short() + " is assigned"; reason != want || pending == 0 ||
		r.clock.Elapsed()-begin < trialPeriod {
		t.Errorf("restarted because %q after %v", reason, r.clock.Elapsed()-begin)
	}
}
