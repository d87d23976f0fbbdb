package rollout

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"

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
	// bad: it has failed, has not answered by the deadline, or its Node has failed.
	bad
)

// instance is an assignment that a pool moves, or a Node that has none yet. That one has no UID.
type instance struct {
	*v1alpha1.ConfigAssignment
	// place is where it is in the order.
	place string
	// revision is the digest of the revision that the pool has assigned to the instance; empty if somebody else has
	// assigned its content, or nothing is assigned.
	revision string
	state    state
	// node is its Node, nil if it is not one.
	node *Node
	// unready: its Node is not ready. lost: its Node was ready when the pool moved the instance, and is not any more.
	// silent: it has not answered by the deadline.
	unready, lost, silent bool
	// wait is how long it may still take to answer.
	wait time.Duration
	// newcomer: nothing was ever assigned to it, and there is a complete revision that it should have.
	newcomer bool
	// member: it has the revision, or may get it in this wave.
	member bool
}

// has reports whether the pool has assigned its revision to an instance.
func (d *decision) has(i *instance) bool {
	return i.revision != "" && i.revision == d.status.Revision
}

// placeOf orders the instances for a revision: the same for each controller, and another one for each revision, so that
// it is not always the same instance that gets a bad one. A Node has the same place before and after it has an
// assignment.
func placeOf(pool *v1alpha1.ConfigPool, digest string, a *v1alpha1.ConfigAssignment) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%s", pool.UID, digest, cmp.Or(nodeUID(a), a.UID)))
	return hex.EncodeToString(sum[:8])
}

// nodeUID returns the UID of the Node that an assignment was made for.
func nodeUID(a *v1alpha1.ConfigAssignment) types.UID {
	return types.UID(a.Annotations[v1alpha1.NodeAnnotation])
}

// stateOf returns the state that an instance reports about the present generation of its assignment.
func stateOf(a *v1alpha1.ConfigAssignment) state {
	c, source, st := configOK(a), a.Spec.Source, a.Status
	switch {
	case source == nil:
		return settled
	case a.Unreadable != "":
		return bad
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
	for _, a := range slices.Concat(d.Assignments, d.unassigned()) {
		if a.DeletionTimestamp != nil || !selectors[d.Pool.Name].Matches(labels.Set(a.Labels)) {
			continue
		}
		n := d.untouchable(a, selectors)
		i := d.instance(a)
		switch {
		case d.isGone(a):
			i.lost = n.reason == "" && d.movedReady(i)
			d.gone = append(d.gone, i)
		case n.reason != "":
			d.skipped = append(d.skipped, n)
		default:
			d.instances = append(d.instances, i)
		}
	}
	slices.SortFunc(d.instances, func(a, b *instance) int {
		return cmp.Or(strings.Compare(a.place, b.place), strings.Compare(a.Name, b.Name))
	})
	for _, i := range d.instances {
		d.judgeSilence(i)
	}
	slices.SortFunc(d.skipped, func(a, b note) int { return strings.Compare(a.name, b.name) })
	d.welcome()
}

// unassigned are assignments that do not exist yet, for Nodes without one.
func (d *decision) unassigned() (all []*v1alpha1.ConfigAssignment) {
	if d.Nodes == nil {
		return nil
	}
	assigned := map[string]bool{}
	for _, a := range d.Assignments {
		assigned[a.Name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(d.Nodes)) {
		if n := d.Nodes[name]; !assigned[name] {
			all = append(all, &v1alpha1.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: n.Labels,
				Annotations: map[string]string{v1alpha1.NodeAnnotation: string(n.UID)}}})
		}
	}
	return all
}

// instance is an assignment with its place and its Node.
func (d *decision) instance(a *v1alpha1.ConfigAssignment) *instance {
	i := &instance{ConfigAssignment: a, place: placeOf(d.Pool, d.status.Revision, a), state: stateOf(a)}
	if s := a.Spec.Source; s != nil && d.assigned(a) {
		i.revision = s.Digest
	}
	if n, exists := d.Nodes[a.Name]; exists {
		i.node = &n
		i.unready = !n.Ready
		i.lost = i.unready && d.movedReady(i)
	}
	return i
}

