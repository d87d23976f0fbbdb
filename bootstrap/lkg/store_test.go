package lkg

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"runtime"
	"strings"
	"testing"
	"time"
)

// rig is one state folder in memory and the component around it.
type rig struct {
	t     *testing.T
	disk  *memFiles
	clock *fakeClock
	opts  Options
	store *Store
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, disk: newMemFiles(rand.New(rand.NewPCG(1, 1))), clock: &fakeClock{wall: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}}
	r.opts = Options{
		Parameters: &Parameters{TrialPeriod: trialPeriod, CrashLoopThreshold: 2}, Build: "build", Boot: func() string { return "boot" },
		Clock: r.clock, Files: r.disk, Keep: 2, LockWait: -1,
		Check: func(p Payload) error {
			if strings.HasPrefix(text(p), "bad") {
				return errors.New("spec.port: out of range")
			}
			return nil
		},
	}
	r.open()
	return r
}

func (r *rig) open() *Store {
	r.t.Helper()
	s, err := Open(stateDir, r.opts)
	if err != nil {
		r.t.Fatal(err)
	}
	r.store = s
	return s
}

// next is the next process, the one before having been killed, and its decision.
func (r *rig) next() Decision {
	r.t.Helper()
	r.disk.reap()
	d, err := r.open().Start(Payload{})
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

func (r *rig) assign(content string, want Verdict) Outcome {
	r.t.Helper()
	out, err := r.store.Assign(payload(r.t, content), "test/"+content)
	if err != nil || out.Verdict != want {
		r.t.Fatalf("assign %q: %+v, %v, want %s", content, out, err, want)
	}
	return out
}

func (r *rig) uses(d Decision, layer Layer, content string) {
	r.t.Helper()
	if d.Layer != layer || text(d.Payload) != content {
		r.t.Fatalf("%s (%q), want %s %q", d, text(d.Payload), layer, content)
	}
}

func (r *rig) condition(status ConditionStatus, reason string) {
	r.t.Helper()
	if c := r.store.Status().Condition; c.Status != status || c.Reason != reason {
		r.t.Fatalf("condition %+v, want %s %s", c, status, reason)
	}
}

// confirmed assigns content and has it confirmed.
func (r *rig) confirmed(content string) {
	r.t.Helper()
	r.assign(content, Accepted)
	r.uses(r.next(), Assigned, content)
	if err := r.store.Confirm(); err != nil {
		r.t.Fatal(err)
	}
}

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
	r.condition(Unknown, "OnTrial")
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

func TestThreshold(t *testing.T) {
	for threshold := range 11 {
		t.Run(fmt.Sprint(threshold), func(t *testing.T) {
			r := newRig(t)
			r.opts.Parameters = &Parameters{TrialPeriod: trialPeriod, CrashLoopThreshold: threshold}
			r.open()
			r.store.readOnly = nil
			r.next()
			r.assign("kills", Accepted)
			for range threshold + 1 {
				r.uses(r.next(), Assigned, "kills")
			}
			r.uses(r.next(), Local, "")
		})
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

func TestAttemptsAreGivenBack(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("a", Accepted)
	for range 20 {
		r.uses(r.next(), Assigned, "a")
		if err := r.store.Release(); err != nil {
			t.Fatal(err)
		}
	}
	boot := 0
	r.opts.Boot = func() string { return fmt.Sprint("boot", boot) }
	for boot = range maxReturned - 20 {
		r.uses(r.next(), Assigned, "a")
	}
	if got := r.store.Status().Trial; got.Used != 1 || got.Returned != maxReturned-1 {
		t.Errorf("%+v, want 1 used and %d returned", got, maxReturned-1)
	}
}

// TestAttemptsAreNotGivenBackForEver: a configuration that makes a watchdog boot the machine, or a supervisor send SIGTERM, is given up too.
func TestAttemptsAreNotGivenBackForEver(t *testing.T) {
	for name, end := range map[string]func(r *rig, n int){
		"SIGTERM": func(r *rig, _ int) { r.store.Release() },
		"reboot":  func(r *rig, n int) { r.opts.Boot = func() string { return fmt.Sprint("boot", n) } },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.confirmed("a")
			r.assign("reboots", Accepted)
			for n := range maxReturned + 3 {
				r.uses(r.next(), Assigned, "reboots")
				end(r, n)
			}
			r.uses(r.next(), LastKnownGood, "a")
			r.condition(False, ReasonCrashLoop)
			if _, err := r.store.Clear(""); err != nil {
				t.Fatal(err)
			}
			r.uses(r.next(), Assigned, "reboots")
			if got := r.store.Status().Trial; got.Returned != 0 {
				t.Errorf("after the operator's word: %+v", got)
			}
		})
	}
}

// TestRebootThatIsUnknown: where no boot ID is known a reboot is a crash.
func TestRebootThatIsUnknown(t *testing.T) {
	r := newRig(t)
	r.opts.Boot = func() string { return "" }
	r.next()
	r.assign("a", Accepted)
	for range 3 {
		r.uses(r.next(), Assigned, "a")
	}
	r.uses(r.next(), Local, "")
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

func TestUnhealthyProcessKeepsNoAttempt(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("hangs", Accepted)
	for range 3 {
		r.uses(r.next(), Assigned, "hangs")
		ctx, cancel := context.WithCancel(context.Background())
		policy := AfterChecks(2, time.Second, func(context.Context) error { cancel(); return errors.New("no answer") })
		// The check that ends the context is not the last word; the one before it is.
		r.store.setUnwell(errors.New("no answer"))
		r.store.Run(ctx, &fakeSource{payload: payload(t, "hangs")}, policy)
	}
	r.uses(r.next(), Local, "")
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
			r.assign("a", Accepted)
			r.next()
			before := r.clock.mono
			r.clock.wall = r.clock.wall.Add(1000 * time.Hour)
			r.store.graduate(context.Background(), c.policy)
			if got := r.clock.mono - before; got != c.elapsed {
				t.Errorf("confirmed after %v, want %v", got, c.elapsed)
			}
			r.condition(True, "Assigned")
		})
	}
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

