package controller

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// asked is a queue that records its requests.
type asked struct {
	queue
	requests []string
}

func (a *asked) Add(r ctrl.Request) { a.AddAfter(r, 0) }

func (a *asked) AddAfter(r ctrl.Request, after time.Duration) {
	if text := fmt.Sprintf("%s after %v", r.NamespacedName, after); !slices.Contains(a.requests, text) {
		a.requests = append(a.requests, text)
	}
}

// updated is what an update asks for, behind the predicate, as an informer sees it.
func updated[T client.Object](t *testing.T, h handler.EventHandler, p predicate.Predicate, keep func(any) (any, error),
	before T, change func(T)) []string {
	t.Helper()
	after := before.DeepCopyObject().(T)
	after.SetResourceVersion("changed")
	change(after)
	for _, o := range []any{before, after} {
		if _, err := keep(o); err != nil {
			t.Fatal(err)
		}
	}
	a := &asked{}
	if e := (event.UpdateEvent{ObjectOld: before, ObjectNew: after}); p.Update(e) {
		h.Update(t.Context(), e, a)
	}
	slices.Sort(a.requests)
	return a.requests
}

// TestWhatAnAssignmentAsksFor: a pass over the pools that select it or have selected it, only if the change matters.
func TestWhatAnAssignmentAsksFor(t *testing.T) {
	another := relay(func(p *fleet.ConfigPool) {
		p.Name, p.Spec.Selector.MatchLabels, p.Status.Instances = "large", map[string]string{"app": "large"}, 5000
	})
	orphan := content("old-1", "")
	orphan.Labels = map[string]string{fleet.PoolLabel: "old"}
	elsewhere := relay(func(p *fleet.ConfigPool) { p.Namespace = "elsewhere" })
	r := newRig(t, relay(), another, orphan, elsewhere)
	for _, c := range []struct {
		name   string
		change func(*fleet.ConfigAssignment)
		want   string
	}{
		{"what an informer does not keep", func(a *fleet.ConfigAssignment) {
			a.Annotations["mine"], a.Status.Process, a.Status.Version = "changed", "host 8", "v2"
			a.Status.LastChangeTime = &metav1.Time{Time: r.now}
			a.Status.Conditions[0].Message, a.Status.Conditions[0].LastTransitionTime.Time = "using another one", r.now
		}, ""},
		{"status", func(a *fleet.ConfigAssignment) { a.Status.Active = "d" }, "edge/old after 10s edge/relay after 1s"},
		{"condition", func(a *fleet.ConfigAssignment) {
			a.Status.Conditions[0].Reason = string(dynamic.ReasonOnTrialAfterCrash)
		}, "edge/old after 10s edge/relay after 1s"},
		{"spec", func(a *fleet.ConfigAssignment) { a.Generation = 2 }, "edge/old after 10s edge/relay after 1s"},
		{"its annotation", func(a *fleet.ConfigAssignment) { a.Annotations[fleet.AssignedByAnnotation] = "x" },
			"edge/old after 10s edge/relay after 1s"},
		{"labels", func(a *fleet.ConfigAssignment) { a.Labels["app"] = "large" },
			"edge/large after 6s edge/old after 10s edge/relay after 1s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := updated(t, r.pools.onAssignment(), changedAssignment, keepOfAssignment, instance("node-1"), c.change)
			if strings.Join(got, " ") != c.want {
				t.Errorf("asks for %v, want %s", got, c.want)
			}
		})
	}
}

// TestWhatAPoolAsksFor: a pass over all pools of the namespace, because they may select the same assignments; none for
// its own status.
func TestWhatAPoolAsksFor(t *testing.T) {
	other := relay(func(p *fleet.ConfigPool) { p.Name = "other" })
	r := newRig(t, relay(), other)
	keep := func(o any) (any, error) { return o, nil }
	for want, change := range map[string]func(*fleet.ConfigPool){
		"": func(p *fleet.ConfigPool) { p.Status.Wave = 2 },
		"edge/other after 0s edge/relay after 0s": func(p *fleet.ConfigPool) { p.Generation = 2 },
	} {
		if got := updated(t, r.pools.onPool(), newGeneration, keep, relay(), change); strings.Join(got, " ") != want {
			t.Errorf("asks for %v, want %s", got, want)
		}
	}
	a := &asked{}
	gone := relay(func(p *fleet.ConfigPool) { p.Name = "gone" })
	r.pools.onPool().Delete(t.Context(), event.DeleteEvent{Object: gone}, a)
	const want = "edge/gone after 0s edge/other after 0s edge/relay after 0s"
	if got := strings.Join(a.requests, " "); got != want {
		t.Errorf("asks for %v, want %s", got, want)
	}
}

// TestWhatAConfigMapAsksFor: a pass over the pools whose source, copy or name of a copy it is.
func TestWhatAConfigMapAsksFor(t *testing.T) {
	r := newRig(t, relay())
	for name, want := range map[string]string{
		"next": "edge/relay after 1s", "relay-0123456789ab": "edge/relay after 1s", "other": "",
		"a-copy": "edge/gone after 1s",
	} {
		o := configMap("edge", name)
		if name == "a-copy" {
			o.Labels = map[string]string{fleet.PoolLabel: "gone"}
		}
		got := updated(t, r.pools.onConfigMap(), newVersion, keepOfConfigMap, o, func(*metav1.PartialObjectMetadata) {})
		if strings.Join(got, " ") != want {
			t.Errorf("%s asks for %v, want %s", name, got, want)
		}
	}
}

