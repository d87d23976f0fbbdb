package dynamic

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// TestNotOKWhileAPushIsChecked: ConfigOK is not True from the moment that the source wants something else until that is
// assigned, neither while it is checked nor when it could not be stored.
func TestNotOKWhileAPushIsChecked(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	check, looks := r.opts.Check, 0
	r.opts.Check = func(p Payload) error {
		if r.controller.journal.state.Started {
			looks++
			r.condition(metav1.ConditionUnknown, reasonAssignmentPending)
		}
		return check(p)
	}
	r.next()
	r.condition(metav1.ConditionTrue, ReasonAssigned)
	r.disk.FailAt = r.disk.Ops + 6
	if _, err := r.controller.Assign(payload(t, "b"), "test"); err == nil {
		t.Fatal("the disk does not fail")
	}
	r.condition(metav1.ConditionUnknown, reasonAssignmentPending)
	r.assign("bad", rejected)
	r.condition(metav1.ConditionFalse, ReasonRejected)
	r.assign("a", unchanged)
	r.condition(metav1.ConditionTrue, ReasonAssigned)
	if looks != 2 {
		t.Errorf("%d checks", looks)
	}
}

// TestStatusShowsQuarantine: also what an earlier process has moved there.
func TestStatusShowsQuarantine(t *testing.T) {
	dir := t.TempDir()
	flag := "--dynamic-config-dir=" + dir
	must(os.WriteFile(filepath.Join(dir, store.AssignedFile), []byte("garbage"), 0o600))
	must(must2(Open(dir, commandOptions())).Close())
	want := "In quarantine:    " + filepath.Join(dir, store.QuarantineDir, store.AssignedFile) + "\n"
	if out := must2(operate(t, "status", flag)); !strings.Contains(out, want) {
		t.Errorf("no %s in\n%s", want, out)
	}
}

// TestRequestThatIsNotAFile: the next start does not carry it out, and status does not say that it does.
func TestRequestThatIsNotAFile(t *testing.T) {
	r := newRig(t)
	r.assign("bad", rejected)
	r.controller.Close()
	must(errors.Join(r.disk.Mkdir(path.Join(stateDir, store.RequestDir)),
		r.disk.Mkdir(path.Join(stateDir, store.RequestDir, "all"))))
	st := must2(inspect(stateDir, r.opts)).Status()
	const want = "all is not a regular file, and is not carried out"
	if len(st.Failed) != 1 || len(st.Warnings) != 1 || !strings.HasSuffix(st.Warnings[0], want) {
		t.Errorf("%+v", st)
	}
	r.next()
	if got := r.controller.Status(); len(got.Failed) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestNoteOfAnEndedProcess: what a process has noted is not shown as what the next one does, which has just taken the
// lock.
func TestNoteOfAnEndedProcess(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.next()
	if o := must2(inspect(stateDir, r.opts)).owning.other; o == nil || o.Condition.Status != metav1.ConditionTrue {
		t.Errorf("%+v", o)
	}
	must(r.controller.Close())
	r.controller = must2(open(stateDir, r.opts, func(*Controller) {
		if o := must2(inspect(stateDir, r.opts)).owning.other; o != nil {
			t.Errorf("%+v", o)
		}
	}))
	must(r.controller.Close())
	r.controller = must2(Open(stateDir, r.opts))
	if o := must2(inspect(stateDir, r.opts)).owning.other; o == nil || o.Condition.Reason != reasonStarting {
		t.Errorf("%+v", o)
	}
}
