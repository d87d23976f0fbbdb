package servertest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/kube"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

var (
	instances   = flag.Int("instances", 500, "instances of TestFleet")
	controllers = flag.Int("controllers", 50, "how many of them are components with a state directory")
	restarts    = flag.Int("restarts", 3, "restarts of the server")
	edits       = flag.Int("edits", 100, "random edits of assignments")
	idle        = flag.Duration("idle", 65*time.Second, "how long requests are counted while nothing changes")
	seed        = flag.Uint64("seed", 0, "seed of the edits; 0 for a random one")
)

// perInstance is how many requests an instance may make in a second while nothing changes: client-go renews a watch
// every five to ten minutes.
const perInstance = 12.0 / 5000

// TestFleet follows many assignments: while nothing changes, while assignments are edited at random, and while the
// server restarts. No instance is ever on a content that its assignment did not name. In the end each has what its
// assignment asks for, or says why not.
func TestFleet(t *testing.T) {
	f := newFleet(t)
	for batch := range slices.Chunk(f.instances, 100) {
		for _, i := range batch {
			f.assign(i, f.contents[0])
			f.run(i)
		}
		f.settled("start", batch)
	}
	f.counted()
	<-time.After(*idle)
	requests, kinds := f.counted()
	rate, most := float64(requests)/idle.Seconds(), perInstance*float64(*instances)
	t.Logf("%.2f requests a second while nothing changes: %v", rate, kinds)
	if rate > most {
		t.Errorf("%.2f requests a second, at most %.2f are allowed", rate, most)
	}
	for n := range *edits {
		f.edit()
		if (n+1)*(*restarts)/(*edits) > n*(*restarts)/(*edits) {
			f.cluster.restart()
		}
	}
	f.settled("edits", f.instances)
}

// testFleet is the instances of a namespace.
type testFleet struct {
	*place
	random    *rand.Rand
	instances []*instance
	contents  []content
	live      sync.WaitGroup
	stop      context.CancelFunc
	ctx       context.Context

	mu sync.Mutex
	// requests are those of instances, by what they are for.
	requests map[string]int
}

// counted returns how many requests were made since the last call.
func (f *testFleet) counted() (n int, kinds map[string]int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	kinds, f.requests = f.requests, map[string]int{}
	for _, k := range kinds {
		n += k
	}
	return n, kinds
}

// instance is one process, with a controller or only with a source.
type instance struct {
	name string
	dir  string

	mu sync.Mutex
	// wanted is what its assignment has named, ever; now is the last one.
	wanted map[string]bool
	now    content
}

// content is a ConfigMap, and what instances say if it is assigned. Without a controller they do not check it.
type content struct {
	name, key, digest string
	status            metav1.ConditionStatus
	reasons           []dynamic.Reason
	checked           bool
}

func newFleet(t *testing.T) *testFleet {
	t.Helper()
	c := newCluster(t, definition(t, "fleet", assignmentDefinition))
	f := &testFleet{place: assignmentPlace(t, c, "fleet"), requests: map[string]int{}}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	f.random = rand.New(rand.NewPCG(*seed, 0))
	good := []dynamic.Reason{dynamic.ReasonAssigned}
	for _, name := range []string{"good-0", "good-1", "good-2", "bad parse", "bad validation", "kills"} {
		made := content{"content-" + strings.ReplaceAll(name, " ", "-"), "relay.yaml", f.shown(name),
			metav1.ConditionTrue, good, false}
		switch name {
		case "bad parse", "bad validation":
			made.status, made.reasons, made.checked = metav1.ConditionFalse, []dynamic.Reason{dynamic.ReasonRejected}, true
		case "kills":
			made.status, made.checked = metav1.ConditionFalse, true
			made.reasons = []dynamic.Reason{dynamic.ReasonCrashLoop, dynamic.ReasonFailed}
		}
		f.configMap(made.name, map[string]string{"relay.yaml": configuration(name)})
		f.contents = append(f.contents, made)
	}
	missing := []dynamic.Reason{dynamic.ReasonSourceUnavailable}
	f.contents = append(f.contents, content{status: metav1.ConditionTrue, reasons: []dynamic.Reason{dynamic.ReasonLocal}},
		content{"missing", "relay.yaml", f.shown("missing"), metav1.ConditionUnknown, missing, false},
		content{"content-good-0", "missing", f.shown("no key"), metav1.ConditionUnknown, missing, false},
		content{"content-good-0", "relay.yaml", f.shown("good-1"), metav1.ConditionFalse,
			[]dynamic.Reason{dynamic.ReasonRejected}, false})
	for n := range *instances {
		i := &instance{name: fmt.Sprintf("node-%d", n), wanted: map[string]bool{"": true}}
		if n < *controllers {
			i.dir = filepath.Join(t.TempDir(), i.name)
		}
		f.instances = append(f.instances, i)
	}
	c.setFirst(func(_ http.ResponseWriter, r *http.Request) bool {
		_, resource, _ := strings.Cut(r.URL.Path, "/namespaces/edge/")
		resource, _, _ = strings.Cut(resource, "/")
		kind := r.Method + " " + resource
		f.mu.Lock()
		defer f.mu.Unlock()
		f.requests[kind]++
		return false
	})
	f.ctx, f.stop = context.WithCancel(context.Background())
	t.Cleanup(func() {
		f.stop()
		f.live.Wait()
	})
	return f
}

