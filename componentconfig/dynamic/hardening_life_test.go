package dynamic

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// TestLookingCreatesNothingE9: status by another user leaves a directory as it is.
func TestLookingCreatesNothingE9(t *testing.T) {
	dir := t.TempDir()
	must2(operate(t, "status", "--dynamic-config-dir", dir))
	if entries := must2(os.ReadDir(dir)); len(entries) > 0 {
		t.Errorf("%v", entries)
	}
}

// TestQuarantineIsReportedE11: in the status and by the metric; a source with a log has it from the status.
func TestQuarantineIsReportedE11(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.disk.Find(path.Join(stateDir, store.LedgerFile)).Data = []byte("garbage")
	r.disk.Find(path.Join(stateDir, store.CheckpointDir, string(payload(t, "a").Digest()))).Data = []byte("garbage")
	r.next()
	st, counted := r.controller.measure()
	if counted.quarantined != 2 || len(st.Warnings) != 2 || !strings.Contains(st.Warnings[0], "quarantine/trials") ||
		!strings.HasSuffix(st.Warnings[1], "it was moved to quarantine") {
		t.Errorf("%d, %q", counted.quarantined, st.Warnings)
	}
}

// TestHealingIsReportedE11: so is everything else that had the name of something in the state directory.
func TestHealingIsReportedE11(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	for _, name := range []string{store.RequestDir, store.CheckpointDir, store.QuarantineDir} {
		must(os.Symlink(outside, filepath.Join(dir, name)))
	}
	must(os.Mkdir(filepath.Join(dir, store.LockFile), 0o700))
	opts := newRig(t).opts
	opts.system.files = nil
	if st := must2(inspect(dir, opts)).Status(); len(st.Warnings) != 1 ||
		!strings.HasSuffix(st.Warnings[0], "requests is not a directory") {
		t.Errorf("looking reports %q", st.Warnings)
	}
	c := must2(Open(dir, opts))
	defer c.Close()
	must2(c.Assign(payload(t, "a"), "test"))
	must2(start(c))
	warnings := strings.Join(c.Status().Warnings, "\n")
	for name, want := range map[string]string{
		store.LockFile: "is not a regular file; moved to ", store.QuarantineDir: "is not a directory; moved to ",
		store.RequestDir: "is not a directory; moved to ", store.CheckpointDir: "is not a directory; moved to ",
	} {
		if !strings.Contains(warnings, filepath.Join(dir, name)+" "+want+dir) {
			t.Errorf("%s is not reported: %s", name, warnings)
		}
	}
	if left := must2(os.ReadDir(outside)); len(left) > 0 {
		t.Errorf("outside there is %v", left)
	}
}

// TestStatusOfAStartE12 says that a process starts, and not what the one before it knew. A crash before the decision
// does not hide one of the process before.
func TestStatusOfAStartE12(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.next()
	r.disk.Reap()
	opts := r.opts
	var during, outside Condition
	r.opts.Check = func(Payload) error {
		during = must2(inspect(stateDir, opts)).Status().Condition
		return nil
	}
	r.opts.Source = &fakeSource{payload: payload(t, "a")}
	c := r.open()
	must2(c.Sync(t.Context()))
	must2(start(c))
	if outside = must2(inspect(stateDir, opts)).Status().Condition; during.Reason != reasonStarting ||
		outside.Reason != ReasonAssigned {
		t.Errorf("during the start %+v, after it %+v", during, outside)
	}
	r.disk.Reap()
	c = r.open()
	before := c.owning.late
	c.owning.begins(r.clock.Now())
	r.disk.Reap()
	if late := r.open().owning.late; late.Starts == 0 || late != before {
		t.Errorf("%+v, want %+v", late, before)
	}
}

// TestEndDuringASyncE10: that a process ends while it reads its source says nothing about the source.
func TestEndDuringASyncE10(t *testing.T) {
	r := newRig(t)
	r.next()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.controller.syncOnce(ctx, &fakeSource{err: ctx.Err()}); err == nil {
		t.Error("no error")
	}
	if st, counted := r.controller.measure(); st.Condition.Reason != ReasonLocal || counted.syncErrors != 0 {
		t.Errorf("%+v, %d errors", st.Condition, counted.syncErrors)
	}
}

// TestStatusOfAStoppedComponentE12 says what the next start will do.
func TestStatusOfAStoppedComponentE12(t *testing.T) {
	r := newRig(t)
	local := clashing(r)
	r.next()
	*local = "bad"
	r.assign("a", rejected)
	*local = "good"
	r.assign("a", accepted)
	*local = "bad"
	r.uses(r.next(), LayerLocal, "")
	r.disk.Reap()
	stopped := r.opts
	stopped.Overlay = nil // The command does not know it.
	look := func() Condition { return must2(inspect(stateDir, stopped)).Status().Condition }
	if c := look(); c.Reason != ReasonFailed || !strings.HasSuffix(c.Message,
		"the next start checks it again if the drop-in files or the command line have changed since") {
		t.Errorf("%+v", c)
	}
	must(store.New(r.disk, stateDir).Request(store.Request{Verb: store.Clear}))
	if c := look(); c.Reason != ReasonRestartPending {
		t.Errorf("with a request to clear: %+v", c)
	}
	*local = "good"
	r.uses(r.next(), LayerAssigned, "a")
}

