package rollout

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/v1alpha1"
)

// kind is what the server has of a kind of objects, and had: each write adds a version. Nothing in it is changed.
type kind[T any] struct{ versions [][]*T }

func (k *kind[T]) all() []*T {
	if len(k.versions) == 0 {
		return nil
	}
	return k.versions[len(k.versions)-1]
}

// put replaces an object, adds it if before is nil, and removes it if after is nil.
func (k *kind[T]) put(before, after *T) {
	next := slices.DeleteFunc(slices.Clone(k.all()), func(o *T) bool { return o == before })
	if after != nil {
		next = append(next, after)
	}
	k.versions = append(k.versions, next)
}

// server is an API server, with what is true about the instances.
type server struct {
	rng   *rand.Rand
	now   time.Time
	count int
	trace func(string, ...any)
	// unseen is how many instances are not as the controllers know them.
	unseen func() int

	pools       kind[v1alpha1.ConfigPool]
	assignments kind[v1alpha1.ConfigAssignment]
	copies      kind[Copy]
	// nodes are the Nodes, if instances are Nodes.
	nodes   kind[node]
	ofNodes bool
	// harmless: no content takes a machine down any more.
	harmless bool
	// contents are the digests of what the ConfigMaps have that pools are made of.
	contents map[string]string
	machines map[types.UID]*machine
	truth    truth
}

// node is a Node.
type node struct {
	name string
	Node
}

// machine is an instance as it is.
type machine struct {
	// away: it does not answer. broken: it fails with every configuration. late: it may have joined its pool during a
	// roll-out, and the content that it had before is not missed. lies: it reports anything. locked: the server does not
	// let anybody move it. died: its content has taken it down.
	away, broken, late, lies, locked, died bool
	// moved: a controller took a confirmed configuration from it, and it has not answered since.
	moved bool
	// dies is when it dies of the content that it has confirmed.
	dies time.Time
	// roll is the roll-out in which it was moved last, while its Node was ready.
	roll *roll
}

// next numbers what the server writes.
func (s *server) next() string {
	s.count++
	return fmt.Sprint(s.count)
}

func find[T any](all []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	return nil
}

func (s *server) pool(name string) *v1alpha1.ConfigPool {
	return find(s.pools.all(), func(p *v1alpha1.ConfigPool) bool { return p.Name == name })
}

func (s *server) assignment(name string) *v1alpha1.ConfigAssignment {
	return find(s.assignments.all(), func(a *v1alpha1.ConfigAssignment) bool { return a.Name == name })
}

func (s *server) node(name string) *node {
	return find(s.nodes.all(), func(n *node) bool { return n.name == name })
}

// machine is the machine of an assignment.
func (s *server) machine(a *v1alpha1.ConfigAssignment) *machine {
	return s.machines[cmp.Or(nodeUID(a), a.UID)]
}

// machineOf is the machine of an instance.
func (s *server) machineOf(name string) *machine {
	if n := s.node(name); n != nil {
		return s.machines[n.UID]
	}
	return s.machine(s.assignment(name))
}

func (s *server) copyOf(name string) *Copy {
	return find(s.copies.all(), func(c *Copy) bool { return c.Name == name })
}

// edit changes the spec of a pool.
func (s *server) edit(p *v1alpha1.ConfigPool, change func(*v1alpha1.ConfigPoolSpec)) {
	next := p.DeepCopy()
	change(&next.Spec)
	next.ResourceVersion = s.next()
	next.Generation++
	s.pools.put(p, next)
	s.trace("edit %s: source %+v paused %v", p.Name, next.Spec.Source, next.Spec.Paused)
	s.truth.specified(s, p, next)
}

