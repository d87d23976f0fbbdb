package rollout

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// portion is a number or a percentage of all instances, at least one. A number that is nil is one.
func portion(n *intstr.IntOrString, all int, roundUp bool) int {
	if n == nil {
		return 1
	}
	scaled, err := intstr.GetScaledValueFromIntOrPercent(n, all, roundUp)
	if err != nil { // The definition of pools refuses it.
		return 1
	}
	return max(scaled, 1)
}

// maxUnavailable is how many instances may be unavailable.
func (d *decision) maxUnavailable() int {
	return portion(d.Pool.Spec.Rollout.MaxUnavailable, len(d.instances), false)
}

// stopAfter is how many bad instances stop a roll-out.
func (d *decision) stopAfter() int {
	return portion(d.Pool.Spec.Rollout.StopAfter, len(d.instances), false)
}

func (d *decision) deadline() time.Duration { return duration(d.Pool.Spec.Rollout.Deadline) }

func duration(p *metav1.Duration) time.Duration {
	if p == nil {
		return 0
	}
	return p.Duration
}

// sizes are how many of n instances have the revision by the end of each wave: more than by the end of the wave before,
// as long as there are more.
func (d *decision) sizes(n int) (sizes []int) {
	before := 0
	for _, w := range d.Pool.Spec.Rollout.Waves {
		before = min(max(portion(&w, n, true), before+1), n)
		sizes = append(sizes, before)
	}
	return append(sizes[:max(len(sizes)-1, 0)], n)
}

// wave is how far the present wave has come.
type wave struct {
	number, of int
	// size is how many instances it has, members how many of them have the revision, or may get it now.
	size, members int
	// confirmed is the number of members that have confirmed the revision. pending are the members that have neither
	// confirmed it nor failed with it, onTrial the pending members that have it.
	confirmed        int
	pending, onTrial []*instance
}

// present is the present wave. Its members are the instances that have the revision, and as many admitted ones as it
// has room for: others may have joined since they were admitted. Instances that are dead do not count.
func (d *decision) present() (w wave) {
	alive := 0
	for _, i := range d.instances {
		dead := i.dead(d.has(i))
		if i.member = !dead && d.has(i); i.member {
			w.members++
		}
		if !dead {
			alive++
		}
	}
	sizes := d.sizes(alive)
	w.of = len(sizes)
	w.number = min(max(int(d.status.Wave), 1), w.of)
	if d.current().Outcome == v1alpha1.OutcomeComplete { // Those that come later are not a wave.
		w.number = w.of
	}
	w.size = sizes[w.number-1]
	for _, i := range d.instances {
		if !i.member && d.admitted(i) && !i.unready && w.members < w.size {
			i.member = true
			w.members++
		}
		switch {
		case i.member && d.has(i) && i.state == settled:
			w.confirmed++
		case i.member && d.has(i) && i.state != bad:
			w.onTrial = append(w.onTrial, i)
			w.pending = append(w.pending, i)
		case i.member && !d.has(i):
			w.pending = append(w.pending, i)
		}
	}
	return w
}

// admitted reports whether the status says that an instance may have the revision.
func (d *decision) admitted(i *instance) bool {
	return i.place <= d.status.Admitted || i.Name == d.status.OutOfTurn
}

// over: each member has answered.
func (w wave) over() bool { return len(w.pending) == 0 && w.members >= w.size }

// advance updates the status to the progress of the instances: it admits instances that may be moved, and ends waves.
func (d *decision) advance() phase {
	for {
		d.endTurn()
		w := d.present()
		d.status.Wave = int32(w.number)
		if approved := d.approved(); approved > w.number && w.number < w.of {
			d.status.Wave = int32(min(approved, w.of))
			d.status.WavePassedTime = nil
			continue
		}
		if !w.over() || w.confirmed == 0 {
			return d.rolling(w, d.admit(w))
		}
		if w.number == w.of {
			return d.complete()
		}
		if d.status.WavePassedTime == nil {
			d.status.WavePassedTime = d.now()
			d.Resting = 0
		}
		if slices.Contains(d.Pool.Spec.Rollout.ApproveAfter, int32(w.number)) {
			return d.waiting(w)
		}
		if left := duration(d.Pool.Spec.Rollout.Pause) - d.Resting; left > 0 {
			d.wake(left)
			return d.pausing(w)
		}
		d.status.Wave++
		d.status.WavePassedTime, d.status.Passed = nil, d.status.Admitted
	}
}

// approved is the wave of the revision that somebody has approved, or 0.
func (d *decision) approved() int {
	if a := d.Pool.Spec.Approved; a != nil && a.Digest == d.status.Revision {
		return int(a.Wave)
	}
	return 0
}

// admit lets more instances of the wave have the revision, in their order, as long as not too many are unavailable.
// Those on a Node that is not ready do not get their turn. It reports whether it admitted none because of others that
// are unavailable. If that may not end by itself, it admits one of those: the revision may be what repairs it.
func (d *decision) admit(w wave) (blocked bool) {
	used, room, before := 0, w.size-w.members, d.status.Admitted
	for _, i := range d.instances {
		if i.unavailable() || i.member && !d.has(i) {
			used++
		}
	}
	for _, i := range d.instances {
		if d.admitted(i) || d.has(i) || i.unready {
			continue
		}
		if !i.unavailable() {
			used++
		}
		if room <= 0 || used > d.maxUnavailable() {
			break
		}
		d.status.Admitted = i.place
		room--
	}
	if blocked = room > 0 && used > d.maxUnavailable() && d.status.Admitted == before; blocked {
		d.outOfTurn(w)
	}
	return blocked
}

// endTurn ends the admission of an instance that has the revision, has recovered by itself, or is gone.
func (d *decision) endTurn() {
	for _, i := range d.instances {
		if i.Name == d.status.OutOfTurn && !d.has(i) && i.unavailable() {
			return
		}
	}
	d.status.OutOfTurn = ""
}

// outOfTurn admits the first instance that is already unavailable, so that the move does not make another instance
// unavailable: one on a Node that is ready, or that an earlier revision has taken down. It waits while instances are on
// trial.
func (d *decision) outOfTurn(w wave) {
	if len(w.onTrial) > 0 || d.status.OutOfTurn != "" {
		return
	}
	for _, i := range d.instances {
		if i.unavailable() && (!i.unready || d.casualty(i)) && !d.admitted(i) && !d.has(i) {
			d.status.OutOfTurn = i.Name
			return
		}
	}
}

// casualty: a revision that was never complete may have taken the Node of an instance down.
func (d *decision) casualty(i *instance) bool {
	r := d.revision(i.revision)
	return i.lost && r != nil && r.CompleteTime == nil
}

// complete ends the roll-out.
func (d *decision) complete() phase {
	if r := d.current(); r.Outcome != v1alpha1.OutcomeComplete {
		now := d.now()
		if last := d.lastComplete(); last != nil && !last.CompleteTime.Before(now) { // The clock was set back.
			now = &metav1.Time{Time: last.CompleteTime.Add(time.Second)}
		}
		r.Outcome, r.CompleteTime = v1alpha1.OutcomeComplete, now
	}
	if len(d.skipped) > 0 {
		return phase{v1alpha1.ReasonInstancesSkipped, "all other instances have " + d.name()}
	}
	return phase{v1alpha1.ReasonComplete, "all instances have " + d.name() + d.unfinished()}
}