// TestWorkingDirectoryE14: a relative name is resolved against the working directory at the call of Open.
func TestWorkingDirectoryE14(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	t.Chdir(first)
	o := &ours{t: t, dir: "state", clock: &fakeClock{}}
	c := o.open()
	t.Chdir(second)
	must(o.assign("a", "a"))
	must2(c.Clear(""))
	o.crash()
	// One that takes the directory over looks for it again.
	t.Chdir(first)
	holder := &ours{t: t, dir: filepath.Join(first, "state"), clock: &fakeClock{}}
	must2(holder.start())
	must2(o.start())
	t.Chdir(second)
	holder.crash()
	o.controller.housekeeping()
	o.crash()
	if entries := must2(os.ReadDir(second)); len(entries) > 0 {
		t.Errorf("%v", entries)
	}
	o.dir = filepath.Join(first, "state")
	if used := must2(o.start()); used != "a" {
		t.Errorf("used %q", used)
	}
	o.crash()
}

// TestOwnerE16: in a directory that anyone may write, a file is used only if root or the process's user has put it
// there.
func TestOwnerE16(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	must(os.WriteFile(file, []byte("a"), 0o600))
	me := os.Geteuid()
	for _, c := range []struct {
		mode  os.FileMode
		user  int
		allow bool
		want  bool
	}{
		{0o777 | os.ModeSticky, me, false, true},
		{0o777 | os.ModeSticky, me + 1, false, me == 0},
		{0o777 | os.ModeSticky, me + 1, true, true},
		{0o755, me + 1, false, true},
	} {
		must(os.Chmod(dir, c.mode))
		err := (&fileSource{allowWorldWritable: c.allow}).trusts(file, c.user)
		if (err == nil) != c.want {
			t.Errorf("%v as %d: %v", c.mode, c.user, err)
		}
	}
	if os.Chown(file, 4711, -1) != nil {
		return // Only root can give a file to somebody else.
	}
	must(os.Chmod(dir, 0o777|os.ModeSticky))
	link := filepath.Join(t.TempDir(), "f")
	must(os.Symlink(file, link))
	for _, name := range []string{file, link} {
		if _, err := fetch(t, name); err == nil || !strings.Contains(err.Error(), "is the user 4711") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHalfAFileE16: a file that is written in two parts is used when it has been still for a moment.
func TestHalfAFileE16(t *testing.T) {
	name := filepath.Join(t.TempDir(), "config")
	must(os.WriteFile(name, []byte("half"), 0o600))
	rest := []string{"half and half", ""}
	clock := &writing{}
	clock.meanwhile = func() {
		if rest[0] != "" {
			must(os.WriteFile(name, []byte(rest[0]), 0o600))
			rest = rest[1:]
		}
	}
	a, err := (&fileSource{path: name, clock: clock}).Fetch(t.Context())
	if err != nil || text(a.Payload) != "half and half" || clock.mono != 2*settles {
		t.Errorf("%q, %v, after %v", text(a.Payload), err, clock.mono)
	}
	old := time.Now().Add(-time.Hour)
	must(os.Chtimes(name, old, old))
	clock.mono = 0
	if _, err := (&fileSource{path: name, clock: clock}).Fetch(t.Context()); err != nil || clock.mono != 0 {
		t.Errorf("%v, after %v", err, clock.mono)
	}
}

// TestRollingUpdateE18: a new process takes the directory over within a second after the old one has ended.
func TestRollingUpdateE18(t *testing.T) {
	r := newRig(t)
	r.opts.TrialParameters.TrialPeriod = time.Nanosecond
	r.confirmed("a")
	old := r.controller
	r.opts.Build = "newer"
	second := must2(Open(stateDir, r.opts))
	if d, err := start(second); err != nil || d.Layer != LayerLocal {
		t.Fatal(d, err)
	}
	var ended time.Duration
	rounds := 0
	src := &fakeSource{payload: payload(t, "a"), report: func(Status) error {
		if rounds++; rounds == 1 {
			old.Close()
			ended = r.clock.Elapsed()
		}
		return nil
	}}
	restarted := ""
	second.opts.Restart = func(reason string) { restarted = reason }
	must(second.run(t.Context(), src, ByApplication()))
	if restarted == "" || r.clock.Elapsed()-ended > 2*time.Second {
		t.Errorf("restarted because %q after %v", restarted, r.clock.Elapsed()-ended)
	}
}

// TestCrashAfterConfirmationE19: a confirmed configuration that crashes soon after each start is given up, and the one
// that was confirmed before is used.
func TestCrashAfterConfirmationE19(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.confirmed("b")
	r.confirmed("crashes")
	for range protocol.MinLate - 1 {
		r.uses(r.next(), LayerAssigned, "crashes")
	}
	r.uses(r.next(), LayerLastKnownGood, "b")
	r.condition(metav1.ConditionFalse, ReasonCrashLoop)
	r.says("the last 5 starts ended within the trial period, although the configuration was confirmed before")
	if st := r.controller.Status(); st.LastKnownGood.Digest != payload(t, "b").Digest() || len(st.EarlierGood) != 1 {
		t.Errorf("%+v", st)
	}
	for range protocol.MinLate - 1 {
		r.uses(r.next(), LayerLastKnownGood, "b")
	}
	r.uses(r.next(), LayerLastKnownGood, "a")
	if _, err := r.controller.Clear(""); err != nil {
		t.Fatal(err)
	}
	r.uses(r.next(), LayerAssigned, "crashes")
}

// TestSteadyE19: a crash after the trial period, and an end on request, are not a loop.
func TestSteadyE19(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	for n := range 3 * protocol.MinLate {
		r.uses(r.next(), LayerAssigned, "a")
		if n%2 == 0 {
			r.controller.graduate(t.Context(), AfterUptime(), sleeper{r.clock})
		} else {
			must(r.controller.Release())
		}
	}
}
