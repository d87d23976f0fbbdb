package dynamic

import (
	"errors"
	"path"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// TestDowngrade: a build that does not know a field refuses a configuration that its successor has confirmed, reports
// that, and returns to a configuration that it has confirmed itself.
func TestDowngrade(t *testing.T) {
	r := newRig(t)
	r.opts.Check = func(p Payload) error {
		if strings.HasPrefix(text(p), "new field") && r.opts.Build == "v1" {
			return errors.New("spec.new: unknown field")
		}
		return nil
	}
	become := func(build string) decision { r.opts.Build = build; return r.next() }
	become("v1")
	r.confirmed("a")
	become("v2")
	r.confirmed("new field")
	r.uses(become("v1"), LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonInvalid)
	r.says("spec.new: unknown field")
	r.uses(become("v1"), LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonFailed)
	d := become("v2")
	r.uses(d, LayerAssigned, "new field")
	r.condition(metav1.ConditionTrue, ReasonAssigned)
	if d.OnTrial {
		t.Error("what this build has confirmed is on trial again")
	}
	// A configuration that the older build can load fixes it, without a command.
	become("v1")
	r.assign("a", accepted)
	r.uses(r.next(), LayerAssigned, "a")
	r.condition(metav1.ConditionTrue, ReasonAssigned)
}

// TestNewerLibrary: a state directory in a future schema costs only its content; the source restores the assignment.
func TestNewerLibrary(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("bad", rejected)
	for _, name := range []string{store.AssignedFile, store.GoodFile, store.LedgerFile} {
		n := r.disk.Find(path.Join(stateDir, name))
		n.Data = []byte(strings.Replace(string(n.Data), " v1 ", " v9 ", 1))
	}
	r.uses(r.next(), LayerLocal, "")
	r.condition(metav1.ConditionFalse, ReasonStateLost)
	st := r.controller.Status()
	if len(st.Warnings) != 3 || !strings.Contains(st.Warnings[0],
		`its schema is "v9", and this binary reads only v1; moved to /state/quarantine/assigned`) {
		t.Errorf("warnings %q", st.Warnings)
	}
	if names, err := r.disk.ReadDir(path.Join(stateDir, store.QuarantineDir)); err != nil || len(names) != 3 {
		t.Errorf("quarantined are %q, %v", names, err)
	}
	if out, err := r.controller.syncOnce(t.Context(), &fakeSource{payload: payload(t, "a")}); err != nil || !out.Restart {
		t.Errorf("%+v, %v", out, err)
	}
	r.uses(r.next(), LayerAssigned, "a")
	r.condition(metav1.ConditionTrue, ReasonOnTrial)
}

// TestClockRunsBackwards: a machine that boots with its clock years behind decides the same.
func TestClockRunsBackwards(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("kills", accepted)
	for range 3 {
		r.clock.wall = r.clock.wall.AddDate(-10, 0, 0)
		r.uses(r.next(), LayerAssigned, "kills")
	}
	r.clock.wall = r.clock.wall.AddDate(-10, 0, 0)
	r.uses(r.next(), LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonCrashLoop)
	r.confirmed("b")
	r.condition(metav1.ConditionTrue, ReasonAssigned)
}

// TestConfirmWhileAnotherIsAssigned: the trial that was passed counts, the assignment stays, and the next start uses
// it, with the other to fall back to.
func TestConfirmWhileAnotherIsAssigned(t *testing.T) {
	r := newRig(t)
	r.assign("a", accepted)
	r.next()
	if out := r.assign("kills", accepted); !out.Restart {
		t.Errorf("%+v", out)
	}
	if err := r.controller.Confirm(); err != nil {
		t.Fatal(err)
	}
	r.condition(metav1.ConditionUnknown, ReasonRestartPending)
	for range 3 {
		r.uses(r.next(), LayerAssigned, "kills")
	}
	r.uses(r.next(), LayerLastKnownGood, "a")
}

// TestFlapping: if a source alternates while the process runs, its last configuration is assigned, and at most one
// restart is requested.
func TestFlapping(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.next()
	for range 5 {
		if out := r.assign("b", accepted); !out.Restart {
			t.Errorf("b: %+v", out)
		}
		r.condition(metav1.ConditionUnknown, ReasonRestartPending)
		if out := r.assign("a", accepted); out.Restart {
			t.Errorf("a: %+v", out)
		}
		r.condition(metav1.ConditionTrue, ReasonAssigned)
	}
	if st := r.controller.Status(); st.Trial != nil || len(st.Failed) > 0 {
		t.Errorf("%+v, %+v", st.Trial, st.Failed)
	}
	r.uses(r.next(), LayerAssigned, "a")
}
