package dynamic

import (
	"context"
	"errors"
	"path"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// during calls do while text is checked for the first time.
func during(r *rig, content string, do func()) {
	check, done := r.controller.opts.Check, false
	r.controller.opts.Check = func(p Payload) error {
		if text(p) == content && !done {
			done = true
			do()
		}
		return check(p)
	}
}

// used returns how many attempts with a configuration count, and whether one is open.
func used(r *rig, content string) (n int, open bool) {
	e, _ := r.controller.journal.state.Entry(payload(r.t, content).stored.Digest())
	return e.Used, e.Open != nil
}

// reopened is a rig with a process that has not decided yet. The configuration a is confirmed, b is assigned.
func reopened(t *testing.T) *rig {
	r := newRig(t)
	r.confirmed("a")
	r.assign("b", accepted)
	r.disk.Reap()
	r.open()
	return r
}

// TestStartUsesWhatIsAssignedWhileItChecks: an assignment that is accepted while a start checks another configuration
// asks for no restart, because the start uses it.
func TestStartUsesWhatIsAssignedWhileItChecks(t *testing.T) {
	r := reopened(t)
	during(r, "b", func() {
		if out := r.assign("c", accepted); out.Restart {
			t.Error("a restart for what the start uses")
		}
	})
	r.uses(must2(start(r.controller)), LayerAssigned, "c")
	if n, open := used(r, "b"); n != 0 || open {
		t.Errorf("%d attempts with what is not used, open: %t", n, open)
	}
}

// TestStartUsesTheLocalConfigurationIfNothingIsAssignedAnyMore: also if the source was reset while a start checks.
func TestStartUsesTheLocalConfigurationIfNothingIsAssignedAnyMore(t *testing.T) {
	r := reopened(t)
	during(r, "b", func() { must2(r.controller.Unassign()) })
	r.uses(must2(start(r.controller)), LayerLocal, "")
	if d := r.controller.decision; d.OnTrial || len(d.PassedOver) > 0 {
		t.Errorf("%s", d)
	}
}

// TestAttemptOfAStartSurvivesClear: an operator clears the failures of a configuration while a start checks it. The
// start counts its attempt all the same.
func TestAttemptOfAStartSurvivesClear(t *testing.T) {
	r := reopened(t)
	during(r, "b", func() { must2(r.controller.Clear("")) })
	r.uses(must2(start(r.controller)), LayerAssigned, "b")
	if n, open := used(r, "b"); n != 1 || !open || r.controller.decision.Attempt != 1 {
		t.Errorf("%d attempts, open: %t; %s", n, open, r.controller.decision)
	}
}

// TestAttemptOfAStartSurvivesAnotherCheck: a start tries a configuration while an assignment checks it. The start takes
// over the attempt, which stays open after the assignment, so that Release can return it.
func TestAttemptOfAStartSurvivesAnotherCheck(t *testing.T) {
	for name, before := range map[string]func(*Controller){
		"counted": func(*Controller) {},
		"cleared": func(c *Controller) { must2(c.Clear("")) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.confirmed("b")
			must(r.disk.Remove(path.Join(stateDir, store.AssignedFile)))
			r.opts.Build = "another build"
			r.disk.Reap()
			r.open()
			oneOpen := func() {
				t.Helper()
				if n, open := used(r, "b"); n != 1 || !open {
					t.Errorf("%d attempts, open: %t", n, open)
				}
			}
			during(r, "b", func() {
				before(r.controller)
				during(r, "b", oneOpen)
				r.uses(must2(start(r.controller)), LayerLastKnownGood, "b")
			})
			r.assign("b", accepted)
			oneOpen()
			must(r.controller.Release())
			if n, _ := used(r, "b"); n != 0 {
				t.Errorf("%d attempts after Release", n)
			}
		})
	}
}

// TestOneCheckOfAConfigurationAtATime: an assignment does not check a configuration that a start is checking. It may be
// made again.
func TestOneCheckOfAConfigurationAtATime(t *testing.T) {
	r := reopened(t)
	during(r, "b", func() {
		must2(r.controller.Unassign())
		if _, err := r.controller.Assign(payload(t, "b"), ""); !errors.Is(err, errChecking) {
			t.Errorf("%v", err)
		}
	})
	r.uses(must2(start(r.controller)), LayerLocal, "")
	r.assign("b", accepted)
}

