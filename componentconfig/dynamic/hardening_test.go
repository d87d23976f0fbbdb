package dynamic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/memfs"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// TestLinksE1: a start, a push and a request leave everything outside of the state directory as it was.
func TestLinksE1(t *testing.T) {
	for _, name := range []string{store.RequestDir, store.CheckpointDir, store.QuarantineDir, store.LockFile} {
		parent := fastDir(t)
		outside, dir := filepath.Join(parent, "outside"), filepath.Join(parent, "state")
		must(os.Mkdir(outside, 0o700))
		must(os.Mkdir(dir, 0o700))
		for _, file := range []string{"all", string(payload(t, "b").Digest())} {
			must(os.WriteFile(filepath.Join(outside, file), []byte("precious"), 0o600))
		}
		if name == store.LockFile {
			must(os.Link(filepath.Join(outside, "all"), filepath.Join(dir, name)))
		} else {
			must(os.Symlink(outside, filepath.Join(dir, name)))
		}
		o := &ours{t: t, dir: dir, clock: &fakeClock{}}
		for range 2 {
			must2(o.start())
			must(o.assign("a", "a"))
			must2(must2(inspect(dir, o.options())).Clear(""))
			o.crash()
		}
		if used := must2(o.start()); used != "a" {
			t.Errorf("%s: used %q", name, used)
		}
		o.crash()
		entries := must2(os.ReadDir(outside))
		for _, e := range entries {
			if got := string(must2(os.ReadFile(filepath.Join(outside, e.Name())))); got != "precious" {
				t.Errorf("%s: %s has %q", name, e.Name(), got)
			}
		}
		if len(entries) != 2 {
			t.Errorf("%s: outside there is %v", name, entries)
		}
	}
}

// TestRequestThatStaysE2: a request that cannot be removed does not clear the ledger at each start.
func TestRequestThatStaysE2(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("kills", accepted)
	if pending, err := must2(inspect(stateDir, r.opts)).Clear(""); !pending || err != nil {
		t.Fatal(pending, err)
	}
	name := path.Join(stateDir, store.RequestDir, "all")
	for range 3 {
		r.uses(r.next(), LayerAssigned, "kills")
		// It is there again, as if it had not been removed, and cannot be.
		r.disk.Erase(name)
		must(r.disk.Mkdir(name))
	}
	r.uses(r.next(), LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonCrashLoop)
}

// TestFailedReadE3: whichever read of an intact state fails, in one start or in each, nothing is lost or moved, and no
// configuration that failed runs again.
func TestFailedReadE3(t *testing.T) {
	for _, onward := range []bool{false, true} {
		for at := 1; ; at++ {
			r := newRig(t)
			r.confirmed("a")
			r.killed(LayerLastKnownGood, "a")
			r.disk.Reap()
			r.disk.FailReadAt, r.disk.Onward = r.disk.Reads+at, onward
			d, err := start(r.open())
			struck := r.disk.Reads >= r.disk.FailReadAt
			if err != nil || d.Layer == LayerAssigned || d.OnTrial {
				t.Errorf("read %d fails: %s, %v", at, d, err)
			}
			if c := r.controller.Status().Condition; c.Status == metav1.ConditionTrue {
				t.Errorf("read %d fails: %+v", at, c)
			}
			r.controller.Assign(payload(t, "kills"), "")
			r.uses(r.next(), LayerLastKnownGood, "a")
			r.condition(metav1.ConditionFalse, ReasonFailed)
			if names := memfs.Names(r.disk, path.Join(stateDir, store.QuarantineDir)); len(names) > 0 {
				t.Errorf("read %d fails: %q is in quarantine", at, names)
			}
			if !struck {
				if at < 6 {
					t.Errorf("a start is only %d reads", at)
				}
				break
			}
		}
	}
}

// TestLostWriteCostsNothing: whichever change of the disk is lost although the disk reports success, nothing is in
// quarantine, and a start uses the old configuration or the new one. After a power failure, which may take the content
// of a file whose sync was lost, too, it uses one of them all the same.
func TestLostWriteCostsNothing(t *testing.T) {
	for _, powerFails := range []bool{false, true} {
		for at := 1; ; at++ {
			r := newRig(t)
			r.confirmed("a")
			r.disk.LoseAt = r.disk.Ops + at
			r.controller.Assign(payload(t, "b"), "")
			if r.disk.Ops < r.disk.LoseAt {
				if at < 12 {
					t.Errorf("an assignment is only %d changes", at-1)
				}
				break
			}
			if powerFails {
				r.disk.PowerFailure()
			}
			d := r.next()
			if used := text(Payload{d.Payload}); used != "a" && used != "b" {
				t.Errorf("change %d is lost, power failure %t: %s", at, powerFails, d)
			}
			if moved := memfs.Names(r.disk, path.Join(stateDir, store.QuarantineDir)); !powerFails && len(moved) > 0 {
				t.Errorf("change %d is lost: %q is in quarantine", at, moved)
			}
			r.controller.Assign(payload(t, "c"), "")
			r.uses(r.next(), LayerAssigned, "c")
		}
	}
}

