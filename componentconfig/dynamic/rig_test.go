package dynamic

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/memfs"
)

// rig is one state directory in memory and the component that uses it.
type rig struct {
	t          *testing.T
	disk       *memfs.Disk
	clock      *fakeClock
	opts       Options
	controller *Controller
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, disk: memfs.New(rand.New(rand.NewPCG(1, 1))),
		clock: &fakeClock{wall: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}}
	r.opts = Options{
		TrialParameters: &TrialParameters{TrialPeriod: trialPeriod, CrashLoopThreshold: 2}, Build: "build", Keep: 2,
		system: system{clock: r.clock, files: r.disk, boot: func() string { return "boot" }, lockWait: -1},
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

func (r *rig) open() *Controller {
	r.t.Helper()
	s, err := Open(stateDir, r.opts)
	if err != nil {
		r.t.Fatal(err)
	}
	r.controller = s
	return s
}

// next kills the process, starts the next one, and returns its decision.
func (r *rig) next() decision {
	r.t.Helper()
	r.disk.Reap()
	d, err := start(r.open())
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

// start is Controller.Start with an empty local configuration. It returns the decision.
func start(c *Controller) (decision, error) {
	_, err := c.Start(Payload{})
	return c.decision, err
}

// verdict is an AssignResult in one word.
type verdict string

const (
	accepted  verdict = "accepted"
	rejected  verdict = "rejected"
	repaired  verdict = "repaired"
	unchanged verdict = "unchanged"
)

func verdictOf(r AssignResult) verdict {
	switch {
	case r.Accepted:
		return accepted
	case r.Rejected != "":
		return rejected
	case r.Repaired:
		return repaired
	}
	return unchanged
}

// stateDir is the state directory of the tests in memory; its parent always exists.
const stateDir = "/state"

func (r *rig) assign(content string, want verdict) AssignResult {
	r.t.Helper()
	out, err := r.controller.Assign(payload(r.t, content), "test/"+content)
	if err != nil || verdictOf(out) != want {
		r.t.Fatalf("assign %q: %+v, %v, want %s", content, out, err, want)
	}
	return out
}

func (r *rig) uses(d decision, layer Layer, content string) {
	r.t.Helper()
	if d.Layer != layer || text(Payload{d.Payload}) != content {
		r.t.Fatalf("%s (%q), want %s %q", d, text(Payload{d.Payload}), layer, content)
	}
}

func (r *rig) condition(status metav1.ConditionStatus, reason Reason) {
	r.t.Helper()
	if c := r.controller.Status().Condition; c.Status != status || c.Reason != reason {
		r.t.Fatalf("condition %+v, want %s %s", c, status, reason)
	}
}

// confirmed assigns content and has it confirmed.
func (r *rig) confirmed(content string) {
	r.t.Helper()
	r.assign(content, accepted)
	r.uses(r.next(), LayerAssigned, content)
	if err := r.controller.Confirm(); err != nil {
		r.t.Fatal(err)
	}
}
