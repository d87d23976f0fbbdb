package servertest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	clientdynamic "k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"

	"github.com/configgen/configgen/componentconfig/dynamic"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// history is what an observer of the namespace has seen of its pools and assignments.
type history struct {
	t         *testing.T
	namespace string
	door      string
	live      sync.WaitGroup
	// see is called for each assignment that names a content.
	see func(instance, digest string)

	mu sync.Mutex
	// changed is closed at the next change.
	changed chan struct{}
	pools   map[string]fleet.ConfigPool
	states  map[string]state
	// changes are those since the last call of begin, unless only the present is kept.
	changes []change
	present bool
	// had are the instances whose assignment had a digest since the last call of begin.
	had map[string]map[string]bool
}

// state is what matters of an assignment.
type state struct {
	// digest and its status: they are about the same generation if observed.
	digest, assigned, active, lastKnownGood string
	observed                                bool
	status                                  metav1.ConditionStatus
	reason                                  dynamic.Reason
}

// updated reports whether an instance has confirmed what is assigned to it.
func (s state) updated() bool {
	return s.observed && s.digest == s.assigned && s.digest == s.active && s.status == metav1.ConditionTrue &&
		s.reason == dynamic.ReasonAssigned
}

// bad reports whether an instance has said something against what is assigned to it.
func (s state) bad() bool {
	return s.observed && (s.status == metav1.ConditionFalse || s.reason == dynamic.ReasonOnTrialAfterCrash)
}

// change is a version of an assignment or, if pool is not nil, of a pool.
type change struct {
	version uint64
	at      time.Time
	name    string
	state   state
	pool    *fleet.ConfigPool
}

// observe begins to watch.
func observe(f *testFleet, see func(instance, digest string)) *history {
	h := &history{t: f.t, namespace: f.namespace, door: f.cluster.door.url(), see: see, changed: make(chan struct{}),
		pools: map[string]fleet.ConfigPool{}, states: map[string]state{}, had: map[string]map[string]bool{}}
	client, err := clientdynamic.NewForConfig(&rest.Config{Host: h.door, QPS: -1, UserAgent: observer})
	if err != nil {
		f.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	for _, resource := range []schema.GroupVersionResource{assignments, configPools} {
		h.live.Add(1)
		go func() {
			defer h.live.Done()
			for ctx.Err() == nil {
				h.follow(ctx, client.Resource(resource).Namespace(f.namespace))
			}
		}()
	}
	f.t.Cleanup(func() {
		stop()
		h.live.Wait()
	})
	return h
}

// follow sees all objects, and then their changes, until the server ends the watch.
func (h *history) follow(ctx context.Context, objects clientdynamic.ResourceInterface) {
	list, err := objects.List(ctx, metav1.ListOptions{})
	if err != nil {
		return
	}
	for n := range list.Items {
		h.add(&list.Items[n], false)
	}
	w, err := objects.Watch(ctx, metav1.ListOptions{ResourceVersion: list.GetResourceVersion()})
	if err != nil {
		return
	}
	defer w.Stop()
	for e := range w.ResultChan() {
		if o, ok := e.Object.(*unstructured.Unstructured); ok && e.Type != watch.Error {
			h.add(o, e.Type == watch.Deleted)
		}
	}
}

// add notes a version of an object.
func (h *history) add(o *unstructured.Unstructured, deleted bool) {
	c := change{version: version(o), at: time.Now(), name: o.GetName()}
	if o.GetKind() == "ConfigPool" {
		c.pool = &fleet.ConfigPool{}
		h.read(o, c.pool)
	} else {
		var a fleet.ConfigAssignment
		h.read(o, &a)
		c.state = stateOf(a)
		h.see(c.name, c.state.digest)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case deleted && c.pool != nil:
		delete(h.pools, c.name)
	case deleted:
		delete(h.states, c.name)
	case c.pool != nil:
		h.pools[c.name] = *c.pool
	default:
		h.states[c.name] = c.state
		h.note(c.name, c.state.digest)
	}
	if !h.present {
		h.changes = append(h.changes, c)
	}
	close(h.changed)
	h.changed = make(chan struct{})
}

func (h *history) read(o *unstructured.Unstructured, into any) {
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(o.Object, into, true); err != nil {
		h.t.Error(err)
	}
}

func stateOf(a fleet.ConfigAssignment) state {
	s := state{assigned: a.Status.Assigned, active: a.Status.Active, lastKnownGood: a.Status.LastKnownGood,
		observed: a.Status.ObservedGeneration == a.Generation}
	if a.Spec.Source != nil {
		s.digest = a.Spec.Source.Digest
	}
	for _, c := range a.Status.Conditions {
		if c.Type == dynamic.ConditionType {
			s.status, s.reason = c.Status, dynamic.Reason(c.Reason)
		}
	}
	return s
}

// note remembers that an assignment has had a digest.
func (h *history) note(instance, digest string) {
	if h.had[digest] == nil {
		h.had[digest] = map[string]bool{}
	}
	h.had[digest][instance] = true
}

// begin forgets what has been.
func (h *history) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changes, h.present, h.had = nil, false, map[string]map[string]bool{}
	for name, s := range h.states {
		h.note(name, s.digest)
	}
}

