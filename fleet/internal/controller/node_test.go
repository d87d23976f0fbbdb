package controller

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// node1 is a Node with labels of its own, which is ready.
func node1() *corev1.Node {
	labels := map[string]string{"app": "relay", "zone": "1"}
	return &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-1", UID: "machine-1", Labels: labels},
		Status: corev1.NodeStatus{Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}}}}
}

// onNode reconciles node-1, and returns its assignment, or nil.
func (r *rig) onNode(result ctrl.Result) *fleet.ConfigAssignment {
	r.Helper()
	n := &nodes{Client: r.pools.Client, live: r.pools.live, namespaces: []string{"edge"}}
	name := types.NamespacedName{Namespace: "edge", Name: "node-1"}
	if got, err := n.Reconcile(r.Context(), ctrl.Request{NamespacedName: name}); err != nil || got != result {
		r.Errorf("%v, %v", got, err)
	}
	var a fleet.ConfigAssignment
	if err := r.server.Get(r.Context(), name, &a); apierrors.IsNotFound(err) {
		return nil
	} else if err != nil {
		r.Fatal(err)
	}
	return &a
}

// ofNode is an assignment that was made for node-1, which is the Node with the UID.
func ofNode(uid string) *fleet.ConfigAssignment {
	return instance("node-1", func(a *fleet.ConfigAssignment) { a.Annotations[fleet.NodeAnnotation] = uid })
}

// TestAssignmentHasTheLabelsOfItsNode, and no Node gets an assignment without content.
func TestAssignmentHasTheLabelsOfItsNode(t *testing.T) {
	r := newRig(t, node1())
	if a := r.onNode(ctrl.Result{}); a != nil {
		t.Fatalf("made %+v", a)
	}
	made := ofNode("machine-1")
	made.Spec.Source = &fleet.ConfigMapSource{Name: "a", Key: "b", Digest: "c"}
	if err := r.server.Create(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	if a := r.onNode(ctrl.Result{}); differ(a.Labels, node1().Labels) || a.Annotations["mine"] != "stays" ||
		a.Spec.Source == nil {
		t.Errorf("relabeled %+v", a)
	}
	requests := len(r.requests)
	if r.onNode(ctrl.Result{}); len(r.requests) != requests {
		t.Errorf("requests %v", r.requests)
	}
}

// TestAssignmentOfANodeThatHasGone is deleted, also if another Node has its name. As long as a pool selects it, that is
// for the pool, which has to record what has happened.
func TestAssignmentOfANodeThatHasGone(t *testing.T) {
	for _, objects := range [][]client.Object{{ofNode("machine-1")}, {ofNode("machine-0"), node1()}} {
		r := newRig(t, append(objects, relay())...)
		if a := r.onNode(ctrl.Result{RequeueAfter: retry}); a == nil {
			t.Fatal("deleted before the pool has seen it")
		}
		if err := r.server.Delete(t.Context(), relay()); err != nil {
			t.Fatal(err)
		}
		if a := r.onNode(ctrl.Result{}); a != nil {
			t.Errorf("left %+v", a)
		}
	}
}

// TestAssignmentByHand: one that exists gets the labels of its Node and keeps its source; one without a Node stays.
func TestAssignmentByHand(t *testing.T) {
	r := newRig(t, instance("node-1", func(a *fleet.ConfigAssignment) {
		a.Spec.Source = &fleet.ConfigMapSource{Name: "a", Key: "b", Digest: "c"}
	}))
	if a := r.onNode(ctrl.Result{}); a == nil {
		t.Fatal("deleted")
	}
	if err := r.server.Create(t.Context(), node1()); err != nil {
		t.Fatal(err)
	}
	a := r.onNode(ctrl.Result{})
	if a.Annotations[fleet.NodeAnnotation] != "machine-1" || differ(a.Labels, node1().Labels) ||
		a.Annotations["mine"] != "stays" || a.Spec.Source == nil || a.Status.Process == "" {
		t.Errorf("got %+v", a)
	}
}

// TestInformerOfNodesIsLate: an assignment is deleted only if the server says that its Node does not exist. What has
// changed meanwhile is looked at again.
func TestInformerOfNodesIsLate(t *testing.T) {
	ours := ofNode("machine-1")
	r := newRig(t, ours, node1())
	r.pools.Client = interceptor.NewClient(r.server, interceptor.Funcs{Get: func(ctx context.Context, c client.WithWatch,
		key client.ObjectKey, o client.Object, options ...client.GetOption) error {
		if _, ok := o.(*corev1.Node); ok {
			return apierrors.NewNotFound(corev1.Resource("nodes"), key.Name)
		}
		return c.Get(ctx, key, o, options...)
	}})
	if a := r.onNode(ctrl.Result{}); a == nil || len(r.requests) != 1 || r.requests[0] != "get Node node-1" {
		t.Errorf("%v, requests %v", a, r.requests)
	}
	r.pools.Client = interceptor.NewClient(r.server, interceptor.Funcs{Get: func(ctx context.Context, c client.WithWatch,
		key client.ObjectKey, o client.Object, options ...client.GetOption) error {
		err := c.Get(ctx, key, o, options...)
		if a, ok := o.(*fleet.ConfigAssignment); ok && err == nil {
			a.ResourceVersion = "1"
		}
		return err
	}})
	r.onNode(ctrl.Result{RequeueAfter: shortest})
}
