package rollout

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// controller carries plans out as package controller does, one request at a time. What it knows is what its caches had
// some time ago.
type controller struct {
	*history
	// seen are the numbers of versions of pools, assignments, copies and nodes that its caches have.
	seen [4]int
	// todo are the requests of the plan; the rest is dropped after one that returns false.
	todo []func() bool
	// prompt: it writes each status at once.
	prompt bool
	// skew is how far its clock on the wall is ahead.
	skew time.Duration
	// known has the times of first observations; refused has the times until which an instance is not moved again.
	known, refused map[string]time.Time
}

// since is how long it has known something.
func (c *controller) since(what string) time.Duration {
	if c.known == nil {
		c.known = map[string]time.Time{}
	}
	if _, ok := c.known[what]; !ok {
		c.known[what] = c.now
	}
	return c.now.Sub(c.known[what])
}

// view is what a cache has of a kind.
func view[T any](k kind[T], seen int) []*T {
	if seen == 0 {
		return nil
	}
	return k.versions[seen-1]
}

// step makes a request, or a plan. The caches may hear of something before.
func (c *controller) step() {
	for i, n := range c.versions() {
		if c.rng.IntN(3) > 0 {
			c.seen[i] += c.rng.IntN(n - c.seen[i] + 1)
		}
	}
	if len(c.todo) == 0 {
		c.relabel()
		c.plan(pick(c.rng, "p", "p", "q"))
		return
	}
	request := c.todo[0]
	c.todo = c.todo[1:]
	switch c.rng.IntN(12) {
	case 0: // The request is lost.
		c.todo = nil
	case 1: // The answer is lost.
		request()
		c.todo = nil
	default:
		if !request() {
			c.todo = nil
		}
	}
}

func (c *controller) versions() [4]int {
	return [4]int{len(c.pools.versions), len(c.assignments.versions), len(c.copies.versions), len(c.nodes.versions)}
}

// unseen is how many instances are not as the caches have them: they have joined or left, or have other labels.
func (c *controller) unseen() int {
	same := func(a, b *v1alpha1.ConfigAssignment) bool { return a.UID == b.UID && maps.Equal(a.Labels, b.Labels) }
	missing := func(in, of []*v1alpha1.ConfigAssignment) (n int) {
		for _, a := range of {
			if !slices.ContainsFunc(in, func(b *v1alpha1.ConfigAssignment) bool { return same(a, b) }) {
				n++
			}
		}
		return n
	}
	now, known := c.assignments.all(), view(c.assignments, c.seen[1])
	return missing(now, known) + missing(known, now) + len(c.nodes.versions) - c.seen[3]
}

// killed: its successor lists everything, and knows nothing else.
func (c *controller) killed() {
	c.lists()
	c.known, c.refused = nil, nil
}

func (c *controller) lists() { c.seen, c.todo = c.versions(), nil }

// relabel gives assignments the labels of their Nodes.
func (c *controller) relabel() {
	for _, n := range view(c.nodes, c.seen[3]) {
		a := c.assignment(n.name)
		if a != nil && nodeUID(a) == n.UID && !maps.Equal(a.Labels, n.Labels) {
			c.truth.counts(c.server, 1)
			c.change(a, func(a *v1alpha1.ConfigAssignment) { a.Labels = n.Labels })
			c.truth.counts(c.server, 0)
		}
	}
	for _, a := range view(c.assignments, c.seen[1]) { // Pools remove selected ones.
		selected := slices.ContainsFunc(c.pools.all(), func(p *v1alpha1.ConfigPool) bool { return selects(p, a) })
		if c.ofNodes && !selected {
			c.unassign(Removal{a.Name, a.UID, nodeUID(a)})
		}
	}
}

// settle does all that is to be done, and returns when something is to be done again.
func (c *controller) settle() (after time.Duration) {
	for _, name := range []string{"p", "q"} {
		for before := -1; before != c.count; {
			c.lists()
			c.relabel()
			c.lists()
			before = c.count
			demand(c.count < 10000, "the controller does not come to an end")
			after = max(after, c.plan(name))
			for len(c.todo) > 0 && c.todo[0]() {
				c.todo = c.todo[1:]
			}
		}
	}
	return after
}