// writeStatus is a request of a controller.
func (s *server) writeStatus(p *v1alpha1.ConfigPool, st *v1alpha1.ConfigPoolStatus) (*v1alpha1.ConfigPool, bool) {
	now := s.pool(p.Name)
	if now == nil || now.UID != p.UID || now.ResourceVersion != p.ResourceVersion {
		return nil, false
	}
	next := now.DeepCopy()
	st.DeepCopyInto(&next.Status)
	next.ResourceVersion = s.next()
	s.pools.put(now, next)
	c := next.Status.Conditions[0]
	s.trace("status of %s: revision %s wave %d admitted %s, %s: %s", p.Name, st.Revision, st.Wave, st.Admitted, c.Reason,
		c.Message)
	s.truth.recorded(s, now, next)
	return next, true
}

// change changes an assignment.
func (s *server) change(a *v1alpha1.ConfigAssignment, change func(*v1alpha1.ConfigAssignment)) {
	next := a.DeepCopy()
	change(next)
	next.ResourceVersion = s.next()
	if fmt.Sprint(next.Spec.Source) != fmt.Sprint(a.Spec.Source) {
		next.Generation++
	}
	s.assignments.put(a, next)
}

// assign is a request of a controller. refused: the server does not allow it.
func (s *server) assign(move Assign) (refused bool) {
	a := s.assignment(move.Name)
	if move.UID == "" {
		return s.makes(move)
	}
	if a == nil || a.UID != move.UID || a.ResourceVersion != move.ResourceVersion {
		return false
	}
	if s.machine(a).locked {
		return true
	}
	s.trace("assign %s to %s", a.Name, move.Source.Digest)
	s.change(a, func(a *v1alpha1.ConfigAssignment) {
		a.Spec.Source = &move.Source
		a.Annotations = maps.Clone(a.Annotations)
		if a.Annotations == nil {
			a.Annotations = map[string]string{}
		}
		maps.Copy(a.Annotations, move.Annotations)
	})
	return false
}

// makes makes an assignment for a Node.
func (s *server) makes(move Assign) (refused bool) {
	uid := types.UID(move.Annotations[v1alpha1.NodeAnnotation])
	if s.assignment(move.Name) != nil {
		return false
	}
	if s.machines[uid].locked {
		return true
	}
	s.trace("make %s with %s", move.Name, move.Source.Digest)
	s.assignments.put(nil, &v1alpha1.ConfigAssignment{
		ObjectMeta: metav1.ObjectMeta{Name: move.Name, UID: types.UID("i" + s.next()), Generation: 1,
			ResourceVersion: s.next(), Labels: move.Labels, Annotations: move.Annotations},
		Spec: v1alpha1.ConfigAssignmentSpec{Source: &move.Source},
	})
	return false
}

// unassign is a request of a controller.
func (s *server) unassign(r Removal) {
	a, n := s.assignment(r.Name), s.node(r.Name)
	if a == nil || a.UID != r.UID || n != nil && (r.Node == "" || n.UID == r.Node) {
		return
	}
	s.assignments.put(a, nil)
	s.trace("delete the assignment of %s", a.Name)
}

// ready changes whether a Node is ready.
func (s *server) ready(n *node, ready bool) {
	next := *n
	next.Ready, next.Since = ready, metav1.NewTime(s.now)
	s.next()
	s.nodes.put(n, &next)
	s.trace("the Node %s is ready: %v", n.name, ready)
}

// dies: a content takes a machine down.
func (s *server) dies(name string, m *machine) {
	m.died, m.dies = true, time.Time{}
	s.trace("%s dies", name)
	if n := s.node(name); n != nil {
		s.ready(n, false)
	}
	s.next()
}

// writeCopy is a request of a controller. Its content is read again: the source may have changed.
func (s *server) writeCopy(p *v1alpha1.ConfigPool, c Copy) bool {
	now := s.copyOf(c.Name)
	if now == nil != (c.ResourceVersion == "") || now != nil && now.ResourceVersion != c.ResourceVersion ||
		now == nil && s.contents[p.Spec.Source.Name] != c.Digest {
		return false
	}
	if now == nil {
		c.UID = types.UID(s.next())
	}
	c.ResourceVersion = s.next()
	s.copies.put(now, &c)
	s.trace("copy %s taken for %s", c.Name, c.TakenFor)
	return true
}

