package dynamic

import (
	"errors"
	"path"
	"strings"
	"testing"
)

// TestDowngrade: a binary that does not know a field refuses what its successor has confirmed, says so, and takes nothing from the successor.
func TestDowngrade(t *testing.T) {
	r := newRig(t)
	r.opts.Check = func(p Payload) error {
		if strings.HasPrefix(text(p), "new field") && r.opts.Build == "v1" {
			return errors.New("spec.new: unknown field")
		}
		return nil
	}
	become := func(build string) Decision { r.opts.Build = build; return r.next() }
	become("v1")
	r.confirmed("a")
	become("v2")
	r.confirmed("new field")
	r.uses(become("v1"), Local, "")
	r.condition(False, ReasonInvalid)
	r.says("spec.new: unknown field")
	r.uses(become("v1"), Local, "")
	r.condition(False, ReasonFailed)
	d := become("v2")
	r.uses(d, Assigned, "new field")
	r.condition(True, ReasonAssigned)
	if d.OnTrial {
		t.Error("what this build has confirmed is on trial again")
	}
	// What the older binary can load mends it, without a command.
	become("v1")
	r.assign("a", Accepted)
	r.uses(r.next(), Assigned, "a")
	r.condition(True, ReasonOnTrial)
}

// TestNewerLibrary: a state folder in a schema that is yet to be invented costs what it said, and no more; the source makes up for it.
func TestNewerLibrary(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("bad", Rejected)
	for _, name := range []string{assignedFile, goodFile, trialsFile} {
		n := r.disk.find(path.Join(stateDir, name))
		n.data = []byte(strings.Replace(string(n.data), recordVersion, "v9", 1))
	}
	r.uses(r.next(), Local, "")
	r.condition(False, ReasonStateLost)
	st := r.store.Status()
	if len(st.Warnings) != 3 || !strings.Contains(st.Warnings[0], `its schema "v9" is not the v1 that this binary reads; moved to /state/quarantine/assigned`) {
		t.Errorf("warnings %q", st.Warnings)
	}
	if names, err := r.disk.ReadDir(path.Join(stateDir, quarantineDir)); err != nil || len(names) != 3 {
		t.Errorf("quarantined are %q, %v", names, err)
	}
	if out, err := r.store.Sync(t.Context(), &fakeSource{payload: payload(t, "a")}); err != nil || !out.Restart {
		t.Errorf("%+v, %v", out, err)
	}
	r.uses(r.next(), Assigned, "a")
	r.condition(True, ReasonOnTrial)
}

// TestClockRunsBackwards: a machine that boots with its clock years behind decides as it would have.
func TestClockRunsBackwards(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("kills", Accepted)
	for range 3 {
		r.clock.wall = r.clock.wall.AddDate(-10, 0, 0)
		r.uses(r.next(), Assigned, "kills")
	}
	r.clock.wall = r.clock.wall.AddDate(-10, 0, 0)
	r.uses(r.next(), LastKnownGood, "a")
	r.condition(False, ReasonCrashLoop)
	r.confirmed("b")
	r.condition(True, ReasonAssigned)
}

// TestConfirmWhileAnotherIsAssigned: the trial that was passed counts, the assignment stands, and the next start takes it up with the other to fall back to.
func TestConfirmWhileAnotherIsAssigned(t *testing.T) {
	r := newRig(t)
	r.assign("a", Accepted)
	r.next()
	if out := r.assign("kills", Accepted); !out.Restart {
		t.Errorf("%+v", out)
	}
	if err := r.store.Confirm(); err != nil {
		t.Fatal(err)
	}
	r.condition(Unknown, ReasonRestartPending)
	for range 3 {
		r.uses(r.next(), Assigned, "kills")
	}
	r.uses(r.next(), LastKnownGood, "a")
}

// TestFlapping: a source that goes back and forth while the process runs ends with what it says last, and asks for one restart at most.
func TestFlapping(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.next()
	for range 5 {
		if out := r.assign("b", Accepted); !out.Restart {
			t.Errorf("b: %+v", out)
		}
		r.condition(Unknown, ReasonRestartPending)
		if out := r.assign("a", Accepted); out.Restart {
			t.Errorf("a: %+v", out)
		}
		r.condition(True, ReasonAssigned)
	}
	if st := r.store.Status(); st.Trial != nil || len(st.Failed) > 0 {
		t.Errorf("%+v, %+v", st.Trial, st.Failed)
	}
	r.uses(r.next(), Assigned, "a")
}