// TestSecondStartIsRefusedWhileTheFirstOneChecks: otherwise both would decide.
func TestSecondStartIsRefusedWhileTheFirstOneChecks(t *testing.T) {
	r := reopened(t)
	during(r, "b", func() {
		if _, err := start(r.controller); err == nil || !strings.Contains(err.Error(), "Start was called before") {
			t.Errorf("%v", err)
		}
	})
	r.uses(must2(start(r.controller)), LayerAssigned, "b")
}

// TestNothingIsWrittenAfterClose: a check that ends after Close does not return its attempt to a directory that may
// belong to another process.
func TestNothingIsWrittenAfterClose(t *testing.T) {
	r := newRig(t)
	r.next()
	changes := 0
	during(r, "a", func() {
		must2(r.controller.Unassign())
		must(r.controller.Close())
		changes = r.disk.Ops
	})
	if _, err := r.controller.Assign(payload(t, "a"), ""); !errors.Is(err, errSuperseded) {
		t.Errorf("%v", err)
	}
	if r.disk.Ops != changes {
		t.Errorf("%d changes of the disk after Close", r.disk.Ops-changes)
	}
}

// TestCheckThatEndsItsGoroutine: it ends the assignment or the start that called it, and nothing else. Its attempt
// counts.
func TestCheckThatEndsItsGoroutine(t *testing.T) {
	for checked, call := range map[string]func(*Controller){
		"c": func(c *Controller) { c.Assign(payload(t, "c"), "") },
		"b": func(c *Controller) { c.Start(Payload{}) },
	} {
		t.Run(checked, func(t *testing.T) {
			r := reopened(t)
			during(r, checked, runtime.Goexit)
			done := make(chan struct{})
			returned := false
			go func() {
				defer close(done)
				call(r.controller)
				returned = true
			}()
			<-done
			if n, _ := used(r, checked); returned || n != 1 || len(r.controller.checking) > 0 {
				t.Errorf("%d attempts, returned: %t, still checking: %v", n, returned, r.controller.checking)
			}
			r.assign("c", accepted)
			r.uses(must2(start(r.controller)), LayerAssigned, "c")
		})
	}
}

// TestRunGoesOnAfterACallThatEndsItsGoroutine: a check, or a reading of the source, that ends its goroutine is a failed
// reading of the source, and is repeated.
func TestRunGoesOnAfterACallThatEndsItsGoroutine(t *testing.T) {
	for _, name := range []string{"check", "fetch"} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.next()
			src := &exiting{fakeSource: fakeSource{payload: payload(t, "a")}, exits: name == "fetch"}
			if name == "check" {
				during(r, "a", runtime.Goexit)
			}
			restarted := ""
			r.controller.opts.Restart = func(reason string) { restarted = reason }
			must(r.controller.run(t.Context(), src, ByApplication()))
			if restarted == "" {
				t.Error("no restart for the assignment")
			}
		})
	}
}

// exiting is a source with a first call of Fetch that ends its goroutine, if exits is set.
type exiting struct {
	fakeSource
	exits bool
}

func (s *exiting) Fetch(ctx context.Context) (Assignment, error) {
	if s.exits {
		s.exits = false
		runtime.Goexit()
	}
	return s.fakeSource.Fetch(ctx)
}

// unreadableLedger is a disk that cannot read the ledger while broken is set.
type unreadableLedger struct {
	store.Files
	broken *bool
}

func (u unreadableLedger) Within(dir string) store.Files {
	return unreadableLedger{u.Files.Within(dir), u.broken}
}

func (u unreadableLedger) ReadFile(name string, limit int) ([]byte, error) {
	if *u.broken && path.Base(name) == store.LedgerFile {
		return nil, errors.New("input/output error")
	}
	return u.Files.ReadFile(name, limit)
}

