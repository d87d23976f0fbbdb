package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/v1alpha1"
)

// violation is a broken invariant.
type violation string

// truth has the invariants of the package comment, and the records to check them. It does not know how a decision is
// made.
type truth struct {
	// wanted are the contents of a pool's spec.source since spec.source was last changed, named all contents that the pool
	// has ever recorded.
	wanted, named map[types.UID]map[string]bool
	rollouts      map[types.UID]*roll
	// lies: an instance may have said that it uses a content that no instance can use.
	lies bool
}

func newTruth() truth {
	return truth{wanted: map[types.UID]map[string]bool{}, named: map[types.UID]map[string]bool{},
		rollouts: map[types.UID]*roll{}}
}

// roll is a roll-out from its first wave.
type roll struct {
	digest string
	// most is the largest number of instances that the pool has selected, gone how many events may have made room for
	// another instance in its wave.
	most, gone int
	// allowed is how many instances the largest of its waves has.
	allowed int
	// reached are the instances that were moved to it.
	reached map[types.UID]bool
	// tolerated is how many failures and moves under way the spec has allowed at most.
	tolerated int
}

// allowed is how many of n instances have the revision by the end of the present wave.
func allowed(p *v1alpha1.ConfigPool, n int) (size int) {
	waves := p.Spec.Rollout.Waves
	if int(p.Status.Wave) >= len(waves) {
		return n
	}
	for _, w := range waves[:p.Status.Wave] {
		size = min(n, max(size+1, portion(&w, n, true)))
	}
	return size
}

func demand(ok bool, format string, args ...any) {
	if !ok {
		panic(violation(fmt.Sprintf(format, args...)))
	}
}

// selected are the instances that a pool selects.
func (s *server) selected(p *v1alpha1.ConfigPool) (all []*v1alpha1.ConfigAssignment) {
	for _, a := range s.assignments.all() {
		if selects(p, a) {
			all = append(all, a)
		}
	}
	return all
}

// size is how many instances a pool selects, with the Nodes that have no assignment.
func (s *server) size(p *v1alpha1.ConfigPool) int {
	n := len(s.selected(p))
	for _, one := range s.nodes.all() {
		a := &v1alpha1.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{Labels: one.Labels}}
		if s.assignment(one.name) == nil && selects(p, a) {
			n++
		}
	}
	return n
}

func selects(p *v1alpha1.ConfigPool, a *v1alpha1.ConfigAssignment) bool {
	selector, err := metav1.LabelSelectorAsSelector(&p.Spec.Selector)
	return err == nil && selector.Matches(labels.Set(a.Labels))
}

// specified notes a change of the spec.
func (t *truth) specified(s *server, before, p *v1alpha1.ConfigPool) {
	if before == nil || before.Spec.Source != p.Spec.Source {
		t.wanted[p.UID] = map[string]bool{p.Spec.Source.Digest: true}
	}
	t.edited(s)
}

// edited notes what the ConfigMaps have.
func (t *truth) edited(s *server) {
	for _, p := range s.pools.all() {
		if p.Spec.Source.Digest == "" {
			t.wanted[p.UID][s.contents[p.Spec.Source.Name]] = true
		}
	}
}

// counts notes how many instances there are, and that something has made room in a wave.
func (t *truth) counts(s *server, gone int) {
	for _, p := range s.pools.all() {
		if r := t.rollouts[p.UID]; r != nil {
			r.most = max(r.most, s.size(p))
			r.gone += gone
		}
	}
}

// recorded checks a status.
func (t *truth) recorded(s *server, before, p *v1alpha1.ConfigPool) {
	st, was := p.Status, before.Status
	if st.Revision == "" {
		return
	}
	if st.Revision != was.Revision {
		demand(t.wanted[p.UID][st.Revision], "%s names %s, and its source is %+v", p.Name, st.Revision, p.Spec.Source)
	}
	if t.named[p.UID] == nil {
		t.named[p.UID] = map[string]bool{}
	}
	t.named[p.UID][st.Revision] = true
	r := t.rollouts[p.UID]
	if r == nil || st.Revision != was.Revision || outcome(was) == v1alpha1.OutcomeStopped &&
		st.ObservedGeneration != was.ObservedGeneration {
		r = &roll{digest: st.Revision, reached: map[types.UID]bool{}, gone: s.unseen()}
		t.rollouts[p.UID] = r
	}
	t.counts(s, 0)
	if st.Revision == was.Revision && st.Wave > was.Wave {
		demand(!bad4all(st.Revision) || t.lies || approves(p), "wave %d of %s, which no instance can use", st.Wave,
			st.Revision)
	}
	stops := st.Conditions[0].Reason == v1alpha1.ReasonInstancesFailed
	demand(!stops || outcome(st) == v1alpha1.OutcomeStopped || st.Revisions[0].CompleteTime != nil,
		"the pool says that %s has failed, and not that it is stopped", st.Revision)
	if outcome(st) == v1alpha1.OutcomeComplete && outcome(was) != v1alpha1.OutcomeComplete {
		demand(!bad4all(st.Revision) || t.lies, "%s is complete, which no instance can use", st.Revision)
	}
}

