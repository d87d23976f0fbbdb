package rollout

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

var histories = flag.Int("histories", 500, "how many random histories TestHistories makes")

// TestHistories: the invariants of the package comment hold in random histories.
func TestHistories(t *testing.T) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for seed := next.Add(1); seed <= int64(*histories) && !t.Failed(); seed = next.Add(1) {
				if broken, _ := run(uint64(seed), false); broken != "" {
					_, story := run(uint64(seed), true)
					t.Errorf("history %d: %s\n%s", seed, broken, story)
				}
			}
		})
	}
	group.Wait()
}

// run makes a history, and returns the first broken invariant.
func run(seed uint64, traced bool) (broken violation, story string) {
	var lines strings.Builder
	defer func() {
		switch r := recover().(type) {
		case nil:
		case violation:
			broken = r
		default:
			if !traced {
				panic(r)
			}
			broken = violation(fmt.Sprint(r))
		}
		story = lines.String()
	}()
	h := newHistory(seed, func(string, ...any) {})
	if traced {
		h.trace = func(format string, args ...any) {
			fmt.Fprintf(&lines, h.now.Format("15:04:05 ")+format+"\n", args...)
		}
	}
	for range 60 + h.rng.IntN(pick(h.rng, 60, 120, 500)) {
		h.happen()
	}
	h.quiet()
	return "", ""
}

// history is a random history: what happens to a server, and two controllers of it.
type history struct {
	*server
	// deleted are the Nodes that were ready when they were deleted, as both controllers have seen.
	deleted     map[types.UID]bool
	controllers [2]controller
	// wild is how much people and machines do, in percent.
	wild int
}

func newHistory(seed uint64, trace func(string, ...any)) *history {
	s := &server{rng: rand.New(rand.NewPCG(seed, 33)), now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), trace: trace,
		contents: map[string]string{"a": "good-0", "b": "good-1"}, machines: map[types.UID]*machine{},
		truth: newTruth()}
	h := &history{server: s, wild: pick(s.rng, 5, 30, 100), deleted: map[types.UID]bool{}}
	h.ofNodes = h.rng.IntN(3) > 0
	h.controllers[0], h.controllers[1] = controller{history: h}, controller{history: h}
	s.unseen = func() int { return h.controllers[0].unseen() + h.controllers[1].unseen() }
	h.create("p", map[string]string{"app": "relay"})
	for n := range s.rng.IntN(pick(s.rng, 12, crowd)) {
		s.join(fmt.Sprintf("node-%d", n), "relay")
	}
	return h
}

// crowd is how many instances a history has at most.
const crowd = 25

// create adds a pool.
func (h *history) create(name string, selector map[string]string) {
	p := &v1alpha1.ConfigPool{ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID("p" + h.next()), Generation: 1,
		ResourceVersion: h.next()}}
	p.Spec.Selector.MatchLabels = selector
	p.Spec.Source = v1alpha1.PoolSource{Name: "a", Key: "k"}
	p.Spec.Rollout.Deadline = &metav1.Duration{Duration: time.Hour}
	h.tune(&p.Spec)
	h.pools.put(nil, p)
	h.trace("the pool %s is created: %+v", name, p.Spec.Rollout)
	h.truth.specified(h.server, nil, p)
}

// pick is one of some values.
func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

var allWaves = [][]intstr.IntOrString{
	{intstr.FromInt32(1), intstr.FromString("5%"), intstr.FromString("25%"), intstr.FromString("100%")},
	{intstr.FromInt32(1), intstr.FromInt32(2), intstr.FromString("100%")},
	{intstr.FromString("50%"), intstr.FromString("100%")},
	{intstr.FromInt32(3), intstr.FromString("10%"), intstr.FromString("100%")},
	{intstr.FromString("100%")},
}

// tune changes how fast a pool goes.
func (h *history) tune(spec *v1alpha1.ConfigPoolSpec) {
	number, limit := pick(h.rng, intstr.FromInt32(1), intstr.FromInt32(2), intstr.FromString("50%")), int32(h.rng.IntN(3))
	stop := pick(h.rng, intstr.FromInt32(1), intstr.FromInt32(3), intstr.FromString("30%"))
	spec.Rollout.Waves, spec.Rollout.MaxUnavailable = pick(h.rng, allWaves...), &number
	spec.Rollout.StopAfter, spec.RevisionHistoryLimit = &stop, &limit
	spec.Rollout.OnFailure = pick(h.rng, "", v1alpha1.OnFailureReturn)
	if spec.Rollout.ApproveAfter = nil; h.rng.IntN(6) == 0 {
		spec.Rollout.ApproveAfter = []int32{pick(h.rng, int32(1), 2)}
	}
	spec.Rollout.Pause = &metav1.Duration{Duration: time.Duration(h.rng.IntN(2)) * 10 * time.Minute}
}

