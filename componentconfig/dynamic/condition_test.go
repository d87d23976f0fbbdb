package dynamic

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// says holds the condition's message to a text.
func (r *rig) says(want string) {
	r.t.Helper()
	if c := r.store.Status().Condition; !strings.Contains(c.Message, want) {
		r.t.Errorf("the message is %q, want %q in it", c.Message, want)
	}
}

// killed pushes what kills, and lets it use up its starts. The process that has fallen back runs.
func (r *rig) killed(used Layer, content string) {
	r.t.Helper()
	r.assign("kills", Accepted)
	for range 3 {
		r.uses(r.next(), Assigned, "kills")
	}
	r.uses(r.next(), used, content)
	r.condition(False, ReasonCrashLoop)
}

// TestConditionAfterRevert: whoever takes a bad push back has mended it, without a restart: what is in use is what is meant.
func TestConditionAfterRevert(t *testing.T) {
	t.Run("to last-known-good", func(t *testing.T) {
		r := newRig(t)
		r.confirmed("a")
		r.killed(LastKnownGood, "a")
		if out := r.assign("a", Accepted); out.Restart {
			t.Error("a restart is asked for, though nothing would change")
		}
		r.condition(True, ReasonAssigned)
		r.says("using the assigned configuration " + payload(t, "a").Digest().Short() + ", which is confirmed")
		if got := r.store.Status().ActiveLayer; got != Assigned {
			t.Errorf("the active layer is %s", got)
		}
	})
	t.Run("to nothing", func(t *testing.T) {
		r := newRig(t)
		r.next()
		r.killed(Local, "")
		if out, err := r.store.Unassign(); err != nil || out.Restart {
			t.Errorf("%+v, %v", out, err)
		}
		r.condition(True, ReasonLocal)
	})
}

// TestConditionOnTrial: True while nothing speaks against it, Unknown once a start has died, and after the operator's word True again.
func TestConditionOnTrial(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("a", Accepted)
	r.condition(Unknown, ReasonRestartPending)
	r.next()
	r.condition(True, ReasonOnTrial)
	if err := r.store.Release(); err != nil {
		t.Fatal(err)
	}
	r.next()
	r.condition(True, ReasonOnTrial) // A clean end speaks against nothing.
	r.next()
	r.condition(Unknown, ReasonDied)
	r.says("(start 2 of 3); earlier starts with it died")
	if _, err := r.store.Clear(""); err != nil {
		t.Fatal(err)
	}
	r.condition(True, ReasonOnTrial)
	if err := r.store.Confirm(); err != nil {
		t.Fatal(err)
	}
	r.condition(True, ReasonAssigned)
}

// TestConditionSourceOnTrial: on trial or not, nobody knows what is meant while the source cannot be read.
func TestConditionSourceOnTrial(t *testing.T) {
	r := newRig(t)
	r.assign("a", Accepted)
	r.next()
	if _, err := r.store.Sync(t.Context(), &fakeSource{err: errors.New("partition")}); err == nil {
		t.Fatal("no error")
	}
	r.condition(Unknown, ReasonSource)
	r.says("on trial (start 1 of 3); the source cannot be read: partition")
}

// TestConditionOfWhatIsNotStored: a disk that is full is not a source that cannot be read.
func TestConditionOfWhatIsNotStored(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.next()
	r.disk.full = true
	src := &fakeSource{payload: payload(t, "b"), origin: "test/b"}
	if _, err := r.store.Sync(t.Context(), src); err == nil {
		t.Fatal("no error")
	}
	r.condition(Unknown, ReasonNotStored)
	r.says("what the source says is not taken up: ")
	if d := r.store.Status().Desired; d == nil || d.Digest != src.payload.Digest() {
		t.Errorf("desired is %+v", d)
	}
	r.disk.full = false
	if _, err := r.store.Sync(t.Context(), src); err != nil {
		t.Fatal(err)
	}
	r.condition(Unknown, ReasonRestartPending)
}

// TestConditionOfWhatIsMended: what kept the assigned configuration from being used is no more, and the condition says that a restart is what is missing.
func TestConditionOfWhatIsMended(t *testing.T) {
	t.Run("cleared", func(t *testing.T) {
		r := newRig(t)
		r.confirmed("a")
		r.killed(LastKnownGood, "a")
		if _, err := r.store.Clear(""); err != nil {
			t.Fatal(err)
		}
		r.condition(Unknown, ReasonRestartPending)
		r.uses(r.next(), Assigned, "kills")
	})
	t.Run("checkpoint", func(t *testing.T) {
		r := newRig(t)
		r.confirmed("a")
		r.confirmed("b")
		r.disk.RemoveAll(path.Join(stateDir, checkpointDir, string(payload(t, "b").Digest())))
		r.uses(r.next(), Local, "")
		r.condition(False, ReasonMissing)
		r.assign("b", Repaired)
		r.condition(Unknown, ReasonRestartPending)
		r.uses(r.next(), Assigned, "b")
	})
	t.Run("disk", func(t *testing.T) {
		r := newRig(t)
		r.confirmed("a")
		r.assign("b", Accepted)
		r.disk.full = true
		r.uses(r.next(), LastKnownGood, "a")
		r.condition(False, ReasonNotRecorded)
		r.disk.full = false
		r.assign("bad", Rejected) // Writes the ledger.
		r.assign("b", Unchanged)
		r.condition(Unknown, ReasonRestartPending)
		r.uses(r.next(), Assigned, "b")
	})
}