func outcome(st v1alpha1.ConfigPoolStatus) v1alpha1.Outcome {
	for _, r := range st.Revisions {
		if r.Digest == st.Revision {
			return r.Outcome
		}
	}
	return ""
}

// bad4all: no instance can use it.
func bad4all(digest string) bool {
	return strings.HasPrefix(digest, "crash") || strings.HasPrefix(digest, "reject") || strings.HasPrefix(digest, "kill")
}

// approves: somebody has approved a wave of the revision of a pool.
func approves(p *v1alpha1.ConfigPool) bool {
	return p.Spec.Approved != nil && p.Spec.Approved.Digest == p.Status.Revision
}

// assigned checks a move of a controller, before it is made, against the pool that it was planned with, which was on
// the server. If the pool has changed since, the request was under way, and how many instances may be moved is unknown.
func (t *truth) assigned(s *server, planned *v1alpha1.ConfigPool, pools []*v1alpha1.ConfigPool, move Assign) {
	a := s.assignment(move.Name)
	if move.UID == "" {
		if a != nil {
			return
		}
		a = &v1alpha1.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{Name: move.Name, Labels: move.Labels,
			Annotations: map[string]string{v1alpha1.NodeAnnotation: move.Annotations[v1alpha1.NodeAnnotation]}}}
	} else if a == nil || a.UID != move.UID || a.ResourceVersion != move.ResourceVersion {
		return
	}
	digest := move.Source.Digest
	demand(move.Source.Name != "", "%s is reset", a.Name)
	demand(t.named[planned.UID][digest], "%s is moved to %s, which its pool has not named", a.Name, digest)
	_, by, marked := strings.Cut(a.Annotations[v1alpha1.AssignedByAnnotation], "/")
	demand(!marked || a.Spec.Source != nil && a.Spec.Source.Digest == by, "%s was edited by hand and is moved", a.Name)
	for _, p := range pools {
		demand(p.UID == planned.UID || !selects(p, a), "%s is selected by %s, too, and is moved", a.Name, p.Name)
	}
	demand(selects(planned, a), "%s is not selected by %s", a.Name, planned.Name)
	demand(!planned.Spec.Paused, "%s is moved by a pool that is paused", a.Name)
	st := planned.Status
	complete := slices.ContainsFunc(st.Revisions, func(r v1alpha1.Revision) bool {
		return r.Digest == digest && r.CompleteTime != nil && r.Outcome != v1alpha1.OutcomeStopped
	})
	newcomer := a.Spec.Source == nil && complete
	returns := planned.Spec.Rollout.OnFailure == v1alpha1.OnFailureReturn && outcome(st) == v1alpha1.OutcomeStopped &&
		a.Spec.Source != nil && a.Spec.Source.Digest == st.Revision && complete
	n := s.node(a.Name)
	down := n != nil && !n.Ready && digest == st.Revision && outcome(st) == v1alpha1.OutcomeComplete
	admitted := digest == st.Revision && (placeOf(planned, digest, a) <= st.Admitted || a.Name == st.OutOfTurn)
	if admitted {
		demand(outcome(st) != v1alpha1.OutcomeStopped, "%s is moved to %s, which is stopped", a.Name, digest)
	} else {
		demand(newcomer || returns || down, "%s is moved to %s, and the status does not admit it", a.Name, digest)
	}
	p, m := s.pool(planned.Name), s.machine(a)
	if m.roll = nil; move.Annotations[v1alpha1.AssignedReadyAnnotation] == "true" && admitted && p != nil {
		m.roll = t.rollouts[p.UID]
	}
	if p == nil || p.ResourceVersion != planned.ResourceVersion || m.locked {
		return
	}
	roll := t.rollouts[p.UID]
	limit := portion(p.Spec.Rollout.MaxUnavailable, roll.most, false)
	if admitted && (n == nil || n.Ready) {
		roll.reached[cmp.Or(nodeUID(a), a.UID)] = true
		roll.allowed = max(roll.allowed, allowed(p, roll.most))
		demand(len(roll.reached) <= roll.allowed+roll.gone, "%d instances have %s in wave %d, which has %d",
			len(roll.reached), digest, st.Wave, roll.allowed)
		roll.tolerated = max(roll.tolerated, portion(p.Spec.Rollout.StopAfter, roll.most, false)-1+limit)
		demand(!strings.HasPrefix(digest, "kill") || t.lies || len(roll.reached) <= roll.tolerated+roll.gone,
			"%d machines get %s, which takes each of them down, and %d may", len(roll.reached), digest, roll.tolerated)
	}
	same := a.Spec.Source != nil && *a.Spec.Source == move.Source
	if st := stateOf(a); newcomer || n != nil && !n.Ready || m.late || same || st != settled && st != bad {
		return
	}
	m.moved = true
	moving := 0
	for _, b := range s.selected(p) {
		if n := s.node(b.Name); s.machine(b).moved && (!s.ofNodes || n != nil && n.UID == nodeUID(b)) {
			moving++
		}
	}
	demand(moving <= limit, "%d instances have no confirmed configuration, and %d may", moving, limit)
}