// isGone reports whether the Node that an assignment was made for has gone, or another one has its name.
func (d *decision) isGone(a *v1alpha1.ConfigAssignment) bool {
	_, ofNode := a.Annotations[v1alpha1.NodeAnnotation]
	if d.Nodes == nil || !ofNode {
		return false
	}
	n, exists := d.Nodes[a.Name]
	uid := nodeUID(a)
	return !exists || uid != "" && uid != n.UID
}

// movedReady: the pool has moved an instance to its present content while its Node was ready.
func (d *decision) movedReady(i *instance) bool {
	return i.revision != "" && i.Annotations[v1alpha1.AssignedReadyAnnotation] == "true"
}

// judgeNode reports whether the Node of an instance has failed because of the revision: it was ready when the instance
// was moved, and became unready before the instance confirmed, or before the pause after the wave was over.
func (d *decision) judgeNode(i *instance) bool {
	return i.lost && (i.state != settled || d.has(i) && d.current().Outcome != v1alpha1.OutcomeComplete && !d.proven(i))
}

// proven: the wave of an instance and the pause after it have passed.
func (d *decision) proven(i *instance) bool { return i.place <= d.status.Passed }

// welcome finds the newcomers and the revision for newcomers: the complete revision that most instances have confirmed.
// A stopped revision is excluded, and so is a revision that has failures and no confirmation.
func (d *decision) welcome() {
	confirmed, failed := map[string]int{}, map[string]bool{}
	for _, i := range d.instances {
		switch {
		case i.revision != "" && i.state == settled:
			confirmed[i.revision]++
		case i.state == bad:
			failed[i.revision] = true
		}
	}
	for n := range d.status.Revisions {
		r := &d.status.Revisions[n]
		if r.CompleteTime == nil || r.Outcome == v1alpha1.OutcomeStopped || failed[r.Digest] && confirmed[r.Digest] == 0 {
			continue
		}
		if best := d.welcomed; best == nil || confirmed[r.Digest] > confirmed[best.Digest] ||
			confirmed[r.Digest] == confirmed[best.Digest] && best.CompleteTime.Before(r.CompleteTime) {
			d.welcomed = r
		}
	}
	for _, i := range d.instances {
		i.newcomer = d.welcomed != nil && i.Spec.Source == nil
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
	writeRefused  = "WriteRefused"
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
			"pool, or set the digest %s again", v1alpha1.AssignedByAnnotation, clip(digest))}
	}
	if why := d.Refused[a.Name]; why != "" {
		return note{a.Name, writeRefused, fmt.Sprintf(" cannot be changed (%s): permit config-fleet to change it; it is "+
			"tried again", clip(why))}
	}
	return note{}
}

// judgeSilence: an instance that was moved and has not answered by the deadline is bad, and one that was lost. Nothing
// is expected of an instance while its Node is not ready.
func (d *decision) judgeSilence(i *instance) {
	_, moved := i.Annotations[v1alpha1.AssignedByAnnotation]
	if moved && !i.unready && i.state != settled && i.state != bad {
		i.wait = d.deadline() - d.Waited[i.UID]
		if len(d.overlong(d.has(i))) > 0 {
			i.wait += max(longestTrial(i)-d.deadline(), 0)
		}
		i.silent = i.wait <= 0 || d.has(i) && d.lossOf(i.UID) == v1alpha1.LossSilent
	}
	if i.silent || d.judgeNode(i) {
		i.state = bad
	}
}

// longestTrial returns the time that an instance may take to answer, 0 if it has not reported yet. Without a trial time
// in its status, it has the defaults of the proposal: ten minutes, ten restarts.
func longestTrial(i *instance) time.Duration {
	if i.Status.TrialSeconds > 0 || configOK(i.ConfigAssignment) == nil {
		return time.Duration(min(i.Status.TrialSeconds, mostTrialSeconds)) * time.Second
	}
	return 3010 * time.Second
}

// mostTrialSeconds is a week, as in the definition of assignments.
const mostTrialSeconds = 604800

// unavailable: its configuration is not confirmed, and it has not returned to an earlier one; or its Node is not ready.
func (i *instance) unavailable() bool {
	return i.unready || i.silent || i.newcomer || i.state == moving || i.state == crashed
}

// dead instances do not count for waves: their Nodes are not ready, and that is not because of the revision.
func (i *instance) dead(has bool) bool { return i.unready && !(has && i.lost) }