// brief does not keep changes, until the next call of begin.
func (h *history) brief() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.present = true
}

// until waits until something is so, and fails with what explain says if it never is.
func (h *history) until(patience time.Duration, is func() bool, explain func() string) {
	h.t.Helper()
	for deadline := time.After(patience); ; {
		h.mu.Lock()
		changed, done := h.changed, is()
		h.mu.Unlock()
		if done {
			return
		}
		select {
		case <-changed:
		case <-deadline:
			h.mu.Lock()
			defer h.mu.Unlock()
			h.t.Fatalf("still not after %v: %s", patience, explain())
		}
	}
}

// waves holds a roll-out that went well to the waves in the status of its pool, and to the number of instances that may
// be on the way at once. It returns how large each wave was allowed to be.
func (h *history) waves(pool, digest string, mostMoving int) []int {
	h.t.Helper()
	h.mu.Lock()
	changes := slices.Clone(h.changes)
	h.mu.Unlock()
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.version, b.version) })
	var sizes []int
	allowed, moved, moving := 0, map[string]bool{}, map[string]bool{}
	for _, c := range changes {
		switch {
		case c.pool != nil && (c.name != pool || c.pool.Status.Revision != digest):
		case c.pool != nil:
			if n := int(c.pool.Status.Wave); n > len(sizes) {
				allowed = h.size(c.pool, n)
				sizes = append(sizes, allowed)
			}
		case c.state.digest == digest:
			moved[c.name] = true
			delete(moving, c.name)
			if !c.state.updated() {
				moving[c.name] = true
			}
			if len(moved) > allowed {
				h.t.Errorf("at version %d, %d instances have been moved; wave %d allows %d", c.version, len(moved),
					len(sizes), allowed)
				return sizes
			}
			if len(moving) > mostMoving {
				h.t.Errorf("at version %d, %d instances are on the way, at most %d may be", c.version, len(moving), mostMoving)
				return sizes
			}
		}
	}
	return sizes
}

// size is how many instances may have the revision by the end of a wave.
func (h *history) size(pool *fleet.ConfigPool, wave int) int {
	h.t.Helper()
	size, all := 0, int(pool.Status.Instances)
	for _, w := range pool.Spec.Rollout.Waves[:wave] {
		n, err := intstr.GetScaledValueFromIntOrPercent(&w, all, true)
		if err != nil {
			h.t.Fatal(err)
		}
		size = min(all, max(n, size+1))
	}
	return size
}

// told returns how long after the first report against a digest a pool has named the instance and the reason.
func (h *history) told(pool, digest string) (instance string, after time.Duration) {
	h.t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	var reported time.Time
	for _, c := range h.changes {
		if c.pool == nil && c.state.digest == digest && c.state.bad() && reported.IsZero() {
			instance, reported = c.name, c.at
		}
		if c.pool == nil || c.name != pool || reported.IsZero() {
			continue
		}
		for _, condition := range c.pool.Status.Conditions {
			if strings.Contains(condition.Message, instance) {
				return instance, c.at.Sub(reported)
			}
		}
	}
	h.t.Errorf("%s never named %q, which has said first that %s is bad", pool, instance, digest)
	return instance, 0
}
