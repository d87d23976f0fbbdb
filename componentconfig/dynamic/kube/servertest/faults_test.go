package servertest

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// cuttable is how many instances have a door of their own, so that they can be cut off.
const cuttable = 5

var (
	kills  = flag.Int("kills", 5, "how often config-fleet is killed at a random request")
	shaken = flag.Int("shaken", 150, "instances of the fleet around which config-fleet is killed")
)

// faults makes random changes of the objects and processes around config-fleet, and records their effects.
type faults struct {
	*poolFleet
	// live is the ConfigMap that is edited, and other a pool with the same instances.
	live, other *place
	// good are contents that work; n numbers all.
	good []content
	n    int
	// bad is the content of the pool if it is bad, and churned how many instances have come, gone or been cut since.
	bad     string
	churned int
}

// fault is a change of something that config-fleet reads.
type fault struct {
	what string
	do   func()
}

// faults makes random faults until config-fleet was killed often enough, and repairs what keeps the pool from its work.
// The pool has one of the good contents.
func (p *poolFleet) faults(good ...content) {
	p.t.Helper()
	// A leader that is killed keeps the lease: what follows it would wait for most of the time.
	p.program.elect("resourceNamespace: config-fleet-system, leaseDuration: 6s, renewDeadline: 4s, retryPeriod: 1s")
	live, other := *p.place, *p.pool
	live.resource, live.kind, live.name, other.name = configMaps, "ConfigMap", "live", "other"
	f := &faults{poolFleet: p, live: &live, other: &other, good: good}
	var all []fault
	for _, one := range []struct {
		weight int
		fault  fault
	}{
		{6, fault{"edits", f.edits}}, {2, fault{"breaks", f.breaks}}, {2, fault{"returns", f.returns}},
		{1, fault{"deletes the source", f.deletesSource}}, {2, fault{"pauses", f.pauses}},
		{1, fault{"overlaps", f.overlaps}}, {2, fault{"edits by hand", f.editsByHand}}, {1, fault{"adds", f.adds}},
		{1, fault{"removes", f.removes}}, {1, fault{"replaces", f.replaces}}, {2, fault{"cuts", f.cuts}},
	} {
		all = append(all, slices.Repeat([]fault{one.fault}, one.weight)...)
	}
	p.seen.begin()
	p.seen.brief()
	restarted := 0
	for killed := 0; killed < *kills; {
		p.program.killAfter(1 + p.random.IntN(100))
		c := all[p.random.IntN(len(all))]
		p.t.Logf("%s, after %d kills", c.what, killed)
		c.do()
		if killed*(*restarts) > restarted*(*kills) {
			p.cluster.restart()
			restarted++
		}
		killed += f.progress()
	}
	p.program.killAfter(0)
	p.t.Logf("config-fleet was killed %d times, and the server restarted %d times", *kills, restarted)
	f.repair()
}

// progress waits until config-fleet is killed, some things have changed, or nothing happens any more, as when the first
// instance is cut off and its deadline is far, and returns the number of kills.
func (f *faults) progress() int {
	for left := f.random.IntN(len(f.instances) / 2); left > 0; left-- {
		f.seen.mu.Lock()
		changed, pool := f.seen.changed, f.seen.pools[f.pool.name]
		f.seen.mu.Unlock()
		if pool.Status.ObservedGeneration == pool.Generation && !isTrue(pool, fleet.ConditionProgressing) {
			return 0
		}
		select {
		case <-f.program.killed:
			return 1
		case <-changed:
		case <-time.After(5 * time.Second):
			return 0
		}
	}
	return 0
}

// names is called before the source of the pool becomes another. A bad content has not spread until then.
func (f *faults) names(c content) {
	f.t.Helper()
	f.seen.mu.Lock()
	if had := len(f.seen.had[f.bad]); f.bad != "" && had > 1+f.churned {
		f.t.Errorf("%d instances have had the bad content %s, while %d have come, gone or been cut", had, f.bad, f.churned)
	}
	f.seen.mu.Unlock()
	f.bad, f.churned = "", 0
	if c.checked {
		f.bad = c.digest
	}
	f.permit(c)
}

// edits changes the ConfigMap to a content that works.
func (f *faults) edits() { f.edit("good") }

// breaks changes it to one that does not.
func (f *faults) breaks() { f.edit([]string{"kills", "bad validation"}[f.random.IntN(2)]) }

