package dynamic

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/memfs"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
	"reflect"
)

// says expects a text in the message of the condition.
func (r *rig) says(want string) {
	r.t.Helper()
	if c := r.controller.Status().Condition; !strings.Contains(c.Message, want) {
		r.t.Errorf("the message is %q, want %q in it", c.Message, want)
	}
}

// killed pushes a configuration that kills, and lets it exhaust its starts. The process that has fallen back runs.
func (r *rig) killed(used Layer, content string) {
	r.t.Helper()
	r.assign("kills", accepted)
	for range 3 {
		r.uses(r.next(), LayerAssigned, "kills")
	}
	r.uses(r.next(), used, content)
	r.condition(metav1.ConditionFalse, ReasonCrashLoop)
}

// TestConditionAfterRevert: to revert a bad push fixes the condition without a restart, since the intended
// configuration is in use.
func TestConditionAfterRevert(t *testing.T) {
	t.Run("to last-known-good", func(t *testing.T) {
		r := newRig(t)
		r.confirmed("a")
		r.killed(LayerLastKnownGood, "a")
		if out := r.assign("a", accepted); out.Restart {
			t.Error("a restart is asked for, though nothing would change")
		}
		r.condition(metav1.ConditionTrue, ReasonAssigned)
		r.says("using the assigned configuration " + payload(t, "a").Digest().Short() + ", which is confirmed")
		if got := r.controller.Status().ActiveLayer; got != LayerAssigned {
			t.Errorf("the active layer is %s", got)
		}
	})
	t.Run("to nothing", func(t *testing.T) {
		r := newRig(t)
		r.next()
		r.killed(LayerLocal, "")
		if out, err := r.controller.Unassign(); err != nil || out.Restart {
			t.Errorf("%+v, %v", out, err)
		}
		r.condition(metav1.ConditionTrue, ReasonLocal)
	})
}

// TestConditionOnTrial: True at first, Unknown once a start has crashed, and True again after the operator clears the
// record.
func TestConditionOnTrial(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("a", accepted)
	r.condition(metav1.ConditionUnknown, ReasonRestartPending)
	r.next()
	r.condition(metav1.ConditionTrue, ReasonOnTrial)
	if err := r.controller.Release(); err != nil {
		t.Fatal(err)
	}
	r.next()
	r.condition(metav1.ConditionTrue, ReasonOnTrial) // A clean end is not a crash.
	r.next()
	r.condition(metav1.ConditionUnknown, ReasonOnTrialAfterCrash)
	r.says("(start 2 of 3); earlier starts with it crashed")
	if _, err := r.controller.Clear(""); err != nil {
		t.Fatal(err)
	}
	r.condition(metav1.ConditionTrue, ReasonOnTrial)
	if err := r.controller.Confirm(); err != nil {
		t.Fatal(err)
	}
	r.condition(metav1.ConditionTrue, ReasonAssigned)
}

// TestConditionSourceOnTrial: on trial or not, the intended configuration is unknown while the source cannot be read.
func TestConditionSourceOnTrial(t *testing.T) {
	r := newRig(t)
	r.assign("a", accepted)
	r.next()
	if _, err := r.controller.syncOnce(t.Context(), &fakeSource{err: errors.New("partition")}); err == nil {
		t.Fatal("no error")
	}
	r.condition(metav1.ConditionUnknown, ReasonSourceUnavailable)
	r.says("on trial (start 1 of 3); the source cannot be read: partition")
}

// TestConditionOfWhatIsNotStored: a full disk is not reported as a source that cannot be read.
func TestConditionOfWhatIsNotStored(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.next()
	r.disk.Full = true
	src := &fakeSource{payload: payload(t, "b"), origin: "test/b"}
	if _, err := r.controller.syncOnce(t.Context(), src); err == nil {
		t.Fatal("no error")
	}
	r.condition(metav1.ConditionUnknown, ReasonAssignmentNotStored)
	r.says("the assignment of the source could not be stored: ")
	if d := r.controller.Status().Desired; d == nil || d.Digest != src.payload.Digest() {
		t.Errorf("desired is %+v", d)
	}
	r.disk.Full = false
	if _, err := r.controller.syncOnce(t.Context(), src); err != nil {
		t.Fatal(err)
	}
	r.condition(metav1.ConditionUnknown, ReasonRestartPending)
}

