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

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/kube"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

var (
	instances   = flag.Int("instances", 500, "instances of a fleet")
	controllers = flag.Int("controllers", 50, "how many of them are components with a state directory")
	restarts    = flag.Int("restarts", 3, "restarts of the server")
	idle        = flag.Duration("idle", 25*time.Second, "how long requests are counted while nothing changes")
	qps         = flag.Int("qps", 100, "requests a second that config-fleet makes at most; its default is 20")
	seed        = flag.Uint64("seed", 0, "seed of what is random; 0 for a random one")
)

// perInstance is how many requests an instance may make in a second while nothing changes: client-go renews a watch
// every five to ten minutes. A few instances have as many as the lease of config-fleet alone, every two seconds.
const perInstance, ofLease = 12.0 / 5000, 0.6

// testFleet is the instances of a namespace.
type testFleet struct {
	*place
	random      *rand.Rand
	instances   []*instance
	connections http.RoundTripper
	live        sync.WaitGroup
	ctx         context.Context
	// stop ends all instances.
	stop context.CancelFunc

	mu sync.Mutex
	// requests counts the requests of instances, by purpose.
	requests map[string]int
	// named has the digests that any instance may use.
	named    map[string]bool
	contents []content
}

// instance is one process, with a controller or only with a source.
type instance struct {
	name string
	// dir is the state directory of a component. Without one, the instance does not check contents.
	dir string
	ctx context.Context
	// stop ends it.
	stop context.CancelFunc
	// door is its own way to the server, nil for the way of all; cut: it is shut.
	door *door
	cut  bool

	mu sync.Mutex
	// wanted is what its assignment has named, ever; now is the last one, and good what was confirmed last.
	wanted map[string]bool
	now    content
	good   dynamic.Digest
}

// content is a ConfigMap, and what instances say if it is assigned.
type content struct {
	name, key, digest string
	status            metav1.ConditionStatus
	reasons           []dynamic.Reason
	// checked: only a component can tell that it is bad.
	checked bool
}

// newFleet starts a cluster, and makes n instances, which do not run.
func newFleet(t *testing.T, n int, definitions ...string) *testFleet {
	t.Helper()
	var crds []*apiextensionsv1.CustomResourceDefinition
	for _, name := range definitions {
		crds = append(crds, definition(t, "fleet", name))
	}
	c := newCluster(t, crds...)
	f := &testFleet{place: assignmentPlace(t, c, "fleet"), requests: map[string]int{}, named: map[string]bool{},
		connections: sharedConnections()}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	f.random = rand.New(rand.NewPCG(*seed, 0))
	c.setFirst(f.count)
	f.ctx, f.stop = context.WithCancel(context.Background())
	t.Cleanup(func() {
		f.stop()
		f.live.Wait()
	})
	for n := range n {
		dir := ""
		if n < *controllers {
			dir = filepath.Join(t.TempDir(), "state")
		}
		f.add(fmt.Sprintf("node-%d", n), dir)
	}
	return f
}

// add makes an instance.
func (f *testFleet) add(name, dir string) *instance {
	i := &instance{name: name, dir: dir, wanted: map[string]bool{}}
	i.ctx, i.stop = context.WithCancel(f.ctx)
	f.instances = append(f.instances, i)
	return i
}

// client returns the client configuration of an instance.
func (f *testFleet) client(i *instance) *rest.Config {
	if i.door != nil {
		return clientOf(i.door.url())
	}
	c := clientOf(f.cluster.door.url())
	c.Transport = f.connections
	return c
}

// content makes a ConfigMap with a configuration.
func (f *testFleet) content(says string) content {
	f.t.Helper()
	made := content{"content-" + strings.ReplaceAll(says, " ", "-"), "relay.yaml", f.shown(says), metav1.ConditionTrue,
		[]dynamic.Reason{dynamic.ReasonAssigned}, false}
	switch word, _, _ := strings.Cut(says, "-"); word {
	case "bad parse", "bad validation":
		made.status, made.reasons, made.checked = metav1.ConditionFalse, []dynamic.Reason{dynamic.ReasonRejected}, true
	case "kills":
		made.status, made.checked = metav1.ConditionFalse, true
		// It is rejected if it comes again, after another one.
		made.reasons = []dynamic.Reason{dynamic.ReasonCrashLoop, dynamic.ReasonFailed, dynamic.ReasonRejected}
	}
	f.configMap(made.name, map[string]string{made.key: configuration(says)})
	f.mu.Lock()
	defer f.mu.Unlock()
	f.contents = append(f.contents, made)
	return made
}

// observer is the user agent of who only observes.
const observer = "observer"