// remove is a request of a controller.
func (s *server) remove(c Copy) bool {
	now := s.copyOf(c.Name)
	if now == nil || now.UID != c.UID || now.ResourceVersion != c.ResourceVersion {
		return false
	}
	s.copies.put(now, nil)
	s.trace("delete the copy %s", c.Name)
	return true
}

// join adds an instance: a Node, or an assignment.
func (s *server) join(name, app string) {
	labels := map[string]string{"app": app}
	s.trace("%s joins %s", name, app)
	if s.ofNodes {
		n := &node{name, Node{UID: types.UID("n" + s.next()), Labels: labels, Ready: true}}
		s.nodes.put(s.node(name), n)
		s.machines[n.UID] = &machine{late: s.underWay()}
		return
	}
	a := &v1alpha1.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID("i" + s.next()),
		Generation: 1, ResourceVersion: s.next(), Labels: labels}}
	s.assignments.put(nil, a)
	s.machines[a.UID] = &machine{late: s.underWay()}
}

// leave removes an instance: its Node, or its assignment.
func (s *server) leave(name string) {
	s.trace("%s leaves", name)
	s.next()
	if n := s.node(name); n != nil {
		s.nodes.put(n, nil)
	} else if a := s.assignment(name); a != nil && !s.ofNodes {
		s.assignments.put(a, nil)
	}
}

// work is the next thing that an instance does about its assignment.
func (s *server) work(a *v1alpha1.ConfigAssignment) (changed bool) {
	m, c, source := s.machine(a), configOK(a), a.Spec.Source
	if n := s.node(a.Name); m.away || m.died || s.ofNodes && (n == nil || n.UID != nodeUID(a)) {
		return false
	}
	if m.lies {
		return s.lie(a)
	}
	lied := a.Status.Version != ""
	report := func(status metav1.ConditionStatus, reason dynamic.Reason) bool {
		if c != nil && c.Reason == string(reason) && a.Status.ObservedGeneration == a.Generation && !lied {
			return false
		}
		s.change(a, func(a *v1alpha1.ConfigAssignment) {
			st := &a.Status
			st.ObservedGeneration, st.TrialSeconds, st.Version, a.Unreadable = a.Generation, 60, "", ""
			st.Conditions = []metav1.Condition{{Type: dynamic.ConditionType, Status: status, Reason: string(reason),
				Message: string(reason) + " is what it reports"}}
			uses(st, source, status, reason)
		})
		s.trace("%s reports %s", a.Name, reason)
		if answered := reason == dynamic.ReasonAssigned || status == metav1.ConditionFalse || source == nil; answered {
			m.moved, m.late = false, m.late && source == nil
		}
		if reason == dynamic.ReasonAssigned && strings.HasPrefix(source.Digest, "late") && !s.harmless {
			m.dies = s.now.Add(5 * time.Minute)
		}
		return true
	}
	fresh := a.Status.ObservedGeneration != a.Generation || c == nil || lied
	onTrial := a.Status.Active != a.Status.LastKnownGood
	switch {
	case source == nil:
		return report(metav1.ConditionTrue, dynamic.ReasonLocal)
	case s.copyOf(source.Name) == nil && fresh && a.Status.LastKnownGood != source.Digest:
		return report(metav1.ConditionUnknown, dynamic.ReasonSourceUnavailable)
	case fresh && onTrial:
		return report(metav1.ConditionUnknown, dynamic.ReasonRestartPending)
	case fresh, c.Reason == string(dynamic.ReasonRestartPending),
		c.Reason == string(dynamic.ReasonSourceUnavailable) && s.copyOf(source.Name) != nil:
		return report(metav1.ConditionTrue, dynamic.ReasonOnTrial)
	case c.Reason == string(dynamic.ReasonSourceUnavailable):
		return false
	case c.Reason == string(dynamic.ReasonOnTrial) && kills(source.Digest, a) && !s.harmless:
		s.dies(a.Name, m)
		return true
	case c.Reason == string(dynamic.ReasonOnTrial) && (strings.HasPrefix(source.Digest, "crash") || m.broken):
		return report(metav1.ConditionUnknown, dynamic.ReasonOnTrialAfterCrash)
	case c.Reason == string(dynamic.ReasonOnTrialAfterCrash) && (strings.HasPrefix(source.Digest, "crash") || m.broken):
		return report(metav1.ConditionFalse, dynamic.ReasonCrashLoop)
	case strings.HasPrefix(source.Digest, "reject"):
		return report(metav1.ConditionFalse, dynamic.ReasonRejected)
	case c.Reason == string(dynamic.ReasonAssigned) && m.broken:
		return report(metav1.ConditionFalse, dynamic.ReasonFailed)
	case c.Status == metav1.ConditionFalse: // It refuses what failed, even if it is repaired.
		return false
	}
	return report(metav1.ConditionTrue, dynamic.ReasonAssigned)
}