// happen is one event.
func (h *history) happen() {
	n := h.rng.IntN(100)
	if n >= 70 && h.rng.IntN(100) >= h.wild {
		n = h.rng.IntN(70)
	}
	switch {
	case n < 30:
		h.controllers[0].step()
	case n < 40:
		h.controllers[1].step()
	case n < 44:
		h.controllers[h.rng.IntN(2)].killed()
	case n < 64:
		if all := h.assignments.all(); len(all) > 0 {
			h.work(pick(h.rng, all...))
		}
	case n < 70:
		h.passes(time.Duration(h.rng.IntN(1500)) * time.Second)
	case n < 72:
		h.controllers[h.rng.IntN(2)].skew = pick(h.rng, 0, -1000*time.Hour, 2*time.Hour, 1000*time.Hour)
	case n < 75:
		h.editContent()
	case n < 85:
		if p := h.pool(pick(h.rng, "p", "p", "q")); p != nil {
			h.editPool(p)
		}
	case n < 88:
		h.pooling()
	default:
		h.instances(n)
	}
}

// passes: time passes, and machines die of confirmed contents.
func (h *history) passes(d time.Duration) {
	h.now = h.now.Add(d)
	for _, a := range h.assignments.all() {
		if m := h.machine(a); !m.dies.IsZero() && !h.now.Before(m.dies) {
			h.dies(a.Name, m)
		}
	}
}

// editContent edits, deletes or creates a ConfigMap.
func (h *history) editContent() {
	name := pick(h.rng, "a", "b")
	kind := pick(h.rng, "good", "good", "good", "crash", "reject", "long", "kill", "some", "late")
	content := fmt.Sprintf("%s-%d", kind, h.rng.IntN(6))
	if h.contents[name] = content; h.rng.IntN(6) == 0 {
		h.contents[name] = ""
	}
	h.trace("the ConfigMap %s has %q", name, h.contents[name])
	h.truth.edited(h.server)
}

// editPool changes a spec.
func (h *history) editPool(p *v1alpha1.ConfigPool) {
	h.edit(p, func(spec *v1alpha1.ConfigPoolSpec) {
		switch h.rng.IntN(9) {
		case 8:
			spec.Approved = &v1alpha1.Approval{Digest: p.Status.Revision, Wave: 1 + h.rng.Int32N(4)}
		case 0, 1:
			spec.Source = v1alpha1.PoolSource{Name: pick(h.rng, "a", "b"), Key: "k"}
		case 2:
			spec.Source.Digest = h.contents[spec.Source.Name]
		case 3:
			if len(p.Status.Revisions) > 0 {
				spec.Source.Digest = pick(h.rng, p.Status.Revisions...).Digest
			}
		case 4:
			spec.Paused = !spec.Paused
		case 5:
			spec.Rollout.Deadline = &metav1.Duration{Duration: pick(h.rng, time.Second, time.Hour, 3*time.Hour)}
		default:
			h.tune(spec)
		}
	})
}

// pooling creates and deletes pools and copies.
func (h *history) pooling() {
	p, q := h.pool("p"), h.pool("q")
	switch n := h.rng.IntN(8); {
	case n < 3 && q == nil:
		h.create("q", map[string]string{"zone": "x"})
	case n < 5 && q != nil:
		h.pools.put(q, nil)
		h.trace("the pool q is deleted")
		h.truth.counts(h.server, len(h.assignments.all()))
	case n == 6 && p != nil:
		h.pools.put(p, nil)
		h.trace("the pool p is deleted")
		h.truth.counts(h.server, len(h.assignments.all()))
	case p == nil:
		h.create("p", map[string]string{"app": "relay"})
	case n == 7 && len(h.copies.all()) > 0:
		c := pick(h.rng, h.copies.all()...)
		h.copies.put(c, nil)
		h.trace("somebody deletes the copy %s", c.Name)
	}
}

// instances come and go, and people edit them.
func (h *history) instances(n int) {
	name := fmt.Sprintf("node-%d", h.rng.IntN(crowd))
	a := h.assignment(name)
	if n < 91 || a == nil {
		h.comes(name)
		return
	}
	m := h.machine(a)
	switch {
	case n == 91:
		m.away = !m.away
		h.trace("%s away: %v", name, m.away)
	case n == 92:
		m.broken = !m.broken
		h.trace("%s broken: %v", name, m.broken)
	case n == 93:
		m.locked = !m.locked
		h.trace("%s locked: %v", name, m.locked)
	case n == 94 && h.rng.IntN(3) == 0:
		m.lies, h.truth.lies = true, true
		h.trace("%s is going to lie", name)
	case n < 96:
		h.truth.counts(h.server, 1)
		if n := h.node(name); n != nil && !m.died {
			h.ready(n, !n.Ready)
		}
	case n < 97: // The fleet shrinks, or replaces what has died.
		for i, a := range h.assignments.all() {
			if m := h.machine(a); m.died || i%2 == 0 && h.rng.IntN(4) == 0 {
				h.comes(a.Name)
			}
		}
	default:
		h.truth.counts(h.server, 1)
		h.byHand(a)
		h.truth.counts(h.server, 0)
	}
}