// assign names a content in the assignment of an instance.
func (f *testFleet) assign(i *instance, c content) {
	f.t.Helper()
	i.mu.Lock()
	i.wanted[c.digest], i.now = true, c
	i.mu.Unlock()
	part := f.assigning(c.name, c.key, c.digest)
	if c.name == "" {
		part = map[string]any{"spec": map[string]any{"source": nil}}
	}
	f.of(i).merge(part)
}

// of is the place of an instance.
func (f *testFleet) of(i *instance) *place {
	p := *f.place
	p.name = i.name
	return &p
}

// edit changes the assignment of one instance, or deletes and creates it again.
func (f *testFleet) edit() {
	f.t.Helper()
	i := f.instances[f.random.IntN(len(f.instances))]
	if f.random.IntN(2) == 0 {
		i = f.instances[f.random.IntN(*controllers)]
	}
	c := f.contents[f.random.IntN(len(f.contents))]
	if c.checked && i.dir == "" {
		c = f.contents[0]
	}
	if f.random.IntN(20) == 0 {
		f.of(i).remove()
	}
	f.assign(i, c)
}

// run starts an instance.
func (f *testFleet) run(i *instance) {
	f.live.Add(1)
	go func() {
		defer f.live.Done()
		for f.ctx.Err() == nil {
			if i.dir == "" {
				f.follow(i)
			} else {
				f.process(i)
			}
		}
	}()
}

// uses holds an instance to the contents that its assignment has named.
func (f *testFleet) uses(i *instance, digest dynamic.Digest) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.wanted[string(digest)] {
		f.t.Errorf("%s uses %q, which its assignment has never named", i.name, digest)
	}
}