// TestInspected: what is said of a folder whose component does not run is what its next start would do.
func TestInspected(t *testing.T) {
	checkpoint := func(r *rig) *inode {
		return r.disk.find(path.Join(stateDir, checkpointDir, string(payload(r.t, "a").Digest())))
	}
	for _, c := range []struct {
		name    string
		prepare func(*rig)
		status  ConditionStatus
		reason  string
	}{
		{"nothing", func(*rig) {}, True, ReasonLocal},
		{"assigned", func(r *rig) { r.assign("a", Accepted) }, True, ReasonOnTrial},
		{"died once", func(r *rig) { r.assign("a", Accepted); r.next() }, Unknown, ReasonDied},
		{"died for the last time", func(r *rig) { r.assign("a", Accepted); r.next(); r.next(); r.next() }, False, ReasonCrashLoop},
		{"given up", func(r *rig) { r.killed(Local, "") }, False, ReasonFailed},
		{"confirmed", func(r *rig) { r.confirmed("a") }, True, ReasonAssigned},
		{"checkpoint damaged", func(r *rig) { r.confirmed("a"); checkpoint(r).data = nil }, False, ReasonDamaged},
		{"checkpoint lost", func(r *rig) {
			r.confirmed("a")
			r.disk.RemoveAll(path.Join(stateDir, checkpointDir))
		}, False, ReasonMissing},
		{"state lost", func(r *rig) { r.confirmed("a"); r.disk.RemoveAll(path.Join(stateDir, assignedFile)) }, False, ReasonStateLost},
		{"another build", func(r *rig) { r.confirmed("a"); r.opts.Build = "newer" }, True, ReasonOnTrial},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			c.prepare(r)
			r.disk.reap()
			r.opts.Parameters = nil // An operator's command does not know the component's.
			changes := r.disk.ops
			s, err := Inspect(stateDir, r.opts)
			if err != nil {
				t.Fatal(err)
			}
			st := s.Status()
			if st.Condition.Status != c.status || st.Condition.Reason != c.reason || r.disk.ops != changes {
				t.Errorf("%+v, and %d changes of the disk", st.Condition, r.disk.ops-changes)
			}
			if c.reason == ReasonDied && (st.Trial == nil || st.Trial.Allowed != 3) {
				t.Errorf("trial %+v, want 3 starts, as the component allowed", st.Trial)
			}
		})
	}
}

// TestInspectedWhileItRuns: the process that owns the folder knows best, and says what no file does: what was rejected, and that the source is away.
func TestInspectedWhileItRuns(t *testing.T) {
	o := &ours{t: t, dir: filepath.Join(t.TempDir(), "state"), clock: &fakeClock{}}
	confirm(o, "a", "a")
	must2(o.start())
	defer o.crash()
	look := func(status ConditionStatus, reason string, desired Digest) {
		t.Helper()
		st := must2(Inspect(o.dir, o.options())).Status()
		if st.Condition.Status != status || st.Condition.Reason != reason || st.Owner == nil || st.Owner.PID != os.Getpid() {
			t.Errorf("%+v by %+v, want %s %s", st.Condition, st.Owner, status, reason)
		}
		if got := st.Desired; (got == nil) != (desired == "") || got != nil && got.Digest != desired {
			t.Errorf("desired is %+v, want %s", got, desired)
		}
	}
	look(True, ReasonAssigned, "")
	must2(o.store.Assign(payload(t, "bad"), "test"))
	look(False, ReasonRejected, payload(t, "bad").Digest())
	o.store.Sync(t.Context(), &fakeSource{err: errors.New("partition")})
	look(False, ReasonRejected, payload(t, "bad").Digest())
	must2(o.store.Assign(payload(t, "a"), "test"))
	look(True, ReasonAssigned, payload(t, "a").Digest())
	o.store.Sync(t.Context(), &fakeSource{err: errors.New("partition")})
	look(Unknown, ReasonSource, payload(t, "a").Digest())
	must2(o.store.Unassign())
	look(Unknown, ReasonRestartPending, "")
}

// TestReportsAreRepeated: a source is told the status every minute, since others may have written over it.
func TestReportsAreRepeated(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.next()
	ctx, cancel := context.WithCancel(t.Context())
	var first *Status
	begin, reports := r.clock.Elapsed(), 0
	src := &fakeSource{payload: payload(t, "a"), report: func(s Status) error {
		if reports++; first == nil {
			first = &s
		}
		if !first.Equal(s) {
			t.Errorf("%+v, then %+v", *first, s)
		}
		if reports == 5 {
			cancel()
		}
		return nil
	}}
	if err := r.store.Run(ctx, src, AfterUptime()); err != nil {
		t.Fatal(err)
	}
	if got := r.clock.Elapsed() - begin; reports != 5 || got < 4*resync || got > 5*resync {
		t.Errorf("%d reports in %v", reports, got)
	}
}

// TestTakeOver: a process that could only read the folder takes it over when the owner is gone, and has itself restarted only if that changes something.
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
			second.store.opts.Restart = func(text string) { reason = text }
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
					if s.Owner != nil || len(s.Warnings) > 0 {
						t.Errorf("it owns the folder, and says %+v, %q", s.Owner, s.Warnings)
					}
				case 3:
					cancel()
				}
				return nil
			}}
			must(second.store.Run(ctx, src, ByApplication()))
			if (reason != "") != c.restart || c.restart && reason != "configuration "+payload(t, "b").Digest().Short()+" is assigned" {
				t.Errorf("restarted because %q", reason)
			}
			if !c.restart {
				must(second.assign("y", "c"))
			}
			second.crash()
		})
	}
}

// TestClosedStaysClosed: what was closed does not take the folder back.
func TestClosedStaysClosed(t *testing.T) {
	r := newRig(t)
	r.next()
	r.store.Close()
	if r.store.housekeeping() || r.disk.held {
		t.Error("a store that was closed has taken the folder")
	}
}
