package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// rig is a pool of four instances on a client that has everything in memory.
type rig struct {
	*testing.T
	// server is the client of everybody but the controller, and has no faults.
	server client.WithWatch
	pools  *pools
	now    time.Time
	// requests of the controller to the server, in order. Reads from informers are not among them.
	requests []string
	// fault is asked before a request of the controller reaches the server, and after it.
	fault func(request string, done bool) error
	// late is what the informer of assignments has, unless it is nil.
	late *fleet.ConfigAssignmentList
}

var theRelay = types.NamespacedName{Namespace: "edge", Name: "relay"}

func newRig(t *testing.T, objects ...client.Object) *rig {
	t.Helper()
	r := &rig{T: t, now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)}
	r.server = fake.NewClientBuilder().WithScheme(newScheme()).WithObjects(objects...).
		WithStatusSubresource(&fleet.ConfigPool{}, &fleet.ConfigAssignment{}).Build()
	r.restart()
	return r
}

// restart makes a controller that knows nothing.
func (r *rig) restart() {
	r.pools = &pools{
		Client: interceptor.NewClient(r.server, r.faults()), live: interceptor.NewClient(r.server, r.liveReads()),
		events: events.NewFakeRecorder(1000), now: func() time.Time { return r.now }, decide: rollout.Decide,
	}
}

// request makes a request of the controller, unless it fails before or after.
func (r *rig) request(do func() error, format string, args ...any) error {
	request := fmt.Sprintf(format, args...)
	r.requests = append(r.requests, request)
	if r.fault != nil {
		if err := r.fault(request, false); err != nil {
			return err
		}
	}
	err := do()
	if err == nil && r.fault != nil {
		err = r.fault(request, true)
	}
	return err
}

func (r *rig) liveReads() interceptor.Funcs {
	return interceptor.Funcs{Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object,
		options ...client.GetOption) error {
		return r.request(func() error { return c.Get(ctx, key, o, options...) }, "get %s %s", kind(o), key.Name)
	}}
}

func (r *rig) faults() interceptor.Funcs {
	return interceptor.Funcs{
		List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			if l, ok := list.(*fleet.ConfigAssignmentList); ok && r.late != nil {
				r.late.DeepCopyInto(l)
				return nil
			}
			return c.List(ctx, list, options...)
		},
		Create: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.CreateOption) error {
			return r.request(func() error { return c.Create(ctx, o, options...) }, "create %s %s", kind(o), o.GetName())
		},
		Delete: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.DeleteOption) error {
			if p := (&client.DeleteOptions{}).ApplyOptions(options).Preconditions; p == nil || p.UID == nil {
				r.Errorf("%s might be another one of that name", o.GetName())
			}
			return r.request(func() error { return c.Delete(ctx, o, options...) }, "delete %s %s", kind(o), o.GetName())
		},
		Patch: func(ctx context.Context, c client.WithWatch, o client.Object, p client.Patch,
			options ...client.PatchOption) error {
			return r.request(func() error { return c.Patch(ctx, o, p, options...) }, "patch %s %s", kind(o), o.GetName())
		},
		SubResourceUpdate: func(ctx context.Context, c client.Client, sub string, o client.Object,
			options ...client.SubResourceUpdateOption) error {
			return r.request(func() error { return c.SubResource(sub).Update(ctx, o, options...) }, "%s of %s %s", sub,
				kind(o), o.GetName())
		},
	}
}

func kind(o client.Object) string {
	if k := o.GetObjectKind().GroupVersionKind().Kind; k != "" {
		return k
	}
	name := fmt.Sprintf("%T", o)
	return name[strings.LastIndex(name, ".")+1:]
}

// relay is a pool of one instance, then all, that takes the key relay.yaml of the ConfigMap next.
func relay(change ...func(*fleet.ConfigPool)) *fleet.ConfigPool {
	percent, one, limit := intstr.FromString("100%"), intstr.FromInt32(1), int32(10)
	p := &fleet.ConfigPool{
		ObjectMeta: metav1.ObjectMeta{Namespace: "edge", Name: "relay", UID: "pool", Generation: 1},
		Spec: fleet.ConfigPoolSpec{
			Selector: metav1.LabelSelector{MatchLabels: map[string]string{"app": "relay"}},
			Source:   fleet.PoolSource{Name: "next", Key: "relay.yaml"},
			Rollout: fleet.Rollout{
				Waves: []intstr.IntOrString{one, percent}, MaxUnavailable: &percent, StopAfter: &one,
				Pause: &metav1.Duration{}, Deadline: &metav1.Duration{Duration: 10 * time.Hour},
			},
			RevisionHistoryLimit: &limit,
		},
	}
	for _, c := range change {
		c(p)
	}
	return p
}

func content(name, text string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: "edge", Name: name, UID: types.UID(name)},
		Data:       map[string]string{"relay.yaml": text, "other": "not copied"},
	}
}

