package rollout

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// Decide returns the next actions for a pool.
func Decide(w Snapshot) Plan {
	if w.Pool == nil {
		return Plan{Delete: w.unused()}
	}
	d := newDecision(w)
	if d.outdated() {
		return Plan{After: time.Second}
	}
	missing, problem := d.take()
	d.look()
	now := d.judge(problem)
	d.forget()
	d.report(now)
	plan := Plan{Copy: missing, Record: !equality.Semantic.DeepEqual(record(w.Pool.Status), record(d.status))}
	if !equality.Semantic.DeepEqual(w.Pool.Status, d.status) {
		plan.Status = &d.status
	}
	if !plan.Record {
		plan.Assign, plan.Delete = d.moves(now), w.unused()
	}
	plan.After = d.after
	return plan
}

// decision is a decision that is being made.
type decision struct {
	Snapshot
	// status is the new status of the pool.
	status v1alpha1.ConfigPoolStatus
	// instances are in the order of the revision, without the skipped ones, which are left alone.
	instances []*instance
	skipped   []note
	after     time.Duration
}

// note says something about an instance.
type note struct{ name, reason, text string }

func newDecision(w Snapshot) *decision {
	d := &decision{Snapshot: w, status: *w.Pool.Status.DeepCopy()}
	d.status.Instances, d.status.Updated, d.status.Bad, d.status.Unavailable, d.status.Skipped = 0, 0, 0, 0, 0
	return d
}

// record is the part of a status that decisions depend on.
func record(st v1alpha1.ConfigPoolStatus) v1alpha1.ConfigPoolStatus {
	st.Instances, st.Updated, st.Bad, st.Unavailable, st.Skipped, st.Conditions = 0, 0, 0, 0, 0, nil
	return st
}

// phase is where a pool is, in a word and a sentence.
type phase struct{ reason, message string }

// moves: the revision is assigned to instances.
func (p phase) moves() bool {
	return p.reason == v1alpha1.ReasonRollingOut || p.reason == v1alpha1.ReasonBetweenWaves
}

// progresses: the controller goes on by itself.
func (p phase) progresses() bool { return p.moves() || p.reason == v1alpha1.ReasonHeld }

// stopped: nothing goes on until somebody acts.
func (p phase) stopped() bool {
	switch p.reason {
	case v1alpha1.ReasonInstancesFailed, v1alpha1.ReasonSourceUnusable, v1alpha1.ReasonSelectorInvalid,
		v1alpha1.ReasonWavesShrink, v1alpha1.ReasonDeadlineTooShort:
		return true
	}
	return false
}

// welcomes: newcomers get the revision that was complete last. It was good, whatever the present one is.
func (p phase) welcomes() bool {
	switch p.reason {
	case v1alpha1.ReasonInstancesFailed, v1alpha1.ReasonComplete, v1alpha1.ReasonInstancesSkipped:
		return true
	}
	return p.progresses()
}

// judge decides where the pool is. What is wrong comes first, and nothing is moved then.
func (d *decision) judge(problem string) phase {
	changed := d.status.ObservedGeneration != d.Pool.Generation
	d.status.ObservedGeneration = d.Pool.Generation
	r := d.current()
	if r != nil {
		wanted := changed && problem == "" && !d.Pool.Spec.Paused
		if wanted && r.Outcome == v1alpha1.OutcomeStopped {
			d.restart()
		}
		d.stop(r)
	}
	if problem != "" {
		return phase{v1alpha1.ReasonSourceUnusable, problem}
	}
	if d.refused(r) {
		return d.failed(r)
	}
	if why := d.selectorInvalid(); why != "" {
		return phase{v1alpha1.ReasonSelectorInvalid, why}
	}
	if len(d.instances) == 0 {
		return d.empty()
	}
	if _, why := d.sizes(len(d.instances)); why != "" {
		return phase{v1alpha1.ReasonWavesShrink, why}
	}
	if why := d.tooShort(); why != "" {
		return phase{v1alpha1.ReasonDeadlineTooShort, why}
	}
	if d.Pool.Spec.Paused {
		return phase{v1alpha1.ReasonPaused, "spec.paused is set: no instance is moved" + d.unfinished()}
	}
	if crashing := d.having(d.status.Revision, crashed); len(crashing) > 0 {
		return d.held(crashing)
	}
	return d.advance()
}