// process is one life of a component, from its start to its restart or crash.
func (f *testFleet) process(i *instance) {
	restart := make(chan struct{}, 1)
	loaded, err := newLoader(f.cluster.door.url(), f.of(i).instance().source,
		dynamic.Options{Restart: func(string) { restart <- struct{}{} }}, nil).
		Load([]string{"--dynamic-config-dir=" + i.dir, "--dynamic-config-crash-loop-threshold=1",
			// A start without its source puts off a trial for as long.
			"--dynamic-config-trial-period=5s"})
	if err != nil {
		f.t.Errorf("%s: %v", i.name, err)
		f.stop()
		return
	}
	c := dynamic.ControllerOf(loaded)
	defer c.Close()
	f.uses(i, digestOf(c.Status().Active))
	reporting, reported := context.WithTimeout(f.ctx, 5*time.Second)
	c.Report(reporting) //nolint:errcheck // The server may be away.
	reported()
	if loaded.Config.Labels["says"] == "kills" {
		return
	}
	ctx, cancel := context.WithCancel(f.ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	if c.OnTrial() {
		c.Confirm() //nolint:errcheck // It may have been replaced.
	}
	select {
	case <-restart:
	case <-ctx.Done():
	}
	cancel()
	if err := <-done; err != nil && f.ctx.Err() == nil {
		f.t.Errorf("%s: %v", i.name, err)
	}
}

// follow is an instance that uses at once what its source says, without a check.
func (f *testFleet) follow(i *instance) {
	s, err := newSource(f.cluster.door.url(), f.of(i).instance().source, nil)
	if err != nil {
		f.t.Error(err)
		f.stop()
		return
	}
	st := dynamic.Status{}
	for changes := s.Changes(f.ctx); ; {
		st.Condition = dynamic.Condition{Status: metav1.ConditionTrue, Reason: dynamic.ReasonAssigned}
		a, err := s.Fetch(f.ctx)
		used := &dynamic.Reference{Digest: a.Payload.Digest()}
		if err == nil {
			st.Desired = &dynamic.Reference{Digest: a.Digest}
		}
		switch {
		case err != nil:
			st.Condition = dynamic.Condition{Status: metav1.ConditionUnknown, Reason: dynamic.ReasonSourceUnavailable}
		case a.Digest == "":
			st.Condition.Reason = dynamic.ReasonLocal
			st.Assigned, st.Active, st.LastKnownGood, st.Desired = nil, nil, nil, nil
		case a.Digest != used.Digest:
			st.Condition = dynamic.Condition{Status: metav1.ConditionFalse, Reason: dynamic.ReasonRejected}
		default:
			st.Assigned, st.Active, st.LastKnownGood = used, used, used
			f.uses(i, used.Digest)
		}
		again := time.After(time.Minute) // As a controller does: the answer to a write may have been lost.
		if s.Report(f.ctx, st) != nil || err != nil {
			again = time.After(time.Second)
		}
		select {
		case <-f.ctx.Done():
			return
		case <-changes:
		case <-again:
		}
	}
}

func digestOf(r *dynamic.Reference) dynamic.Digest {
	if r == nil {
		return ""
	}
	return r.Digest
}

// instance is the place with a source for its name.
func (p *place) instance() *place {
	p.source = &kube.ConfigSource{Assignment: &kube.AssignmentSource{Namespace: p.namespace, Name: p.name}}
	return p
}

// settled waits until the status of each instance is about the present assignment and says what it must.
func (f *testFleet) settled(what string, instances []*instance) {
	f.t.Helper()
	began, open := time.Now(), map[string]*instance{}
	for _, i := range instances {
		open[i.name] = i
	}
	for deadline := began.Add(patience * time.Duration(1+len(instances)/1000)); len(open) > 0; {
		if err := f.settle(deadline, open); err != nil && time.Now().After(deadline) {
			f.t.Fatalf("%s: %d instances are stuck, such as %s: %v", what, len(open), f.example(open), err)
		}
	}
	f.t.Logf("%s: %d instances settled after %v", what, len(instances), time.Since(began).Round(time.Second/10))
}

// settle removes what is right from open, until nothing is left or the server ends the watch.
func (f *testFleet) settle(deadline time.Time, open map[string]*instance) error {
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	list, err := f.objects().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	see := func(o *unstructured.Unstructured) {
		if i := open[o.GetName()]; i != nil && f.right(i, f.assignment(o)) {
			delete(open, i.name)
		}
	}
	for n := range list.Items {
		see(&list.Items[n])
	}
	w, err := f.objects().Watch(ctx, metav1.ListOptions{ResourceVersion: list.GetResourceVersion()})
	if err != nil {
		return err
	}
	defer w.Stop()
	for len(open) > 0 {
		e, more := <-w.ResultChan()
		o, ok := e.Object.(*unstructured.Unstructured)
		if !more || !ok {
			return errors.New("the watch has ended")
		}
		see(o)
	}
	return nil
}

// right reports whether an instance says what it must of its assignment.
func (f *testFleet) right(i *instance, a fleet.ConfigAssignment) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	st := a.Status
	if st.ObservedGeneration != a.Generation || len(st.Conditions) != 1 || !i.wanted[st.Active] {
		return false
	}
	if i.now.status == metav1.ConditionTrue && (st.Active != i.now.digest || st.Assigned != i.now.digest) {
		return false
	}
	return string(i.now.status) == string(st.Conditions[0].Status) &&
		slices.Contains(i.now.reasons, dynamic.Reason(st.Conditions[0].Reason))
}

// example describes one instance that is stuck.
func (f *testFleet) example(open map[string]*instance) string {
	for name, i := range open {
		o, err := f.of(i).objects().Get(context.Background(), name, metav1.GetOptions{})
		if apierrors.IsNotFound(err) {
			return name + ", which has no assignment"
		}
		return fmt.Sprintf("%s: want %+v, it has %s", name, i.now, asJSON(f.t, o))
	}
	return ""
}
