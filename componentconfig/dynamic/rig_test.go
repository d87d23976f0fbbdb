package dynamic

import (
	"errors"
	"math/rand/v2"
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