// count counts a request, unless it is of who only observes.
func (f *testFleet) count(_ http.ResponseWriter, r *http.Request) bool {
	info, err := requestInfo(r)
	if err != nil || r.UserAgent() == observer {
		return false
	}
	kind := info.Verb + " " + info.Resource
	if strings.HasPrefix(r.UserAgent(), "config-fleet/") {
		kind = "config-fleet " + kind
	}
	if info.Verb == "watch" && r.URL.Query().Get("sendInitialEvents") == "" {
		kind += " again"
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests[kind]++
	return false
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

// resting counts requests while nothing changes.
func (f *testFleet) resting() {
	f.t.Helper()
	f.counted()
	<-time.After(*idle)
	requests, kinds := f.counted()
	rate, most := float64(requests)/idle.Seconds(), max(ofLease, perInstance*float64(len(f.instances)))
	f.t.Logf("%.2f requests a second while nothing changes: %v", rate, kinds)
	if rate > most {
		f.t.Errorf("%.2f requests a second, at most %.2f are allowed", rate, most)
	}
}

// of is the place of an instance.
func (f *testFleet) of(i *instance) *place {
	p := *f.place
	p.name = i.name
	return &p
}

// run starts an instance.
func (f *testFleet) run(i *instance) {
	f.live.Add(1)
	go func() {
		defer f.live.Done()
		for i.ctx.Err() == nil {
			if i.dir == "" {
				f.follow(i)
			} else {
				f.process(i)
			}
		}
	}()
}

// uses holds an instance to the contents that were assigned to it.
func (f *testFleet) uses(i *instance, digest dynamic.Digest) {
	if !f.allows(i, string(digest)) {
		f.t.Errorf("%s uses %q, which nobody has assigned to it", i.name, digest)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if digest == "" && i.good != "" && !i.wanted[""] {
		f.t.Errorf("%s has forgotten %q and uses its local configuration", i.name, i.good)
	}
}

// confirmed notes what an instance must not forget.
func (i *instance) confirmed(digest dynamic.Digest) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.good = digest
}

// allows reports whether a digest was ever assigned to an instance. Each begins with its local configuration.
func (f *testFleet) allows(i *instance, digest string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	return digest == "" || i.wanted[digest] || f.named[digest]
}

// process is one life of a component, from its start to its restart or crash.
func (f *testFleet) process(i *instance) {
	restart := make(chan struct{}, 1)
	loaded, err := newLoader(f.client(i), f.of(i).instance().source,
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
	active := digestOf(c.Status().Active)
	f.uses(i, active)
	reporting, reported := context.WithTimeout(i.ctx, 5*time.Second)
	c.Report(reporting) //nolint:errcheck // The server may be away.
	reported()
	if strings.HasPrefix(loaded.Config.Labels["says"], "kills") {
		return
	}
	ctx, cancel := context.WithCancel(i.ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	if c.OnTrial() && c.Confirm() == nil { // It may have been replaced.
		i.confirmed(active)
	}
	select {
	case <-restart:
	case <-ctx.Done():
	}
	cancel()
	if err := <-done; err != nil && i.ctx.Err() == nil {
		f.t.Errorf("%s: %v", i.name, err)
	}
}

// follow is an instance that uses at once what its source says, without a check. What has to be checked makes it a
// component, which has confirmed what was in use.
func (f *testFleet) follow(i *instance) {
	s, err := newSource(f.client(i), f.of(i).instance().source, nil)
	if err != nil {
		f.t.Error(err)
		f.stop()
		return
	}
	st, using := dynamic.Status{TrialSeconds: 75}, dynamic.Payload{}
	for changes := s.Changes(i.ctx); ; {
		st.Condition = dynamic.Condition{Status: metav1.ConditionTrue, Reason: dynamic.ReasonAssigned}
		a, err := s.Fetch(i.ctx)
		used := &dynamic.Reference{Digest: a.Payload.Digest()}
		if err == nil {
			st.Desired = &dynamic.Reference{Digest: a.Digest}
		}
		switch {
		case err != nil:
			st.Condition = dynamic.Condition{Status: metav1.ConditionUnknown, Reason: dynamic.ReasonSourceUnavailable}
		case a.Digest == "":
			st.Condition.Reason = dynamic.ReasonLocal
			st.Assigned, st.Active, st.LastKnownGood, st.Desired, using = nil, nil, nil, nil, dynamic.Payload{}
		case a.Digest != used.Digest:
			st.Condition = dynamic.Condition{Status: metav1.ConditionFalse, Reason: dynamic.ReasonRejected}
		case f.checked(used.Digest):
			f.equip(i, using)
			return
		default:
			st.Assigned, st.Active, st.LastKnownGood, using = used, used, used, a.Payload
			f.uses(i, used.Digest)
			i.confirmed(used.Digest)
		}
		again := time.After(time.Minute) // As a controller does: the answer to a write may have been lost.
		if s.Report(i.ctx, st) != nil || err != nil {
			again = time.After(time.Second)
		}
		select {
		case <-i.ctx.Done():
			return
		case <-changes:
		case <-again:
		}
	}
}

// checked reports whether only a component can tell that a content is bad.
func (f *testFleet) checked(d dynamic.Digest) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.ContainsFunc(f.contents, func(c content) bool { return c.checked && c.digest == string(d) })
}

// equip gives an instance a state directory in which a configuration is confirmed.
func (f *testFleet) equip(i *instance, using dynamic.Payload) {
	dir := filepath.Join(f.t.TempDir(), "state")
	if using.Digest() != "" {
		if err := confirmIn(dir, using); err != nil {
			f.t.Errorf("%s: %v", i.name, err)
			f.stop()
		}
	}
	i.dir = dir
}

func confirmIn(dir string, p dynamic.Payload) error {
	options := dynamic.Options{Build: "build", Policy: dynamic.ByApplication(),
		Check: func(dynamic.Payload) error { return nil }}
	c, err := dynamic.Open(dir, options)
	if err != nil {
		return err
	}
	if _, err := c.Assign(p, "the source without a check"); err != nil {
		return errors.Join(err, c.Close())
	}
	if _, err := c.Start(p); err != nil {
		return errors.Join(err, c.Close())
	}
	return errors.Join(c.Confirm(), c.Close())
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

// settled waits until the status of each instance is about the present assignment and is right.
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

// right reports whether the status of an assignment has the expected digests and condition of its instance.
func (f *testFleet) right(i *instance, a fleet.ConfigAssignment) bool {
	st := a.Status
	if st.ObservedGeneration != a.Generation || len(st.Conditions) != 1 || !f.allows(i, st.Active) {
		return false
	}
	i.mu.Lock()
	defer i.mu.Unlock()
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
