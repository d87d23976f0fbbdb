package controller

import (
	"context"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// nodes copies the labels of a Node to its assignment, and deletes the assignment of a deleted Node if no pool selects
// it. A pool that selects the assignment records the loss and then deletes it. Pools also create the assignments, with
// content. The Client reads from informers.
type nodes struct {
	client.Client
	live       client.Reader
	namespaces []string
}

// Reconcile makes an assignment be as its Node is.
func (r *nodes) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var node corev1.Node
	var assignment fleet.ConfigAssignment
	noNode := r.Get(ctx, types.NamespacedName{Name: request.Name}, &node)
	if client.IgnoreNotFound(noNode) != nil {
		return ctrl.Result{}, noNode
	}
	if err := r.Get(ctx, request.NamespacedName, &assignment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	uid, ours := assignment.Annotations[fleet.NodeAnnotation]
	switch {
	case ours && (noNode != nil || uid != "" && uid != string(node.UID)):
		return r.remove(ctx, &assignment)
	case noNode == nil && (uid == "" || !maps.Equal(node.Labels, assignment.Labels)):
		return r.label(ctx, &assignment, &node)
	}
	return ctrl.Result{}, nil
}

// label gives an assignment exactly the labels of its Node.
func (r *nodes) label(ctx context.Context, a *fleet.ConfigAssignment, node *corev1.Node) (ctrl.Result, error) {
	before := a.DeepCopy()
	a.Labels = node.Labels
	metav1.SetMetaDataAnnotation(&a.ObjectMeta, fleet.NodeAnnotation, string(node.UID))
	err := r.Patch(ctx, a, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}))
	if apierrors.IsConflict(err) {
		return ctrl.Result{RequeueAfter: shortest}, nil
	}
	return ctrl.Result{}, client.IgnoreNotFound(err)
}

// remove deletes the assignment of a deleted Node, unless a pool selects it.
func (r *nodes) remove(ctx context.Context, a *fleet.ConfigAssignment) (ctrl.Result, error) {
	var list fleet.ConfigPoolList
	if err := r.List(ctx, &list, client.InNamespace(a.Namespace), client.UnsafeDisableDeepCopy); err != nil {
		return ctrl.Result{}, err
	}
	if slices.ContainsFunc(list.Items, func(p fleet.ConfigPool) bool { return rollout.Selects(&p, a.Labels) }) {
		return ctrl.Result{RequeueAfter: retry}, nil // The pool may be deleted before it has removed the assignment.
	}
	gone := rollout.Removal{Name: a.Name, UID: a.UID, Node: types.UID(a.Annotations[fleet.NodeAnnotation])}
	return ctrl.Result{}, unassign(ctx, r.Client, r.live, a.Namespace, gone)
}

// unassign deletes an assignment, after it has asked the server whether its Node has really gone.
func unassign(ctx context.Context, c client.Client, live client.Reader, namespace string, a rollout.Removal) error {
	node := &metav1.PartialObjectMetadata{}
	node.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Node"))
	err := live.Get(ctx, types.NamespacedName{Name: a.Name}, node)
	if client.IgnoreNotFound(err) != nil || err == nil && (a.Node == "" || a.Node == node.UID) {
		return client.IgnoreNotFound(err)
	}
	assignment := &fleet.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: a.Name}}
	err = c.Delete(ctx, assignment, client.Preconditions{UID: &a.UID})
	if apierrors.IsConflict(err) { // Another one has its name.
		return nil
	}
	return client.IgnoreNotFound(err)
}