// TestConditionOfWhatIsResolved: once the reason why the assigned configuration was not used is resolved, the condition
// reports that a restart is missing.
func TestConditionOfWhatIsResolved(t *testing.T) {
	t.Run("cleared", func(t *testing.T) {
		r := newRig(t)
		r.confirmed("a")
		r.killed(LayerLastKnownGood, "a")
		if _, err := r.controller.Clear(""); err != nil {
			t.Fatal(err)
		}
		r.condition(metav1.ConditionUnknown, ReasonRestartPending)
		r.uses(r.next(), LayerAssigned, "kills")
	})
	t.Run("checkpoint", func(t *testing.T) {
		r := newRig(t)
		r.confirmed("a")
		r.confirmed("b")
		r.disk.Erase(path.Join(stateDir, store.CheckpointDir, string(payload(t, "b").Digest())))
		r.uses(r.next(), LayerLastKnownGood, "a")
		r.condition(metav1.ConditionFalse, ReasonCheckpointMissing)
		r.assign("b", repaired)
		r.condition(metav1.ConditionUnknown, ReasonRestartPending)
		r.uses(r.next(), LayerAssigned, "b")
	})
	t.Run("disk", func(t *testing.T) {
		r := newRig(t)
		r.confirmed("a")
		r.assign("b", accepted)
		r.disk.Full = true
		r.uses(r.next(), LayerLastKnownGood, "a")
		r.condition(metav1.ConditionFalse, ReasonAttemptNotRecorded)
		r.disk.Full = false
		r.assign("bad", rejected) // Writes the ledger.
		r.assign("b", unchanged)
		r.condition(metav1.ConditionUnknown, ReasonRestartPending)
		r.uses(r.next(), LayerAssigned, "b")
	})
}

// TestInspected: the condition of a directory without a running component is what its next start would do.
func TestInspected(t *testing.T) {
	checkpoint := func(r *rig) *memfs.Node {
		return r.disk.Find(path.Join(stateDir, store.CheckpointDir, string(payload(r.t, "a").Digest())))
	}
	for _, c := range []struct {
		name    string
		prepare func(*rig)
		status  metav1.ConditionStatus
		reason  Reason
	}{
		{"nothing", func(*rig) {}, metav1.ConditionTrue, ReasonLocal},
		{"assigned", func(r *rig) { r.assign("a", accepted) }, metav1.ConditionUnknown, ReasonRestartPending},
		{"assigned after a start that uses another one", func(r *rig) { r.confirmed("b"); r.next(); r.assign("a", accepted) },
			metav1.ConditionUnknown, ReasonRestartPending},
		{"ended on trial", func(r *rig) { r.assign("a", accepted); r.next(); must(r.controller.Release()) },
			metav1.ConditionTrue, ReasonOnTrial},
		{"died once", func(r *rig) { r.assign("a", accepted); r.next() }, metav1.ConditionUnknown, ReasonOnTrialAfterCrash},
		{"died for the last time", func(r *rig) { r.assign("a", accepted); r.next(); r.next(); r.next() },
			metav1.ConditionFalse, ReasonCrashLoop},
		{"given up", func(r *rig) { r.killed(LayerLocal, "") }, metav1.ConditionFalse, ReasonFailed},
		{"confirmed", func(r *rig) { r.confirmed("a") }, metav1.ConditionTrue, ReasonAssigned},
		{"checkpoint damaged", func(r *rig) { r.confirmed("a"); checkpoint(r).Data = nil }, metav1.ConditionFalse,
			ReasonCheckpointDamaged},
		{"checkpoint lost", func(r *rig) {
			r.confirmed("a")
			r.disk.Erase(path.Join(stateDir, store.CheckpointDir))
		}, metav1.ConditionFalse, ReasonCheckpointMissing},
		{"state lost", func(r *rig) { r.confirmed("a"); r.disk.Erase(path.Join(stateDir, store.AssignedFile)) },
			metav1.ConditionFalse, ReasonStateLost},
		{"another build", func(r *rig) { r.confirmed("a"); r.opts.Build = "newer" }, metav1.ConditionUnknown,
			ReasonRestartPending},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			c.prepare(r)
			r.disk.Reap()
			r.opts.TrialParameters = nil // An operator's command does not know the component's.
			changes := r.disk.Ops
			s, err := inspect(stateDir, r.opts)
			if err != nil {
				t.Fatal(err)
			}
			st := s.Status()
			if st.Condition.Status != c.status || st.Condition.Reason != c.reason || r.disk.Ops != changes {
				t.Errorf("%+v, and %d changes of the disk", st.Condition, r.disk.Ops-changes)
			}
			if c.reason == ReasonOnTrialAfterCrash && (st.Trial == nil || st.Trial.Allowed != 3) {
				t.Errorf("trial %+v, want 3 starts, as the component allowed", st.Trial)
			}
		})
	}
}