// stop stops the roll-out of a revision if it is bad.
func (d *decision) stop(r *v1alpha1.Revision) {
	if r.Outcome == v1alpha1.OutcomeRollingOut && d.failing(r) {
		r.Outcome, r.Message = v1alpha1.OutcomeStopped, d.failure(r)
	}
}

// refused: no instance is moved to a revision that was stopped, or is bad after it was complete.
func (d *decision) refused(r *v1alpha1.Revision) bool {
	return r.Outcome == v1alpha1.OutcomeStopped || d.failing(r)
}

// failing: too many instances have failed with a revision, or all that have it.
func (d *decision) failing(r *v1alpha1.Revision) bool {
	failed := len(d.having(r.Digest, bad))
	if failed == 0 || failed >= d.stopAfter() || r.Digest != d.status.Revision {
		return failed >= d.stopAfter()
	}
	w := d.present()
	return w.over() && w.confirmed == 0
}

// having are the instances that a revision is assigned to and that are in a state.
func (d *decision) having(digest string, s state) (all []*instance) {
	for _, i := range d.instances {
		if i.revision == digest && i.state == s {
			all = append(all, i)
		}
	}
	return all
}

// moves returns the instances to move now: the instances that the status on the server admits, and newcomers.
func (d *decision) moves(now phase) (all []Assign) {
	if d.Pool.Spec.Paused {
		return nil
	}
	complete := d.lastComplete()
	free := d.maxUnavailable()
	for _, i := range d.instances {
		if i.unavailable() {
			free--
		}
	}
	for _, i := range d.instances {
		switch {
		case i.member && !d.has(i) && now.moves():
			if !i.unavailable() {
				if free--; free < 0 {
					continue
				}
			}
			all = d.assign(all, i, d.current())
		case i.newcomer && now.welcomes():
			all = d.assign(all, i, complete)
		}
	}
	return all
}

// assign adds the move of an instance to a revision, if there is its copy.
func (d *decision) assign(all []Assign, i *instance, r *v1alpha1.Revision) []Assign {
	if _, copied := d.copyOf(r.Digest); !copied {
		return all
	}
	move := assignment(d.Pool, r, d.Now)
	move.Name, move.UID, move.ResourceVersion = i.Name, i.UID, i.ResourceVersion
	return append(all, move)
}

// assignment is what an instance gets that has a revision.
func assignment(p *v1alpha1.ConfigPool, r *v1alpha1.Revision, now time.Time) Assign {
	return Assign{
		Source: sourceOf(r),
		Annotations: map[string]string{
			v1alpha1.AssignedByAnnotation: v1alpha1.AssignedBy(p.UID, r.Digest),
			v1alpha1.AssignedAtAnnotation: now.UTC().Format(time.RFC3339),
		},
	}
}

func (d *decision) now() *metav1.Time {
	now := metav1.NewTime(d.Now.Truncate(time.Second))
	return &now
}

// wake asks for another decision after a time, or earlier.
func (d *decision) wake(after time.Duration) {
	if d.after == 0 || after < d.after {
		d.after = after
	}
}

// tooShort is why the deadline is too short, if it is.
func (d *decision) tooShort() string {
	for _, i := range d.instances {
		if trial := longestTrial(i); trial > d.deadline() {
			return fmt.Sprintf("a trial of %s may take %v, restarts after crashes included, and spec.rollout.deadline is %v: "+
				"set it to %[2]v or more", i.Name, trial, d.deadline())
		}
	}
	return ""
}