func digest(t *testing.T, text string) string {
	t.Helper()
	p, err := dynamic.NewPayload(map[string][]byte{"relay.yaml": []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return string(p.Digest())
}

// instance is an assignment with things that a pool does not write.
func instance(name string, change ...func(*fleet.ConfigAssignment)) *fleet.ConfigAssignment {
	a := &fleet.ConfigAssignment{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "edge", Name: name, UID: types.UID(name), Labels: map[string]string{"app": "relay"},
			Annotations: map[string]string{"mine": "stays"},
		},
		Status: fleet.ConfigAssignmentStatus{Process: "host 7", Version: "v1", Conditions: []metav1.Condition{
			{Type: dynamic.ConditionType, Status: metav1.ConditionTrue, Reason: string(dynamic.ReasonLocal)},
		}},
	}
	for _, c := range change {
		c(a)
	}
	return a
}

// fleetOf is a pool, its source and instances.
func fleetOf(instances int) []client.Object {
	objects := []client.Object{relay(), content("next", "port: 2")}
	for i := range instances {
		objects = append(objects, instance(fmt.Sprintf("node-%d", i+1)))
	}
	return objects
}

// pass makes a pass over the pool.
func (r *rig) pass() (ctrl.Result, error) {
	r.Helper()
	return r.pools.Reconcile(r.Context(), ctrl.Request{NamespacedName: theRelay})
}

// errKilled is what a controller gets as the answer to its last request.
var errKilled = errors.New("killed")

// settle makes passes, with reports of the instances between them, until neither changes anything. It returns how many.
func (r *rig) settle() (passes int) {
	r.Helper()
	for ; passes < 100; passes++ {
		before := len(r.requests)
		result, err := r.pass()
		if errors.Is(err, errKilled) {
			r.restart()
			continue
		} else if err != nil {
			r.Fatal(err)
		}
		wrote := slices.ContainsFunc(r.requests[before:], func(q string) bool { return !strings.HasPrefix(q, "get ") })
		if reported := r.report(); !reported && !wrote && result.RequeueAfter != shortest {
			return passes
		}
		r.now = r.now.Add(shortest)
	}
	r.Fatalf("the pool does not settle: %v", r.requests)
	return passes
}

// report lets each instance report its assigned content: confirmed, or failed if the content is bad. It reports whether
// any instance had not reported yet.
func (r *rig) report() (reported bool) {
	r.Helper()
	for _, a := range r.assignments() {
		want := ""
		if a.Spec.Source != nil {
			want = a.Spec.Source.Digest
		}
		if a.Status.Assigned == want && a.Status.ObservedGeneration == a.Generation {
			continue
		}
		reported = true
		s := &a.Status
		s.Assigned, s.Active, s.ObservedGeneration = want, want, a.Generation
		ok := metav1.Condition{Type: dynamic.ConditionType, Status: metav1.ConditionTrue}
		ok.Reason = string(dynamic.ReasonAssigned)
		if want == digest(r.T, bad) {
			s.Active, ok.Status = s.LastKnownGood, metav1.ConditionFalse
			ok.Reason, ok.Message = string(dynamic.ReasonCrashLoop), "2 starts ended"
		} else {
			s.LastKnownGood = want
		}
		s.Conditions = []metav1.Condition{ok}
		if err := r.server.Status().Update(r.Context(), &a); err != nil {
			r.Fatal(err)
		}
	}
	return reported
}

// bad is a content with which every instance crashes.
const bad = "port: crash"

func (r *rig) assignments() []fleet.ConfigAssignment {
	r.Helper()
	var list fleet.ConfigAssignmentList
	if err := r.server.List(r.Context(), &list); err != nil {
		r.Fatal(err)
	}
	return list.Items
}

func (r *rig) pool() *fleet.ConfigPool {
	r.Helper()
	p := &fleet.ConfigPool{}
	if err := r.server.Get(r.Context(), theRelay, p); err != nil {
		r.Fatal(err)
	}
	return p
}

// edit changes an object on the server, as an operator does.
func edit[T client.Object](r *rig, o T, change func(T)) {
	r.Helper()
	if err := r.server.Get(r.Context(), client.ObjectKeyFromObject(o), o); err != nil {
		r.Fatal(err)
	}
	change(o)
	if err := r.server.Update(r.Context(), o); err != nil {
		r.Fatal(err)
	}
}

// source makes the pool take another ConfigMap.
func (r *rig) source(name string) {
	r.Helper()
	edit(r, relay(), func(p *fleet.ConfigPool) {
		p.Spec.Source.Name = name
		p.Generation++
	})
}

// on returns how many instances are assigned a text.
func (r *rig) on(text string) (n int) {
	r.Helper()
	for _, a := range r.assignments() {
		if a.Spec.Source != nil && a.Spec.Source.Digest == digest(r.T, text) {
			n++
		}
	}
	return n
}

// condition is a condition of the pool as one line.
func (r *rig) condition(of string) string {
	r.Helper()
	for _, c := range r.pool().Status.Conditions {
		if c.Type == of {
			return fmt.Sprintf("%s=%s %s: %s", c.Type, c.Status, c.Reason, c.Message)
		}
	}
	return ""
}