// TestWithoutTheLedgerE3: while the ledger cannot be read, nothing unconfirmed is tried and nothing is replaced; both
// begin again by themselves.
func TestWithoutTheLedgerE3(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("b", accepted)
	r.disk.Reap()
	r.disk.FailReadAt = r.disk.Reads + 4 // After the note, assigned and lastknowngood.
	s := r.open()
	r.disk.FailReadAt = r.disk.Reads + 2 // It is read again at the start, after the requests.
	d, err := start(s)
	if err != nil || d.Layer != LayerLastKnownGood {
		t.Errorf("%s, %v", d, err)
	}
	r.says("trials cannot be read: too many open files in system")
	r.disk.FailReadAt = r.disk.Reads + 1
	if _, err := r.controller.Assign(payload(t, "c"), ""); err == nil {
		t.Error("assigned without the ledger")
	}
	r.assign("c", accepted)
	r.uses(r.next(), LayerAssigned, "c")
}

// hanging makes Check of content that begins with "hangs" wait until the test is over.
func hanging(r *rig) {
	check, over := r.opts.Check, make(chan struct{})
	r.t.Cleanup(func() { close(over) })
	r.opts.CheckTime = 100 * time.Millisecond // Long enough for other checks on a busy machine.
	r.opts.Check = func(p Payload) error {
		if strings.HasPrefix(text(p), "hangs") {
			<-over
			runtime.Goexit() // Its process has ended before, and the disk belongs to another process.
		}
		return check(p)
	}
	r.disk.Reap()
	r.open()
}

// TestOverdueCheckE4: a check that does not end is a failure of that configuration, when it is pushed and at a start.
func TestOverdueCheckE4(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("hangs", accepted)
	hanging(r)
	r.uses(r.next(), LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonInvalid)
	r.says("the check did not end within 100ms")
	if out := r.assign("hangs too", rejected); out.Rejected != "the check did not end within 100ms" {
		t.Errorf("%s", out.Rejected)
	}
	r.assign("repair", accepted)
	r.uses(r.next(), LayerAssigned, "repair")
}

// TestNothingWaitsForACheckE4: while a check does not end, the status is there, a repair is assigned, and the process
// ends when it is asked to.
func TestNothingWaitsForACheckE4(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	hanging(r)
	r.opts.CheckTime = time.Hour
	r.disk.Reap()
	r.open()
	r.next()
	changes := make(chan struct{}, 1)
	looked := make(chan struct{})
	src := &switching{fakeSource: fakeSource{changes: changes}, payloads: []Payload{payload(t, "hangs"),
		payload(t, "repair")}}
	check := r.controller.opts.Check
	r.controller.opts.Check = func(p Payload) error {
		if text(p) == "hangs" {
			close(looked)
		}
		return check(p)
	}
	go func() {
		<-looked
		if got := r.controller.Status().Desired; got.Digest != payload(t, "hangs").Digest() {
			t.Errorf("desired is %+v", got)
		}
		changes <- struct{}{}
	}()
	restarted := ""
	r.controller.opts.Restart = func(reason string) { restarted = reason }
	if err := r.controller.run(t.Context(), src, ByApplication()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(restarted, payload(t, "repair").Digest().Short()) {
		t.Errorf("restarted because %q", restarted)
	}
	r.uses(r.next(), LayerAssigned, "repair")
	// And the end.
	r.controller.opts.Check = func(p Payload) error { close(looked); return check(payload(t, "hangs")) }
	looked = make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-looked; cancel() }()
	if err := r.controller.run(ctx, &fakeSource{payload: payload(t, "hangs")}, ByApplication()); err != nil {
		t.Error(err)
	}
}

// switching is a source with one payload after the other.
type switching struct {
	fakeSource
	payloads []Payload
}

func (s *switching) Fetch(context.Context) (Assignment, error) {
	p := s.payloads[0]
	if len(s.payloads) > 1 {
		s.payloads = s.payloads[1:]
	}
	return Assignment{Payload: p}, nil
}

// silent is a source that does not answer, whatever its context says.
type silent struct {
	fakeSource
	calls chan struct{}
	over  chan struct{}
}

func (s *silent) Fetch(ctx context.Context) (Assignment, error) {
	s.calls <- struct{}{}
	<-s.over
	return s.fakeSource.Fetch(ctx)
}