// TestWhatANodeAsksFor: its readiness matters to the pools that select it, its labels to its assignments, a heartbeat
// to nobody.
func TestWhatANodeAsksFor(t *testing.T) {
	r := newRig(t, relay())
	r.pools.nodeNamespaces = []string{"edge"}
	n := &nodes{Client: r.server, namespaces: []string{"edge", "core"}}
	for _, c := range []struct {
		name        string
		change      func(*corev1.Node)
		pool, nodes string
	}{
		{"heartbeat", func(o *corev1.Node) {
			o.Status.Conditions[0].LastHeartbeatTime.Time, o.Annotations = r.now, map[string]string{"a": "b"}
		}, "", ""},
		{"not ready", func(o *corev1.Node) { o.Status.Conditions[0].Status = corev1.ConditionUnknown },
			"edge/relay after 1s", ""},
		{"labels", func(o *corev1.Node) { o.Labels["zone"] = "1" }, "edge/relay after 1s",
			"core/node-1 after 0s edge/node-1 after 0s"},
	} {
		node := func() *corev1.Node {
			return &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-1", Labels: map[string]string{"app": "relay"}},
				Status: corev1.NodeStatus{Conditions: []corev1.NodeCondition{
					{Type: corev1.NodeMemoryPressure}, {Type: corev1.NodeReady, Status: corev1.ConditionTrue}}}}
		}
		change := func(o *corev1.Node) {
			slices.Reverse(o.Status.Conditions)
			c.change(o)
		}
		got := updated(t, r.pools.onNode(), changedNode, keepOfNode, node(), change)
		if strings.Join(got, " ") != c.pool {
			t.Errorf("%s asks for %v, want %s", c.name, got, c.pool)
		}
		if got = updated(t, n.onNode(), changedLabels, keepOfNode, node(), change); strings.Join(got, " ") != c.nodes {
			t.Errorf("%s asks for %v, want %s", c.name, got, c.nodes)
		}
	}
	a := &asked{}
	for _, namespace := range []string{"edge", "elsewhere"} {
		o := instance("node-1", func(a *fleet.ConfigAssignment) { a.Namespace = namespace })
		n.onAssignment().Delete(t.Context(), event.DeleteEvent{Object: o}, a)
	}
	if got := strings.Join(a.requests, " "); got != "edge/node-1 after 0s" {
		t.Errorf("asks for %s", got)
	}
}

// TestDeletedNodeIsRemembered: the memory has the UID of a deleted Node if the Node was ready.
func TestDeletedNodeIsRemembered(t *testing.T) {
	r := newRig(t, fleetOf(1)...)
	r.pools.nodeNamespaces = []string{"edge"}
	for _, c := range []struct {
		uid   types.UID
		ready corev1.ConditionStatus
		late  bool
	}{
		{"ready", corev1.ConditionTrue, false}, {"down", corev1.ConditionFalse, false},
		{"unseen", corev1.ConditionTrue, true},
	} {
		n := node1()
		n.UID, n.Status.Conditions = c.uid, []corev1.NodeCondition{{Type: corev1.NodeReady, Status: c.ready}}
		a := &asked{}
		r.pools.onNode().Delete(t.Context(), event.DeleteEvent{Object: n, DeleteStateUnknown: c.late}, a)
		if got := strings.Join(a.requests, " "); got != "edge/relay after 1s" {
			t.Errorf("asks for %s", got)
		}
	}
	var seen rollout.Snapshot
	r.pools.decide = func(s rollout.Snapshot) rollout.Plan {
		seen = s
		return rollout.Plan{}
	}
	if _, err := r.pass(); err != nil || len(seen.Deleted) != 1 || !seen.Deleted["ready"] {
		t.Errorf("%v, %v", seen.Deleted, err)
	}
}

// TestInformersKeepLittle: an informer gets what was deleted while a watch was interrupted in a type of its own.
func TestInformersKeepLittle(t *testing.T) {
	a := instance("node-1")
	a.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "kubectl"}}
	a.Status.Conditions = append(a.Status.Conditions, metav1.Condition{Type: "Other"},
		metav1.Condition{Type: dynamic.ConditionType, Status: metav1.ConditionFalse, Message: "2 starts ended"})
	o := configMap("edge", "next")
	o.ManagedFields = a.ManagedFields
	node := &corev1.Node{Status: corev1.NodeStatus{Images: []corev1.ContainerImage{{SizeBytes: 1}}}}
	for _, keep := range []func(any) (any, error){keepOfAssignment, keepOfConfigMap, keepOfNode} {
		for _, of := range []any{a, o, node, "deleted"} {
			if got, err := keep(of); err != nil || got != of {
				t.Errorf("keeps %v of %v, %v", got, of, err)
			}
		}
	}
	if len(a.ManagedFields)+len(o.ManagedFields)+len(a.Annotations)+len(node.Status.Images) > 0 ||
		len(a.Status.Conditions) != 1 || a.Status.Conditions[0].Message != "2 starts ended" {
		t.Errorf("keeps %+v, %+v, %+v", a, o, node)
	}
}

// TestSetUp: the manager takes the controllers, which need no server to be made.
func TestSetUp(t *testing.T) {
	mapper := meta.NewDefaultRESTMapper(nil)
	for _, kind := range []string{"ConfigPool", "ConfigAssignment"} {
		mapper.Add(fleet.Version().WithKind(kind), meta.RESTScopeNamespace)
	}
	mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
	mapper.Add(corev1.SchemeGroupVersion.WithKind("Node"), meta.RESTScopeRoot)
	options := manager.Options{
		Controller:     config.Controller{SkipNameValidation: new(true)},
		Metrics:        metricsserver.Options{BindAddress: "0"},
		MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return mapper, nil },
	}
	Prepare(&options)
	mgr, err := ctrl.NewManager(&rest.Config{Host: "http://192.0.2.1"}, options)
	if err == nil {
		err = setUp(mgr, []string{"edge"}, prometheus.NewRegistry())
	}
	if err != nil {
		t.Error(err)
	}
}