// plan decides, and notes what is to be done.
func (c *controller) plan(name string) time.Duration {
	w := Snapshot{Name: name, Pools: view(c.pools, c.seen[0]), Assignments: view(c.assignments, c.seen[1]),
		Now: c.now.Add(c.skew), Waited: map[types.UID]time.Duration{}, Refused: map[string]string{}}
	w.Pool = find(w.Pools, func(p *v1alpha1.ConfigPool) bool { return p.Name == name })
	if w.Pool == nil && c.pool(name) != nil { // The server knows better.
		return 0
	}
	if c.ofNodes {
		w.Nodes, w.Deleted = map[string]Node{}, c.deleted
		for _, n := range view(c.nodes, c.seen[3]) {
			w.Nodes[n.name] = n.Node
		}
		for _, a := range w.Assignments { // What seems to be gone is asked for.
			if n := c.node(a.Name); n != nil {
				if _, seen := w.Nodes[a.Name]; !seen {
					w.Nodes[a.Name] = n.Node
				}
			}
		}
	}
	for _, a := range w.Assignments {
		w.Waited[a.UID] = c.since(fmt.Sprintf("%s/%d/%v", a.UID, a.Generation, w.Nodes[a.Name].Ready))
	}
	for name, until := range c.refused {
		if c.now.Before(until) {
			w.Refused[name] = "no role permits it"
		}
	}
	for _, one := range view(c.copies, c.seen[2]) {
		if one.Name[:2] == name+"-" {
			w.Copies = append(w.Copies, *one)
		}
	}
	if w.Pool != nil {
		if at := w.Pool.Status.WavePassedTime; at != nil {
			w.Resting = c.since(fmt.Sprintf("%s/%d/%s/%v", w.Pool.UID, w.Pool.Status.Wave, w.Pool.Status.Revision, at))
		}
		if w.Source.Digest = c.contents[w.Pool.Spec.Source.Name]; w.Source.Digest == "" {
			w.Source.Problem = "the ConfigMap does not exist"
		}
	}
	return c.carryOut(w, Decide(w))
}

func (c *controller) carryOut(w Snapshot, plan Plan) time.Duration {
	pool := w.Pool
	c.todo = nil
	if plan.Copy != nil {
		c.todo = append(c.todo, func() bool { return c.writeCopy(pool, *plan.Copy) })
	}
	c.truth.planned(w, plan)
	if delayed := !plan.Record && !c.prompt && c.rng.IntN(2) == 0; plan.Status != nil && !delayed {
		c.todo = append(c.todo, func() (written bool) {
			pool, written = c.writeStatus(w.Pool, plan.Status)
			return written
		})
	}
	if len(plan.Assign)+len(plan.Delete)+len(plan.Remove) > 0 {
		c.todo = append(c.todo, func() bool { // The pool must be unchanged.
			now := c.pool(w.Name)
			return now == nil && pool == nil || now != nil && pool != nil && now.ResourceVersion == pool.ResourceVersion
		})
	}
	for _, move := range plan.Assign {
		c.todo = append(c.todo, func() bool {
			c.truth.assigned(c.server, pool, w.Pools, move)
			if c.assign(move) {
				if c.refused == nil {
					c.refused = map[string]time.Time{}
				}
				c.refused[move.Name] = c.now.Add(1000 * time.Hour)
				c.next()
			}
			return true
		})
	}
	for _, one := range plan.Remove {
		c.todo = append(c.todo, func() bool {
			c.truth.unassigned(c.server, pool, one)
			c.unassign(one)
			return true
		})
	}
	for _, one := range plan.Delete {
		c.todo = append(c.todo, func() bool {
			c.truth.removed(c.server, one, w.Assignments)
			c.remove(one)
			return true
		})
	}
	return plan.After
}