// kills: a content takes the machine of an instance down at once.
func kills(digest string, a *v1alpha1.ConfigAssignment) bool {
	return strings.HasPrefix(digest, "kill") || strings.HasPrefix(digest, "some") && a.UID[len(a.UID)-1]%2 == 0
}

// lie reports something once for each generation, true or not.
func (s *server) lie(a *v1alpha1.ConfigAssignment) bool {
	m := s.machine(a)
	if a.Spec.Source == nil || a.Status.Version == fmt.Sprint(a.Generation) {
		return false
	}
	m.moved, m.late = false, true
	s.trace("%s lies", a.Name)
	s.change(a, func(a *v1alpha1.ConfigAssignment) {
		digest := pick(s.rng, "", a.Spec.Source.Digest, "good-0", "nothing")
		a.Unreadable = pick(s.rng, "", "", "status.lastChangeTime cannot be read")
		a.Status = v1alpha1.ConfigAssignmentStatus{
			ObservedGeneration: a.Generation + pick(s.rng, int64(-1), 0, 0, 0, 1<<60), Version: fmt.Sprint(a.Generation),
			Assigned: digest, Active: digest, LastKnownGood: digest,
			TrialSeconds: pick(s.rng, int64(-1), 0, 60, 604800, 1<<62),
			Conditions: []metav1.Condition{{
				Type:    dynamic.ConditionType,
				Status:  pick(s.rng, metav1.ConditionTrue, metav1.ConditionFalse, metav1.ConditionUnknown, "Perhaps"),
				Reason:  pick(s.rng, "", "Assigned", "OnTrialAfterCrash", "Local", "Nothing"),
				Message: strings.Repeat("lies ", s.rng.IntN(200)),
			}},
		}
	})
	return true
}

// uses notes what an instance has and uses when it reports something.
func uses(st *v1alpha1.ConfigAssignmentStatus, source *v1alpha1.ConfigMapSource, status metav1.ConditionStatus,
	reason dynamic.Reason) {
	switch {
	case source == nil:
		st.Assigned, st.Active, st.LastKnownGood = "", "", ""
	case reason == dynamic.ReasonSourceUnavailable:
	case reason == dynamic.ReasonRestartPending:
		st.Assigned = source.Digest
	case status == metav1.ConditionFalse:
		st.Assigned, st.Active = source.Digest, st.LastKnownGood
	default:
		st.Assigned, st.Active = source.Digest, source.Digest
	}
	if reason == dynamic.ReasonAssigned {
		st.LastKnownGood = st.Active
	}
	if source != nil && strings.HasPrefix(source.Digest, "long") {
		st.TrialSeconds = 7200
	}
}

// underWay reports whether there may be a roll-out.
func (s *server) underWay() bool {
	complete := func(p *v1alpha1.ConfigPool) bool { return outcome(p.Status) == v1alpha1.OutcomeComplete }
	return slices.ContainsFunc(s.pools.all(), func(p *v1alpha1.ConfigPool) bool { return !complete(p) })
}