// comes: an instance leaves, another one comes in its place, or both.
func (h *history) comes(name string) {
	h.truth.counts(h.server, 1)
	n, a := h.node(name), h.assignment(name)
	if n != nil && n.Ready {
		h.deleted[n.UID] = h.rng.IntN(4) > 0
	}
	exists := n != nil || a != nil
	if exists {
		h.leave(name)
	}
	if a := h.assignment(name); (!exists || h.rng.IntN(2) == 0) && (a == nil || h.ofNodes) {
		h.join(name, pick(h.rng, "relay", "relay", "other"))
		h.truth.counts(h.server, 0)
	}
}

// byHand is what people do to an assignment.
func (h *history) byHand(a *v1alpha1.ConfigAssignment) {
	n := h.rng.IntN(6)
	h.trace("somebody edits %s: %d", a.Name, n)
	h.machine(a).moved, h.machine(a).late = false, h.underWay()
	if node := h.node(a.Name); n > 3 && h.ofNodes && node != nil { // An assignment has the labels of its Node.
		next := *node
		next.Labels = map[string]string{"app": pick(h.rng, "relay", "other", "relay")}
		if n == 4 {
			next.Labels["zone"] = "x"
		}
		h.nodes.put(node, &next)
		h.next()
		return
	}
	h.change(a, func(a *v1alpha1.ConfigAssignment) {
		switch n {
		case 0:
			a.Spec.Source = nil
		case 1:
			if all := h.copies.all(); len(all) > 0 {
				c := pick(h.rng, all...)
				a.Spec.Source = &v1alpha1.ConfigMapSource{Name: c.Name, Key: "k", Digest: c.Digest}
			}
		case 2, 3:
			a.Annotations = maps.Clone(a.Annotations)
			maps.DeleteFunc(a.Annotations, func(key, _ string) bool { return key != v1alpha1.NodeAnnotation })
		case 4:
			a.Labels = map[string]string{"app": "relay", "zone": "x"}
		case 5:
			a.Labels = map[string]string{"app": pick(h.rng, "relay", "other")}
		}
	})
}

// quiet lets everything settle down, and checks what is the end of it. In half of the histories, somebody sets the
// pools to good contents before, and repairs the instances.
func (h *history) quiet() {
	repaired := h.rng.IntN(2) == 0
	h.trace("it becomes quiet, repaired: %v", repaired)
	h.controllers[0].prompt, h.controllers[0].skew = true, 0
	if repaired {
		h.repair()
	}
	for idle := 0; idle < 4; {
		before := h.count
		for _, a := range h.assignments.all() {
			for current := a; h.work(current); current = h.assignment(a.Name) {
			}
		}
		after := h.controllers[0].settle()
		if idle++; h.count != before {
			idle = 0
		}
		for _, a := range h.assignments.all() {
			if m := h.machine(a); !m.dies.IsZero() && !m.died {
				after, idle = max(after, 6*time.Minute), 0
			}
		}
		h.passes(after + time.Second)
	}
	for _, p := range h.pools.all() {
		h.truth.settledDown(h.server, p, repaired, h.controllers[0].refused)
	}
}

// repair sets everything right.
func (h *history) repair() {
	for _, n := range slices.Clone(h.nodes.all()) {
		if !n.Ready {
			h.ready(n, true)
		}
	}
	h.truth.counts(h.server, crowd)
	for _, m := range h.machines {
		*m = machine{late: m.late, moved: m.moved}
	}
	h.controllers[0].refused, h.harmless = nil, true
	h.contents["a"] = "good-end"
	h.truth.edited(h.server)
	for _, p := range slices.Clone(h.pools.all()) {
		h.edit(p, func(spec *v1alpha1.ConfigPoolSpec) {
			h.tune(spec)
			spec.Rollout.Waves, spec.Paused, spec.Rollout.ApproveAfter = allWaves[0], false, nil
			spec.Source = v1alpha1.PoolSource{Name: "a", Key: "k", Digest: "good-end"}
			spec.Rollout.Deadline = &metav1.Duration{Duration: 3 * time.Hour}
		})
	}
}