func (f *faults) edit(kind string) {
	f.t.Helper()
	f.n++
	says := fmt.Sprintf("%s-live-%d", kind, f.n)
	c := f.content(says)
	if !c.checked {
		f.good = append(f.good, c)
	}
	f.names(c)
	f.live.merge(map[string]any{"data": map[string]any{c.key: configuration(says)}})
	f.source(f.pool, f.live.name, c.digest)
}

// source changes the source of a pool.
func (f *faults) source(pool *place, name string, digest any) {
	f.t.Helper()
	pool.merge(map[string]any{"spec": map[string]any{
		"selector": map[string]any{"matchLabels": map[string]any{"component": "relay"}},
		"source":   map[string]any{"name": name, "key": "relay.yaml", "digest": digest},
		"rollout":  map[string]any{"pause": "0s"},
	}})
}

// returns selects an earlier content.
func (f *faults) returns() {
	c := f.good[f.random.IntN(len(f.good))]
	f.names(c)
	f.source(f.pool, c.name, c.digest)
}

func (f *faults) deletesSource() { f.gone(f.live) }

// gone deletes an object, if there is one.
func (f *faults) gone(p *place) {
	f.t.Helper()
	f.done(func() error {
		err := p.objects().Delete(context.Background(), p.name, metav1.DeleteOptions{})
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	})
}

// pauses pauses the pool, or resumes it.
func (f *faults) pauses() {
	f.pool.merge(map[string]any{"spec": map[string]any{"paused": f.random.IntN(3) == 0}})
}

// overlaps makes another pool with the same instances, or deletes it.
func (f *faults) overlaps() {
	f.seen.mu.Lock()
	_, found := f.seen.pools[f.other.name]
	f.seen.mu.Unlock()
	if found {
		f.gone(f.other)
		return
	}
	c := f.good[f.random.IntN(len(f.good))]
	f.source(f.other, c.name, nil)
}

// editsByHand assigns another content to one instance.
func (f *faults) editsByHand() {
	i, c := f.instances[f.random.IntN(len(f.instances))], f.good[f.random.IntN(len(f.good))]
	f.of(i).merge(f.assigning(c.name, c.key, c.digest))
}

// adds adds an instance.
func (f *faults) adds() {
	f.n++
	f.begins(fmt.Sprintf("late-%d", f.n))
}

func (f *faults) begins(name string) {
	f.churned++
	dir := ""
	if f.random.IntN(2) == 0 {
		dir = filepath.Join(f.t.TempDir(), "state")
	}
	i := f.add(name, dir)
	f.node(i)
	f.run(i)
}

// removes ends an instance, and deletes its node.
func (f *faults) removes() { f.ends() }

// replaces gives its name to another one.
func (f *faults) replaces() { f.begins(f.ends()) }

// ends ends an instance that is not cut off, deletes its node, and returns its name.
func (f *faults) ends() string {
	f.t.Helper()
	f.churned++
	n := cuttable + f.random.IntN(len(f.instances)-cuttable)
	i := f.instances[n]
	f.instances = append(f.instances[:n:n], f.instances[n+1:]...)
	i.stop()
	f.done(func() error {
		return f.nodes().Delete(context.Background(), i.name, metav1.DeleteOptions{})
	})
	return i.name
}

// cuts cuts an instance off, or connects it again.
func (f *faults) cuts() {
	f.churned++
	i := f.instances[f.random.IntN(cuttable)]
	if i.cut {
		f.connect(i)
		return
	}
	i.door.shut()
	i.cut = true
}

func (f *faults) connect(i *instance) {
	i.door.open(f.t, http.HandlerFunc(f.cluster.serve))
	i.cut = false
}

// repair undoes what keeps the pool from its work, and waits until all have the last content.
func (f *faults) repair() {
	f.t.Helper()
	f.gone(f.other)
	for _, i := range f.instances {
		if i.cut {
			f.connect(i)
		}
	}
	f.pool.merge(map[string]any{"spec": map[string]any{"paused": false}})
	f.edits()
	last := f.good[len(f.good)-1]
	var list *unstructured.UnstructuredList
	f.done(func() (err error) {
		list, err = f.objects().List(context.Background(), metav1.ListOptions{})
		return err
	})
	for n := range list.Items {
		a := f.assignment(&list.Items[n])
		if a.Annotations[fleet.AssignedByAnnotation] == "" {
			continue
		}
		p := *f.place
		p.name = a.Name
		p.patch(`{"metadata":{"annotations":{"` + fleet.AssignedByAnnotation + `":null}}}`)
	}
	f.complete(last)
}