// TestInspectedWhileItRuns: the process that owns the directory reports what no file shows: what was rejected, and that
// the source cannot be read.
func TestInspectedWhileItRuns(t *testing.T) {
	o := &ours{t: t, dir: filepath.Join(t.TempDir(), "state"), clock: &fakeClock{}}
	confirm(o, "a", "a")
	must2(o.start())
	defer o.crash()
	look := func(status metav1.ConditionStatus, reason Reason, desired Digest) {
		t.Helper()
		c := must2(inspect(o.dir, o.options()))
		st, owner := c.Status(), c.owning.other
		if st.Condition.Status != status || st.Condition.Reason != reason || owner == nil || owner.PID != os.Getpid() {
			t.Errorf("%+v by %+v, want %s %s", st.Condition, owner, status, reason)
		}
		if got := st.Desired; (got == nil) != (desired == "") || got != nil && got.Digest != desired {
			t.Errorf("desired is %+v, want %s", got, desired)
		}
	}
	look(metav1.ConditionTrue, ReasonAssigned, "")
	must2(o.controller.Assign(payload(t, "bad"), "test"))
	look(metav1.ConditionFalse, ReasonRejected, payload(t, "bad").Digest())
	o.controller.syncOnce(t.Context(), &fakeSource{err: errors.New("partition")})
	look(metav1.ConditionFalse, ReasonRejected, payload(t, "bad").Digest())
	must2(o.controller.Assign(payload(t, "a"), "test"))
	look(metav1.ConditionTrue, ReasonAssigned, payload(t, "a").Digest())
	o.controller.syncOnce(t.Context(), &fakeSource{err: errors.New("partition")})
	look(metav1.ConditionUnknown, ReasonSourceUnavailable, payload(t, "a").Digest())
	must2(o.controller.Unassign())
	look(metav1.ConditionUnknown, ReasonRestartPending, "")
}

// TestReportsAreRepeated: a source gets the status every minute, since others may have overwritten it.
func TestReportsAreRepeated(t *testing.T) {
	r := newRig(t)
	r.opts.TrialParameters.TrialPeriod = time.Nanosecond
	r.confirmed("a")
	r.next()
	ctx, cancel := context.WithCancel(t.Context())
	var first *Status
	begin, reports := r.clock.Elapsed(), 0
	src := &fakeSource{payload: payload(t, "a"), report: func(s Status) error {
		if reports++; first == nil {
			first = &s
		}
		if !reflect.DeepEqual(*first, s) {
			t.Errorf("%+v, then %+v", *first, s)
		}
		if reports == 5 {
			cancel()
		}
		return nil
	}}
	if err := r.controller.run(ctx, src, AfterUptime()); err != nil {
		t.Fatal(err)
	}
	if got := r.clock.Elapsed() - begin; reports != 5 || got < 4*resync || got > 5*resync+time.Second {
		t.Errorf("%d reports in %v", reports, got)
	}
}

// TestTakeOver: a process that could only read the directory takes it over when the owner ends, and asks for a restart
// only if that changes something.
func TestTakeOver(t *testing.T) {
	for _, c := range []struct {
		name, last string
		restart    bool
	}{
		{"nothing has changed", "a", false},
		{"the owner was assigned something else", "b", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "state")
			first := &ours{t: t, dir: dir, clock: &fakeClock{}}
			confirm(first, "a", "a")
			must2(first.start())
			second := &ours{t: t, dir: dir, clock: &fakeClock{}}
			if used := must2(second.start()); used != "a" {
				t.Fatalf("the second process uses %q", used)
			}
			reason := ""
			second.controller.opts.Restart = func(text string) { reason = text }
			ctx, cancel := context.WithCancel(t.Context())
			rounds := 0
			src := &fakeSource{payload: payload(t, c.last), report: func(s Status) error {
				switch rounds++; rounds {
				case 1:
					if s.Condition.Reason != ReasonReadOnly && !c.restart {
						t.Errorf("%+v", s.Condition)
					}
					must(first.assign("x", c.last))
					first.crash()
				case 2:
					if other := second.controller.owning.other; other != nil || len(s.Warnings) > 0 {
						t.Errorf("it owns the directory, and reports %+v, %q", other, s.Warnings)
					}
				case 3:
					cancel()
				}
				return nil
			}}
			must(second.controller.run(ctx, src, ByApplication()))
			if (reason != "") != c.restart || c.restart && reason != "configuration "+payload(t,
				"b").Digest().Short()+" is assigned" {
				t.Errorf("restarted because %q", reason)
			}
			if !c.restart {
				must(second.assign("y", "c"))
			}
			second.crash()
		})
	}
}

// TestClosedStaysClosed: a closed controller does not take the directory again.
func TestClosedStaysClosed(t *testing.T) {
	r := newRig(t)
	r.next()
	r.controller.Close()
	if r.controller.housekeeping() || r.disk.Locked {
		t.Error("a closed controller took the directory")
	}
}

// TestReasonsAreKnown: what dynamic-config wait can wait for has all reasons.
func TestReasonsAreKnown(t *testing.T) {
	text, err := os.ReadFile("condition.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`[rR]eason[A-Z]\w+ Reason = "(\w+)"`).FindAllSubmatch(text, -1)
	for _, reason := range declared {
		if !slices.Contains(reasons(), Reason(reason[1])) {
			t.Errorf("%s is not in the list", reason[1])
		}
	}
	if len(declared) < 20 {
		t.Errorf("%d reasons", len(declared))
	}
}