// TestOverlayIsCalledWithoutALock: Options.Overlay may use the controller. What Check refused is checked again once the
// layers have changed, however the controller learned of the failure record.
func TestOverlayIsCalledWithoutALock(t *testing.T) {
	for name, next := range map[string]func(*rig){
		"recorded by this process": func(*rig) {},
		"read at Open":             func(r *rig) { r.disk.Reap(); r.open() },
		"read later": func(r *rig) {
			broken := true
			r.opts.system.files = unreadableLedger{r.disk, &broken}
			r.disk.Reap()
			r.open()
			broken = false
		},
		"read when the directory was taken over": func(r *rig) {
			before := r.controller
			r.open()
			must(before.Close())
			if !r.controller.housekeeping() {
				r.t.Error("the directory was not taken over")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			local := clashing(r)
			overlay := r.opts.Overlay
			r.opts.Overlay = func() string { r.controller.OnTrial(); return overlay() }
			r.disk.Reap()
			r.open()
			r.next()
			*local = "bad"
			r.assign("a", rejected)
			r.assign("a", rejected)
			next(r)
			*local = "good"
			r.assign("a", accepted)
		})
	}
}

// TestCallsAtTheSameTime: whatever is called while others check, only the configuration on trial has an open attempt
// afterwards, and no more starts than the process made are counted.
func TestCallsAtTheSameTime(t *testing.T) {
	for range 100 {
		r := reopened(t)
		r.controller.opts.Check = func(p Payload) error {
			runtime.Gosched()
			if text(p) == "bad" {
				return errors.New("no")
			}
			return nil
		}
		c := r.controller
		assign := func(content string) func() { return func() { c.Assign(payload(t, content), "") } }
		var wg sync.WaitGroup
		for _, call := range []func(){
			func() { c.Start(Payload{}) }, func() { c.Start(Payload{}) },
			assign("b"), assign("c"), assign("bad"), assign("b"), assign("a"),
			func() { c.Clear("") }, func() { c.Status() }, func() { c.Unassign() }, func() { c.measure() },
		} {
			wg.Add(1)
			go func() {
				defer wg.Done()
				call()
			}()
		}
		wg.Wait()
		s := c.journal.state
		for _, e := range s.Ledger.Entries {
			if (e.Open != nil) != (e.Digest == s.Trial) || e.Used > 1 || e.Digest != s.Trial && e.Used > 0 {
				t.Errorf("%s, %+v", c.decision, e)
			}
		}
		if !s.Started || s.Active != c.decision.Digest || (s.Trial != "") != c.decision.OnTrial || len(c.checking) > 0 {
			t.Errorf("%+v, %s", s, c.decision)
		}
		if err := c.Confirm(); err != nil && !errors.Is(err, ErrNoTrial) {
			t.Error(err)
		}
		if s.Active != "" {
			if _, err := c.journal.dir.ReadCheckpoint(s.Active); err != nil {
				t.Errorf("the configuration in use has no checkpoint: %v", err)
			}
		}
	}
}

// TestLayersAreReadBeforeTheyMatter: each call that judges a configuration knows the layers as they are at the call.
func TestLayersAreReadBeforeTheyMatter(t *testing.T) {
	for name, call := range map[string]func(*Controller){
		"Assign":       func(c *Controller) { c.Assign(payload(t, "a"), "") },
		"apply":        func(c *Controller) { c.apply(1, Assignment{Payload: payload(t, "a")}) },
		"Confirm":      func(c *Controller) { c.Confirm() },
		"Clear":        func(c *Controller) { c.Clear(payload(t, "b").Digest()) },
		"Status":       func(c *Controller) { c.Status() },
		"measure":      func(c *Controller) { c.measure() },
		"housekeeping": func(c *Controller) { c.housekeeping() },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			local := clashing(r)
			r.next()
			*local = "bad"
			r.assign("a", rejected)
			*local = "good"
			call(r.controller)
			if got := r.controller.journal.state.Layers; got != "good" {
				t.Errorf("the layers are %q", got)
			}
		})
	}
}

// TestStartDecidesOnceIfOneOfItsCandidatesIsGivenUp: a start does not begin anew if it gives up a candidate itself.
// It checks the next candidate once, and tells why it passed over the other ones.
func TestStartDecidesOnceIfOneOfItsCandidatesIsGivenUp(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.confirmed("b")
	r.assign("c", accepted)
	checks := 0
	r.opts.Check = func(p Payload) error {
		if text(p) == "a" {
			checks++
		}
		return nil
	}
	for range 20 {
		if d := r.next(); text(Payload{d.Payload}) == "a" {
			r.uses(d, LayerLastKnownGood, "a")
			if n := len(d.PassedOver); n != 2 || d.PassedOver[1].Reason != ReasonCrashLoop || checks != 1 {
				t.Errorf("%d checks; %s", checks, d)
			}
			return
		}
	}
	t.Error("b is never given up")
}
