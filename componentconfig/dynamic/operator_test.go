package dynamic

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// TestRollBack: an operator gives up what is assigned and returns to a configuration that was confirmed before; the
// running process restarts with it, and what the source pushes later is used as usual.
func TestRollBack(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.confirmed("b")
	r.confirmed("c")
	s := must2(inspect(stateDir, r.opts))
	for text, want := range map[string]string{
		string(payload(t, "c").Digest())[:8]: "is assigned already: to have it tried again, clear its failure record",
		"0123456789":                         "no configuration that was confirmed before has the digest",
		"ab":                                 "is too short for a digest",
	} {
		if _, err := rollBackTo(s, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	a := payload(t, "a").Digest()
	text, err := rollBackTo(s, string(a)[:8])
	if want := "requested to roll back to " + a.Short() + "; the running process restarts with it within seconds, or " +
		"the next start uses it"; text !=
		want || err != nil {
		t.Errorf("%s, %v", text, err)
	}
	restarted := ""
	r.controller.opts.Restart = func(reason string) { restarted = reason }
	must(r.controller.run(t.Context(), &fakeSource{payload: payload(t, "c")}, AfterUptime()))
	if restarted != "an operator rolled back to configuration "+a.Short() {
		t.Errorf("restarted because %q", restarted)
	}
	d := r.next()
	r.uses(d, LayerLastKnownGood, "a")
	if d.OnTrial {
		t.Error("what was confirmed is on trial")
	}
	r.condition(metav1.ConditionFalse, ReasonFailed)
	r.says("rolled back to " + a.Short() + " by an operator")
	r.assign("c", unchanged)
	r.confirmed("d")
}

// TestRollBackIsCompletedOrNotBegun: whatever the disk does to a roll-back, the next starts use what was assigned or
// what the operator chose, and status names it. What is pushed or cleared later does not undo it.
func TestRollBackIsCompletedOrNotBegun(t *testing.T) {
	for _, onward := range []bool{false, true} {
		for n, struck := 1, true; struck; n++ {
			r := newRig(t)
			for _, content := range []string{"a", "b", "c"} {
				r.confirmed(content)
			}
			r.disk.FailAt, r.disk.Onward = r.disk.Ops+n, onward
			to := payload(t, "a").Digest()
			err := r.controller.rollBack(store.Digest(to))
			struck = r.disk.Ops >= r.disk.FailAt
			r.disk.Calm()
			d := r.next()
			if d.Layer == LayerAssigned {
				if r.uses(d, LayerAssigned, "c"); err == nil {
					t.Errorf("fault %d: a roll-back that succeeded is undone", n)
				}
				continue
			}
			for range 2 {
				r.uses(d, LayerLastKnownGood, "a")
				if st := r.controller.Status(); st.LastKnownGood.Digest != to {
					t.Errorf("fault %d: status says %+v", n, st.LastKnownGood)
				}
				must2(r.controller.Clear(""))
				r.uses(r.next(), LayerAssigned, "c")
				must(r.controller.rollBack(store.Digest(to)))
				d = r.next()
			}
			r.assign("bad", rejected)
			r.assign("d", accepted)
			for range 3 {
				r.uses(r.next(), LayerAssigned, "d")
			}
			r.uses(r.next(), LayerLastKnownGood, "a")
		}
	}
}

// TestGivingUpIsCompleted: the same holds if a configuration is given up because it crashes, although it was confirmed.
func TestGivingUpIsCompleted(t *testing.T) {
	for n, struck := 1, true; struck; n++ {
		r := newRig(t)
		r.confirmed("a")
		r.confirmed("b")
		for range protocol.MinLate - 1 {
			r.uses(r.next(), LayerAssigned, "b")
		}
		r.disk.Reap()
		r.disk.FailAt = r.disk.Ops + n
		_, err := start(r.open())
		struck = r.disk.Ops >= r.disk.FailAt
		r.disk.Calm()
		must(err)
		r.uses(r.next(), LayerLastKnownGood, "a")
		if st := r.controller.Status(); st.LastKnownGood.Digest != payload(t, "a").Digest() {
			t.Errorf("fault %d: status says %+v", n, st.LastKnownGood)
		}
	}
}

// TestConfirmByAnOperator: a request, which the running process carries out.
func TestConfirmByAnOperator(t *testing.T) {
	r := newRig(t)
	r.assign("a", accepted)
	r.next()
	other := must2(inspect(stateDir, r.opts))
	if o := other.owning.other; o == nil || !o.OnTrial {
		t.Fatalf("%+v", o)
	}
	for _, d := range []Digest{payload(t, "b").Digest(), payload(t, "a").Digest()} {
		if pending, err := other.ask(store.Request{Verb: store.Confirm, Digest: store.Digest(d)}); !pending || err != nil {
			t.Fatal(pending, err)
		}
		if !r.controller.glance() {
			t.Error("the request is not seen")
		}
		r.controller.housekeeping()
	}
	r.condition(metav1.ConditionTrue, ReasonAssigned)
	if w := r.controller.Status().Warnings; len(w) != 1 || !strings.Contains(w[0], "is not on trial") {
		t.Errorf("%q", w)
	}
}

// TestOperatorsCommands runs the commands themselves.
func TestOperatorsCommands(t *testing.T) {
	dir := t.TempDir() + "/state"
	s := must2(Open(dir, commandOptions()))
	flag := "--dynamic-config-dir=" + dir
	good := assignNamed(t, s, "good.yaml")
	must2(s.Start(payload(t, "local")))
	if out, err := operate(t, "confirm", flag); err != nil ||
		!strings.Contains(out, "requested to confirm "+good.Short()) {
		t.Errorf("%s, %v", out, err)
	}
	if out, err := operate(t, "wait", flag); err != nil || !strings.HasPrefix(out, "ConfigOK: True (OnTrial): ") {
		t.Errorf("%s, %v", out, err)
	}
	s.housekeeping()
	s.Close()
	if _, err := operate(t, "confirm", flag); err == nil ||
		!strings.Contains(err.Error(), "no configuration is on trial") {
		t.Errorf("%v", err)
	}
	if _, err := operate(t, "wait", flag, "--timeout=1ms"); err == nil || err.Error() != "no process runs" {
		t.Errorf("%v", err)
	}
	if _, err := operate(t, "rollback", flag, string(good)[:6]); err == nil ||
		!strings.Contains(err.Error(), "is assigned already") {
		t.Errorf("%v", err)
	}
}

// TestOwnParameters: the trial period and the threshold that a configuration has itself apply to it; others keep the
// defaults.
func TestOwnParameters(t *testing.T) {
	r := newRig(t)
	r.opts.ParametersOf = parametersOf
	r.opts.Check = func(Payload) error { return nil }
	r.disk.Reap()
	r.open()
	r.next()
	r.assign("configTrialDuration: 1h\ncrashLoopThreshold: 0\n", accepted)
	d := r.next()
	if d.Attempts != 1 || r.controller.parameters.TrialPeriod != time.Hour {
		t.Errorf("%s, %v", d, r.controller.parameters)
	}
	r.uses(r.next(), LayerLocal, "")
	r.says("crash loop: 1 starts ended before the configuration was confirmed (threshold 0)")
	r.assign("port: 1\n", accepted)
	if d := r.next(); d.Attempts != 3 || r.controller.parameters.TrialPeriod != trialPeriod {
		t.Errorf("%s, %v", d, r.controller.parameters)
	}
	for content, want := range map[string]string{
		"configTrialDuration: soon\n": `configTrialDuration: time: invalid duration "soon"`,
		"crashLoopThreshold: 11\n":    "the crash-loop threshold is 11: it must be from 0 to 10",
	} {
		if out := r.assign(content, rejected); out.Rejected != want {
			t.Errorf("%s", out.Rejected)
		}
	}
	p := must2(NewPayload(map[string][]byte{"10": []byte("crashLoopThreshold: 1"), "20": []byte("crashLoopThreshold: 2")}))
	if got, err := parametersOf(p, defaultTrialParameters()); err != nil || got.CrashLoopThreshold != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestPolicyThatHangs: a health check that does not return has failed.
func TestPolicyThatHangs(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	policy := AfterChecks(1, time.Millisecond, func(context.Context) error { <-over; return nil })
	var got error
	err := policy.await(t.Context(), sleeper{&fakeClock{}}, time.Millisecond, func(err error) { got = err })
	var unwell unhealthy
	if !errors.As(err, &unwell) || got == nil || got.Error() != "no answer within 1ms" {
		t.Errorf("%v, %v", err, got)
	}
}
