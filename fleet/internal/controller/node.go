package controller

import (
	"context"
	"maps"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// nodes creates an assignment for each Node, with the labels of the Node, and deletes the assignments of Nodes that no
// longer exist. Its Client reads from informers.
type nodes struct {
	client.Client
	live       client.Reader
	now        func() time.Time
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
	noAssignment := r.Get(ctx, request.NamespacedName, &assignment)
	if client.IgnoreNotFound(noAssignment) != nil {
		return ctrl.Result{}, noAssignment
	}
	_, ours := assignment.Annotations[fleet.NodeAnnotation]
	switch {
	case noNode == nil && noAssignment != nil:
		return ctrl.Result{}, r.create(ctx, request.NamespacedName, &node)
	case noNode == nil && !(ours && maps.Equal(node.Labels, assignment.Labels)):
		return r.label(ctx, &assignment, &node)
	case noNode != nil && noAssignment == nil && ours:
		return ctrl.Result{}, r.remove(ctx, &assignment)
	}
	return ctrl.Result{}, nil
}

// create makes an assignment that has its configuration already: one with a null source would reset an instance whose
// assignment was deleted.
func (r *nodes) create(ctx context.Context, key types.NamespacedName, node *corev1.Node) error {
	var list fleet.ConfigPoolList
	if err := r.List(ctx, &list, client.InNamespace(key.Namespace), client.UnsafeDisableDeepCopy); err != nil {
		return err
	}
	a := &fleet.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{
		Namespace: key.Namespace, Name: key.Name, Labels: node.Labels,
		Annotations: map[string]string{fleet.NodeAnnotation: ""},
	}}
	if first := rollout.Newcomer(pointers(list.Items), node.Labels, r.now()); first != nil {
		a.Spec.Source = &first.Source
		maps.Copy(a.Annotations, first.Annotations)
	}
	err := r.Create(ctx, a)
	if apierrors.IsAlreadyExists(err) { // The informer has it soon.
		return nil
	}
	return err
}

// label gives an assignment exactly the labels of its Node.
func (r *nodes) label(ctx context.Context, a *fleet.ConfigAssignment, node *corev1.Node) (ctrl.Result, error) {
	before := a.DeepCopy()
	a.Labels = node.Labels
	metav1.SetMetaDataAnnotation(&a.ObjectMeta, fleet.NodeAnnotation, "")
	err := r.Patch(ctx, a, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}))
	if apierrors.IsConflict(err) {
		return ctrl.Result{RequeueAfter: shortest}, nil
	}
	return ctrl.Result{}, client.IgnoreNotFound(err)
}

// remove deletes an assignment, after it has asked the server whether its Node has really gone.
func (r *nodes) remove(ctx context.Context, a *fleet.ConfigAssignment) error {
	node := &metav1.PartialObjectMetadata{}
	node.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Node"))
	if err := r.live.Get(ctx, types.NamespacedName{Name: a.Name}, node); !apierrors.IsNotFound(err) {
		return err
	}
	err := r.Delete(ctx, a, client.Preconditions{UID: &a.UID})
	if apierrors.IsConflict(err) { // Another one has its name.
		return nil
	}
	return client.IgnoreNotFound(err)
}