// TestSilentSourceE5: a source that does not answer is not waited for longer than the context says, and is not asked
// again before it answers.
func TestSilentSourceE5(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	src := &silent{fakeSource{payload: payload(t, "b")}, make(chan struct{}, 9), make(chan struct{})}
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		_, err := r.controller.syncOnce(ctx, src)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	}
	r.controller.Start(Payload{})
	r.condition(metav1.ConditionUnknown, ReasonSourceUnavailable)
	if <-src.calls; len(src.calls) != 0 {
		t.Errorf("%d more calls of a source that does not answer", len(src.calls))
	}
	close(src.over)
	if out, err := r.controller.syncOnce(t.Context(), src); err != nil || !out.Accepted {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestSilentReportE5: nor is one waited for that does not take the status.
func TestSilentReportE5(t *testing.T) {
	r := newRig(t)
	calls, over := make(chan struct{}, 9), make(chan struct{})
	r.controller.opts.Source = &fakeSource{report: func(Status) error { calls <- struct{}{}; <-over; return nil }}
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		if err := r.controller.Report(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		cancel()
	}
	if <-calls; len(calls) != 0 {
		t.Errorf("%d more reports to a source that does not answer", len(calls))
	}
	close(over)
	if err := r.controller.Report(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestSilentOverlayE5: nor are the files above a configuration waited for.
func TestSilentOverlayE5(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	for want, overlay := range map[string]func() string{
		"": func() string { <-over; return "late" }, "now": func() string { return "now" },
	} {
		limit := time.Minute
		if want == "" {
			limit = time.Millisecond
		}
		if got := answered(overlay, limit)(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestClosedChangesE5: a source that closes its channel is read as often as one that tells of no change.
func TestClosedChangesE5(t *testing.T) {
	r := newRig(t)
	changes := make(chan struct{})
	close(changes)
	f := &follower{c: r.controller, changes: changes, results: make(chan synced)}
	before := r.clock.Elapsed()
	f.pause(t.Context(), sleeper{r.clock}, resync)
	if waited := r.clock.Elapsed() - before; waited < resync {
		t.Errorf("read again after %v", waited)
	}
}

// TestLargeSourceE5: a source is read up to the limit of a configuration, and not further.
func TestLargeSourceE5(t *testing.T) {
	for name, files := range map[string]int{"has more than 4194304 bytes": 200, "has more than 256 files": 1000} {
		dir := t.TempDir()
		for n := range files {
			file := filepath.Join(dir, fmt.Sprint(n))
			must(os.WriteFile(file, nil, 0o600))
			must(os.Truncate(file, 1<<30))
		}
		if _, err := fetch(t, dir); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %s", err, name)
		}
	}
}

// TestBlankPushE6: comments alone are not a configuration.
func TestBlankPushE6(t *testing.T) {
	m := newMachine(t)
	for _, blank := range []string{"\n", "# port: 2\n", "---\n", "{}\n"} {
		m.source.push(blank)
		m.wants(m.start(nil), LayerLocal, 1)
	}
	m.source.push(v1Header + "port: 2\n")
	m.wants(m.start(nil), LayerAssigned, 2)
}

// TestConfirmationNotStoredE7: the status says so, and that it is stored later.
func TestConfirmationNotStoredE7(t *testing.T) {
	r := newRig(t)
	r.assign("a", accepted)
	r.next()
	r.disk.Full = true
	if r.controller.Confirm() == nil {
		t.Fatal("confirmed on a full disk")
	}
	r.condition(metav1.ConditionUnknown, ReasonConfirmationNotStored)
	r.says("no space left on device")
	r.disk.Full = false
	must(r.controller.Confirm())
	r.condition(metav1.ConditionTrue, ReasonAssigned)
}

// TestFailedSyncE7: an attempt that could not be counted durably was not made, and does not count.
func TestFailedSyncE7(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("b", accepted)
	for range 8 {
		r.disk.Reap()
		s := r.open()
		r.disk.FailAt = r.disk.Ops + 5 // Create, write, sync, rename, sync of the directory.
		d, err := start(s)
		if err != nil || d.Layer != LayerLastKnownGood || d.PassedOver[0].Reason != ReasonAttemptNotRecorded {
			t.Fatalf("%s, %v", d, err)
		}
		r.controller.Release()
	}
	if d := r.next(); d.Attempt != 1 || d.Layer != LayerAssigned {
		t.Errorf("%s", d)
	}
}

// TestNoDirectorySyncE7: a file system that cannot sync directories is used, with a warning.
func TestNoDirectorySyncE7(t *testing.T) {
	r := newRig(t)
	r.disk.NoDirSync = true
	r.confirmed("a")
	if w := r.controller.Status().Warnings; len(w) != 1 || !strings.Contains(w[0], "does not sync directories") {
		t.Errorf("%q", w)
	}
}

// TestFirstReportE8: the source knows what is in use before the component can exit because of it.
func TestFirstReportE8(t *testing.T) {
	m := newMachine(t)
	m.source.push(v1Header + "port: 2\n")
	reported := ""
	m.source.report = func(s Status) error { reported = string(s.Condition.Reason); return nil }
	m.command(t.Context(), func(context.Context,
		*componentconfig.Loaded[relay.RelayConfiguration]) error {
		if reported != string(ReasonOnTrial) {
			t.Errorf("before the component: %q", reported)
		}
		return errors.New("it exits at once")
	})
}

// fastDir is a temporary directory in memory if the machine has one, since syncs on a disk take long.
func fastDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "dynamic")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