// unassigned checks the removal of an assignment: the loss of the machine is recorded before.
func (t *truth) unassigned(s *server, planned *v1alpha1.ConfigPool, r Removal) {
	a, n := s.assignment(r.Name), s.node(r.Name)
	if a == nil || a.UID != r.UID || n != nil && n.UID == r.Node {
		return
	}
	p, m := s.pool(planned.Name), s.machine(a)
	if p == nil || p.ResourceVersion != planned.ResourceVersion || !m.died || m.roll == nil ||
		m.roll != t.rollouts[p.UID] || a.Spec.Source == nil || a.Spec.Source.Digest != p.Status.Revision ||
		outcome(p.Status) == v1alpha1.OutcomeComplete || stateOf(a) == settled ||
		!only(Snapshot{Pool: p, Pools: s.pools.all()}, a) {
		return
	}
	demand(slices.ContainsFunc(p.Status.Losses, func(l v1alpha1.Loss) bool { return l.UID == a.UID }),
		"%s has died of %s, and is forgotten", a.Name, a.Spec.Source.Digest)
}

// planned checks a plan against what its maker knows.
func (t *truth) planned(known Snapshot, plan Plan) {
	demand(!plan.Record || len(plan.Assign)+len(plan.Delete) == 0, "the record changes, and %v is done", plan.Assign)
	for _, move := range plan.Assign {
		copied := slices.ContainsFunc(known.Copies, func(c Copy) bool { return c.Name == move.Source.Name })
		demand(copied, "%s is moved to %s, which is not known to exist", move.Name, move.Source.Name)
		n, failed, crashed := 0, 0, 0
		lost := map[types.UID]bool{}
		for _, l := range known.Pool.Status.Losses {
			lost[l.UID] = l.Reason != v1alpha1.LossNodeDeleted
		}
		for _, a := range known.Assignments {
			if !selects(known.Pool, a) || isGone(known, a) {
				continue
			}
			n++
			c := configOK(a)
			if a.Spec.Source == nil || a.Annotations[v1alpha1.AssignedByAnnotation] !=
				v1alpha1.AssignedBy(known.Pool.UID, move.Source.Digest) || *a.Spec.Source != move.Source || !only(known, a) {
				continue
			}
			if node, ok := known.Nodes[a.Name]; ok && !node.Ready && stateOf(a) != settled &&
				a.Annotations[v1alpha1.AssignedReadyAnnotation] == "true" {
				lost[a.UID] = true
			}
			if c == nil || a.Status.ObservedGeneration != a.Generation || a.Unreadable != "" {
				continue
			}
			if c.Status == metav1.ConditionFalse {
				lost[a.UID] = true
			}
			fresh := known.Waited[a.UID] < duration(known.Pool.Spec.Rollout.Deadline) &&
				!slices.ContainsFunc(known.Pool.Status.Losses, func(l v1alpha1.Loss) bool {
					return l.UID == a.UID && l.Reason == v1alpha1.LossSilent // Another controller has waited long enough.
				})
			if c.Reason == string(dynamic.ReasonOnTrialAfterCrash) && fresh {
				crashed++
			}
		}
		for name := range known.Nodes {
			if !slices.ContainsFunc(known.Assignments, func(a *v1alpha1.ConfigAssignment) bool { return a.Name == name }) {
				n++
			}
		}
		for _, is := range lost {
			if is {
				failed++
			}
		}
		if move.Source.Digest != known.Pool.Status.Revision || outcome(known.Pool.Status) == v1alpha1.OutcomeComplete {
			continue // What was complete before goes to newcomers.
		}
		demand(failed < portion(known.Pool.Spec.Rollout.StopAfter, n, false), "%s is moved to %s, and %d have failed",
			move.Name, move.Source.Digest, failed)
		demand(crashed == 0, "%s is moved after a crash", move.Name)
	}
}

