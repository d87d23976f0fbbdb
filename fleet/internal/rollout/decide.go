package rollout

import (
	"fmt"
	"strconv"
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
		plan.Assign, plan.Delete, plan.Remove = d.moves(now), w.unused(), d.removals()
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
	// gone are assignments of Nodes that do not exist any more.
	gone []*instance
	// welcomed is the revision that newcomers get, nil if there is none.
	welcomed  *v1alpha1.Revision
	overlongs map[bool]*[]*instance
	after     time.Duration
}

// note says something about an instance.
type note struct{ name, reason, text string }

func newDecision(w Snapshot) *decision {
	d := &decision{Snapshot: w, status: *w.Pool.Status.DeepCopy(), overlongs: map[bool]*[]*instance{}}
	d.status.Instances, d.status.Updated, d.status.Bad, d.status.Unavailable, d.status.Skipped = 0, 0, 0, 0, 0
	d.status.NotReady = nil
	return d
}

// record is the part of a status that decisions depend on.
func record(st v1alpha1.ConfigPoolStatus) v1alpha1.ConfigPoolStatus {
	st.Instances, st.Updated, st.Bad, st.Unavailable, st.Skipped, st.Conditions = 0, 0, 0, 0, 0, nil
	st.NotReady = nil
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
		v1alpha1.ReasonSpecUnreadable, v1alpha1.ReasonDeadlineTooShort:
		return true
	}
	return false
}

// finished: the revision has reached all instances that it could.
func (p phase) finished() bool {
	return p.reason == v1alpha1.ReasonComplete || p.reason == v1alpha1.ReasonInstancesSkipped
}

// welcomes: newcomers get the complete revision that most have confirmed, whatever the present one is.
func (p phase) welcomes() bool {
	switch p.reason {
	case v1alpha1.ReasonInstancesFailed, v1alpha1.ReasonWaitingForApproval:
		return true
	}
	return p.finished() || p.progresses()
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
		d.lose(r)
		d.stop(r)
	}
	if why := d.Pool.Unreadable; why != "" {
		return phase{v1alpha1.ReasonSpecUnreadable, why + ": set the field again"}
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
	failed := d.failures(r)
	switch {
	case failed >= min(d.stopAfter(), mostLosses), d.deleting(r):
		return true
	case failed == 0 || r.Digest != d.status.Revision:
		return false
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

// moves returns the instances to move now: the instances that the status on the server admits, newcomers, and
// instances that return from a revision that was stopped.
func (d *decision) moves(now phase) (all []Assign) {
	if d.Pool.Spec.Paused || now.reason == v1alpha1.ReasonSpecUnreadable {
		return nil
	}
	returning := d.returning(now)
	free := d.maxUnavailable()
	for _, i := range d.instances {
		if i.unavailable() {
			free--
		}
	}
	move := func(i *instance, to *v1alpha1.Revision) {
		if !i.unavailable() {
			if free--; free < 0 {
				return
			}
		}
		all = d.assign(all, i, to)
	}
	for _, i := range d.instances {
		switch {
		case i.member && !d.has(i) && now.moves():
			move(i, d.current())
		case i.unready && !d.has(i) && (now.finished() || now.moves() && i.Name == d.status.OutOfTurn):
			all = d.assign(all, i, d.current())
		case i.newcomer && now.welcomes():
			all = d.assign(all, i, d.welcomed)
		case returning && d.has(i):
			move(i, d.welcomed)
		}
	}
	return all
}

// returning: the instances leave the revision, which was stopped.
func (d *decision) returning(now phase) bool {
	return now.reason == v1alpha1.ReasonInstancesFailed && d.Pool.Spec.Rollout.OnFailure == v1alpha1.OnFailureReturn &&
		d.current().Outcome == v1alpha1.OutcomeStopped && d.welcomed != nil
}

// assign adds the move of an instance to a revision, if there is its copy.
func (d *decision) assign(all []Assign, i *instance, r *v1alpha1.Revision) []Assign {
	if _, copied := d.copyOf(r.Digest); !copied {
		return all
	}
	move := Assign{
		Name: i.Name, UID: i.UID, ResourceVersion: i.ResourceVersion, Source: sourceOf(r),
		Annotations: map[string]string{
			v1alpha1.AssignedByAnnotation: v1alpha1.AssignedBy(d.Pool.UID, r.Digest),
			v1alpha1.AssignedAtAnnotation: d.Now.UTC().Format(time.RFC3339),
		},
	}
	if i.node != nil {
		move.Annotations[v1alpha1.AssignedReadyAnnotation] = strconv.FormatBool(i.node.Ready)
	}
	if i.UID == "" {
		move.Labels = i.Labels
		move.Annotations[v1alpha1.NodeAnnotation] = string(nodeUID(i.ConfigAssignment))
	}
	return append(all, move)
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
	for _, has := range []bool{true, false} {
		for _, i := range d.overlong(has) {
			return fmt.Sprintf("a trial of %s may take %v, restarts after crashes included, and spec.rollout.deadline is %v: "+
				"set it to %[2]v or more", i.Name, longestTrial(i), d.deadline())
		}
	}
	return ""
}

// overlong are the instances with the revision, or without it, that report a trial longer than the deadline, if at
// least half of those with the revision do, or half of all: the word of a few is not about the content, also when they
// are the last ones without it.
func (d *decision) overlong(has bool) (all []*instance) {
	if known := d.overlongs[has]; known != nil {
		return *known
	}
	reporting := 0
	for _, i := range d.instances {
		trial := longestTrial(i)
		if has && !d.has(i) || trial == 0 {
			continue
		}
		reporting++
		if d.has(i) == has && trial > d.deadline() {
			all = append(all, i)
		}
	}
	if 2*len(all) < reporting {
		all = nil
	}
	d.overlongs[has] = &all
	return all
}