func TestBackAndForthGivesNoMoreAttempts(t *testing.T) {
	r := newRig(t)
	r.next()
	starts := 0
	for range 8 {
		for _, content := range []string{"kills a", "kills b"} {
			if out, err := r.store.Assign(payload(t, content), ""); err != nil {
				t.Fatal(out, err)
			}
			if d := r.next(); d.Layer != Local {
				starts++
			}
		}
	}
	if starts != 6 {
		t.Errorf("%d starts with two configurations, want 3 each", starts)
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

// TestChangesDoNotAccumulate is upstream's case of 101 changes in a row.
func TestChangesDoNotAccumulate(t *testing.T) {
	r := newRig(t)
	for i := range 101 {
		r.confirmed(fmt.Sprint("number ", i))
		r.assign(fmt.Sprint("bad ", i), Rejected)
	}
	count := 0
	for _, dir := range []string{stateDir, path.Join(stateDir, checkpointDir)} {
		names, err := r.disk.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		count += len(names)
	}
	if count > 4+r.opts.Keep+2 {
		t.Errorf("%d files are left", count)
	}
	for i := range 200 {
		r.assign(fmt.Sprint("bad too ", i), Rejected)
	}
	if n := len(r.store.trials.Entries); n > maxEntries {
		t.Errorf("the ledger has %d entries", n)
	}
	r.uses(r.next(), Assigned, "number 100")
}

// TestChangesInOneProcess: what one process keeps does not grow with the number of changes that it sees.
func TestChangesInOneProcess(t *testing.T) {
	r := newRig(t)
	r.next()
	changes := 0
	measure := func(upTo int) uint64 {
		for ; changes < upTo; changes++ {
			r.assign(fmt.Sprint("number ", changes), Accepted)
			r.assign(fmt.Sprint("bad ", changes), Rejected)
			if _, err := r.store.Sync(t.Context(), &fakeSource{err: fmt.Errorf("error %d", changes)}); err == nil {
				t.Fatal("no error")
			}
		}
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	// The ledger is full after 128 changes, the history before.
	before, goroutines := measure(256), runtime.NumGoroutine()
	after := measure(256 + 2*101)
	// What changes by the way is far below one payload a change.
	if after > before+101*uint64(len(payload(t, "number 100").encode())) {
		t.Errorf("%d bytes after 256 changes, %d after 458", before, after)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, then %d", goroutines, n)
	}
	names, err := r.disk.ReadDir(path.Join(stateDir, checkpointDir))
	if err != nil || len(names) > r.opts.Keep+2 {
		t.Errorf("checkpoints %q, %v", names, err)
	}
	if st := r.store.Status(); len(st.Failed) > maxEntries || len(st.Warnings) > maxWarnings {
		t.Errorf("%d bad marks and %d warnings", len(st.Failed), len(st.Warnings))
	}
}

// TestSyncs holds the numbers that the manual states.
func TestSyncs(t *testing.T) {
	r := newRig(t)
	syncs := 0
	r.opts.Files = countingFiles{r.disk, &syncs}
	r.confirmed("a")
	count := func(what string, want int, f func()) {
		t.Helper()
		syncs = 0
		if f(); syncs != want {
			t.Errorf("%s costs %d syncs, the manual says %d", what, syncs, want)
		}
	}
	count("a confirmed start", 0, func() { r.next() })
	count("the same assignment", 0, func() { r.assign("a", Unchanged) })
	count("an assignment", 9, func() { r.assign("b", Accepted) })
	count("a start on trial", 2, func() { r.next() })
	count("a confirmation", 4, func() { r.store.Confirm() })
}

type countingFiles struct {
	Files
	n *int
}

func (c countingFiles) SyncDir(dir string) error { *c.n++; return c.Files.SyncDir(dir) }

func (c countingFiles) Create(name string) (WriteFile, error) {
	f, err := c.Files.Create(name)
	return countingFile{f, c.n}, err
}

type countingFile struct {
	WriteFile
	n *int
}

func (c countingFile) Sync() error { *c.n++; return c.WriteFile.Sync() }