func isGone(known Snapshot, a *v1alpha1.ConfigAssignment) bool {
	d := decision{Snapshot: known}
	return d.isGone(a)
}

// only: no other pool selects an instance.
func only(known Snapshot, a *v1alpha1.ConfigAssignment) bool {
	return !slices.ContainsFunc(known.Pools, func(p *v1alpha1.ConfigPool) bool {
		return p.UID != known.Pool.UID && selects(p, a)
	})
}

// removed checks that no pool on the server, and no assignment known to the controller, names a copy that is deleted.
func (t *truth) removed(s *server, c Copy, known []*v1alpha1.ConfigAssignment) {
	now := s.copyOf(c.Name)
	if now == nil || now.UID != c.UID || now.ResourceVersion != c.ResourceVersion {
		return
	}
	for _, p := range s.pools.all() {
		demand(!slices.ContainsFunc(p.Status.Revisions, func(r v1alpha1.Revision) bool { return r.ConfigMap == c.Name }),
			"the copy %s is deleted, and the pool %s names it", c.Name, p.Name)
	}
	for _, a := range known {
		demand(!mentions(a, c), "the copy %s is deleted, and %s names it", c.Name, a.Name)
	}
}

// settledDown checks what remains when nothing happens any more. repaired: somebody has set the pool to a good content
// and repaired the instances.
func (t *truth) settledDown(s *server, p *v1alpha1.ConfigPool, repaired bool, refused map[string]time.Time) {
	reason := ""
	for _, c := range p.Status.Conditions {
		if c.Type == v1alpha1.ConditionProgressing {
			reason = c.Reason
		}
	}
	r := s.result(p, refused)
	st := p.Status
	demand(r.updated <= int(st.Updated) && int(st.Updated) <= r.updated+r.lies && r.bad <= int(st.Bad) &&
		int(st.Bad) <= r.bad+r.lies+r.away && r.skipped == int(st.Skipped) && len(s.selected(p))+r.unassigned ==
		int(st.Instances), "the truth is %+v, and the status %+v", r, st)
	switch reason {
	case v1alpha1.ReasonComplete, v1alpha1.ReasonInstancesSkipped:
		demand(r.rest == 0, "%s: %+v", reason, r)
		demand((r.skipped > 0) == (reason == v1alpha1.ReasonInstancesSkipped), "%s: %d skipped", reason, r.skipped)
		demand(r.bad == 0 || !repaired, "%s: %d are bad", reason, r.bad)
	case v1alpha1.ReasonNoInstances:
		demand(len(s.selected(p))+r.unassigned == 0, "there are instances")
	case v1alpha1.ReasonRollingOut:
		message := p.Status.Conditions[0].Message
		demand(r.away+r.lies > 0 && (strings.Contains(message, "no other one is moved while") ||
			strings.Contains(message, "no Node of an instance is ready")), "the pool %s does not come to an end: %s", p.Name,
			message)
	case v1alpha1.ReasonPaused:
		demand(p.Spec.Paused && !repaired, "it is not paused")
	case v1alpha1.ReasonWaitingForApproval:
		demand(slices.Contains(p.Spec.Rollout.ApproveAfter, st.Wave) && !repaired, "it waits for an approval of wave %d",
			st.Wave)
	case v1alpha1.ReasonInstancesFailed, v1alpha1.ReasonSourceUnusable, v1alpha1.ReasonDeadlineTooShort:
		demand(!repaired, "%s after everything was repaired: %s", reason, p.Status.Conditions[0].Message)
	default:
		demand(false, "the pool %s does not come to an end: %s: %s", p.Name, reason, p.Status.Conditions[0].Message)
	}
	t.nobodyForgotten(s, p, reason)
	limit := int(*p.Spec.RevisionHistoryLimit) + 2
	demand(len(st.Revisions) <= limit, "%d revisions, at most %d", len(st.Revisions), limit)
	if repaired {
		demand(p.Status.Revision == s.contents[p.Spec.Source.Name], "the revision is %s", p.Status.Revision)
	}
	for _, c := range s.copies.all() {
		if strings.HasPrefix(c.Name, p.Name+"-") {
			demand(named(s, c) || reason == v1alpha1.ReasonSourceUnusable, "the copy %s is there, and nothing names it", c.Name)
		}
	}
	for _, r := range p.Status.Revisions {
		demand(r.Digest != p.Status.Revision || s.copyOf(r.ConfigMap) != nil ||
			reason == v1alpha1.ReasonSourceUnusable && (!taken(p) || s.contents[p.Spec.Source.Name] != r.Digest),
			"there is no copy %s", r.ConfigMap)
	}
}

