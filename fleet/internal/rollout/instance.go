package rollout

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/v1alpha1"
)

// state is the progress of an instance with its assignment.
type state int

const (
	// moving: it is restarting, on trial, or silent.
	moving state = iota
	// crashed: it is tried again after a crash.
	crashed
	// settled: it is confirmed, or nothing is assigned.
	settled
	// bad: it has failed, or has not answered by the deadline.
	bad
)

// instance is an assignment that a pool moves.
type instance struct {
	*v1alpha1.ConfigAssignment
	// place is where it is in the order.
	place string
	// revision is the digest of the revision that the pool has assigned to the instance; empty if somebody else has
	// assigned its content, or nothing is assigned.
	revision string
	state    state
	// unready: its Node is not ready. silent: it has not answered by the deadline.
	unready, silent bool
	// wait is how long it may still take to answer.
	wait time.Duration
	// newcomer: it was never assigned anything, and there is a complete revision that it should have.
	newcomer bool
	// member: it has the revision, or may get it in this wave.
	member bool
}

// has reports whether the pool has assigned its revision to an instance.
func (d *decision) has(i *instance) bool {
	return i.revision != "" && i.revision == d.status.Revision
}

// placeOf orders the instances for a revision: the same for each controller, and another one for each revision, so that
// it is not always the same instance that gets a bad one.
func placeOf(pool *v1alpha1.ConfigPool, digest string, a *v1alpha1.ConfigAssignment) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%s", pool.UID, digest, a.UID))
	return hex.EncodeToString(sum[:8])
}

// stateOf returns the state that an instance reports about the present generation of its assignment.
func stateOf(a *v1alpha1.ConfigAssignment) state {
	c, source, st := configOK(a), a.Spec.Source, a.Status
	switch {
	case source == nil:
		return settled
	case c == nil || st.ObservedGeneration != a.Generation:
		return moving
	case c.Status == metav1.ConditionFalse:
		return bad
	case c.Reason == string(dynamic.ReasonOnTrialAfterCrash):
		return crashed
	case c.Status == metav1.ConditionTrue && c.Reason == string(dynamic.ReasonAssigned) &&
		st.Assigned == source.Digest && st.Active == source.Digest:
		return settled
	}
	return moving
}

func configOK(a *v1alpha1.ConfigAssignment) *metav1.Condition {
	return meta.FindStatusCondition(a.Status.Conditions, dynamic.ConditionType)
}

// look finds the instances that the pool selects, in the order of the revision.
func (d *decision) look() {
	selectors := d.selectors()
	for _, a := range d.Assignments {
		if a.DeletionTimestamp != nil || !selectors[d.Pool.Name].Matches(labels.Set(a.Labels)) {
			continue
		}
		if n := d.untouchable(a, selectors); n.reason != "" {
			d.skipped = append(d.skipped, n)
			continue
		}
		i := &instance{ConfigAssignment: a, place: placeOf(d.Pool, d.status.Revision, a), state: stateOf(a),
			unready: d.NotReady[a.Name]}
		if s := a.Spec.Source; s != nil && d.assigned(a) {
			i.revision = s.Digest
		}
		d.judgeSilence(i)
		d.instances = append(d.instances, i)
	}
	slices.SortFunc(d.instances, func(a, b *instance) int {
		return cmp.Or(strings.Compare(a.place, b.place), strings.Compare(a.Name, b.Name))
	})
	slices.SortFunc(d.skipped, func(a, b note) int { return strings.Compare(a.name, b.name) })
	if complete := d.lastComplete(); complete != nil && !d.refused(complete) {
		for _, i := range d.instances {
			i.newcomer = i.Spec.Source == nil
		}
	}
}

// assigned reports whether the pool has assigned the content of an instance.
func (d *decision) assigned(a *v1alpha1.ConfigAssignment) bool {
	s := a.Spec.Source
	r := d.revision(s.Digest)
	return r != nil && *s == sourceOf(r) &&
		a.Annotations[v1alpha1.AssignedByAnnotation] == v1alpha1.AssignedBy(d.Pool.UID, r.Digest)
}

func sourceOf(r *v1alpha1.Revision) v1alpha1.ConfigMapSource {
	return v1alpha1.ConfigMapSource{Name: r.ConfigMap, Key: r.Key, Digest: r.Digest}
}

// selectors returns the selectors of the pools of the namespace, by pool name. An invalid selector selects nothing.
func (d *decision) selectors() map[string]labels.Selector {
	all := map[string]labels.Selector{d.Pool.Name: selectorOf(d.Pool)}
	for _, p := range d.Pools {
		if p.Name != d.Pool.Name {
			all[p.Name] = selectorOf(p)
		}
	}
	return all
}

func selectorOf(p *v1alpha1.ConfigPool) labels.Selector {
	selector, err := metav1.LabelSelectorAsSelector(&p.Spec.Selector)
	if err != nil || selector.Empty() {
		return labels.Nothing()
	}
	return selector
}

// The reasons why an instance is left alone.
const (
	editedByHand  = "EditedByHand"
	selectedTwice = "SelectedTwice"
)

// untouchable is why an instance that the pool selects is left alone, with what to do; it has no reason if it is not.
func (d *decision) untouchable(a *v1alpha1.ConfigAssignment, selectors map[string]labels.Selector) note {
	var pools []string
	for name, selector := range selectors {
		if selector.Matches(labels.Set(a.Labels)) {
			pools = append(pools, name)
		}
	}
	if slices.Sort(pools); len(pools) > 1 {
		return note{a.Name, selectedTwice, fmt.Sprintf(" is selected by the pools %s: change its labels, or delete a pool",
			strings.Join(pools, " and "))}
	}
	_, digest, assigned := strings.Cut(a.Annotations[v1alpha1.AssignedByAnnotation], "/")
	if assigned && (a.Spec.Source == nil || a.Spec.Source.Digest != digest) {
		return note{a.Name, editedByHand, fmt.Sprintf(" was edited by hand: remove its annotation %s to give it to the "+
			"pool, or set the digest %s again", v1alpha1.AssignedByAnnotation, digest)}
	}
	return note{}
}

// judgeSilence: an instance that was moved and has not answered by the deadline is bad, unless its Node is not ready.
func (d *decision) judgeSilence(i *instance) {
	at, err := time.Parse(time.RFC3339, i.Annotations[v1alpha1.AssignedAtAnnotation])
	if err != nil || i.state == settled || i.state == bad {
		return
	}
	if i.wait = at.Add(max(d.deadline(), longestTrial(i))).Sub(d.Now); i.wait > 0 {
		return
	}
	if i.silent = true; !i.unready {
		i.state = bad
	}
}

// longestTrial returns the time that an instance may take to answer, 0 if it has not reported yet. Without a trial time
// in its status, it has the defaults of the proposal: ten minutes, ten restarts.
func longestTrial(i *instance) time.Duration {
	if i.Status.TrialSeconds > 0 || configOK(i.ConfigAssignment) == nil {
		return time.Duration(i.Status.TrialSeconds) * time.Second
	}
	return 3010 * time.Second
}

// unavailable: its configuration is not confirmed, and it has not returned to an earlier one.
func (i *instance) unavailable() bool {
	return i.unready || i.silent || i.newcomer || i.state == moving || i.state == crashed
}

// dead instances do not count for waves: their Nodes were not ready when their turn came, or have not answered by the
// deadline.
func (i *instance) dead(has bool) bool { return i.unready && (!has || i.silent) }