// nobodyForgotten: each Node that the pool alone selects has an assignment when the pool is complete, no assignment is
// without its Node, and no instance has a revision that it was to return from.
func (t *truth) nobodyForgotten(s *server, p *v1alpha1.ConfigPool, reason string) {
	for _, n := range s.nodes.all() {
		a := &v1alpha1.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{Labels: n.Labels}}
		if reason == v1alpha1.ReasonComplete && n.Ready && selects(p, a) && only(Snapshot{Pool: p, Pools: s.pools.all()}, a) {
			demand(s.assignment(n.name) != nil, "%s has no assignment", n.name)
		}
	}
	for _, a := range s.selected(p) {
		n := s.node(a.Name)
		demand(!s.ofNodes || n != nil && n.UID == nodeUID(a), "the assignment of %s is there, and its Node has gone", a.Name)
	}
}

// result is what has become of the instances of a pool. Those that are away are silent, or on a Node that is not ready.
// The rest has something else than the revision.
type result struct{ updated, bad, skipped, away, rest, lies, unassigned int }

func (s *server) result(p *v1alpha1.ConfigPool, refused map[string]time.Time) (r result) {
	for _, a := range s.selected(p) {
		_, by, marked := strings.Cut(a.Annotations[v1alpha1.AssignedByAnnotation], "/")
		c, source, m := configOK(a), a.Spec.Source, s.machine(a)
		_, refuses := refused[a.Name]
		if marked && (source == nil || source.Digest != by) || !only(Snapshot{Pool: p, Pools: s.pools.all()}, a) || refuses {
			r.skipped++
			continue
		}
		has := source != nil && strings.HasPrefix(source.Name, p.Name+"-") &&
			a.Annotations[v1alpha1.AssignedByAnnotation] == v1alpha1.AssignedBy(p.UID, p.Status.Revision)
		fresh := c != nil && a.Status.ObservedGeneration == a.Generation
		n := s.node(a.Name)
		unready := n != nil && !n.Ready
		if unready || m.away || m.died {
			r.away++
		}
		switch {
		case has && m.lies: // Its state is whatever it reports.
			r.lies++
		case has && !unready && fresh && c.Reason == string(dynamic.ReasonAssigned):
			r.updated++
		case has && !unready:
			r.bad++
		case !unready:
			r.rest++
		}
	}
	for _, n := range s.nodes.all() {
		a := &v1alpha1.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{Labels: n.Labels}}
		if s.assignment(n.name) != nil || !selects(p, a) {
			continue
		}
		r.unassigned++
		switch _, refuses := refused[n.name]; {
		case refuses || !only(Snapshot{Pool: p, Pools: s.pools.all()}, a):
			r.skipped++
		case n.Ready:
			r.rest++
		default:
			r.away++
		}
	}
	return r
}

func named(s *server, c *Copy) bool {
	for _, p := range s.pools.all() {
		if slices.ContainsFunc(p.Status.Revisions, func(r v1alpha1.Revision) bool { return r.ConfigMap == c.Name }) {
			return true
		}
	}
	return slices.ContainsFunc(s.assignments.all(), func(a *v1alpha1.ConfigAssignment) bool { return mentions(a, *c) })
}

// mentions: an instance is to use a copy, or reports that it does.
func mentions(a *v1alpha1.ConfigAssignment, c Copy) bool {
	st := a.Status
	return a.Spec.Source != nil && a.Spec.Source.Name == c.Name ||
		slices.Contains([]string{st.Assigned, st.Active, st.LastKnownGood}, c.Digest)
}
