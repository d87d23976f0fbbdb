package controller

import (
	"context"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// retry is when a pass is repeated after a refusal that ends without an event, such as a missing right.
const retry = time.Minute

// snapshot reads what a decision about a pool depends on; the pool is nil if it does not exist. Most of it is shared
// with the informers, so that nobody may change it. It returns when to read it again, or zero.
func (r *pools) snapshot(ctx context.Context, name types.NamespacedName, pool *fleet.ConfigPool) (
	s rollout.Snapshot, again time.Duration, err error) {
	s = rollout.Snapshot{Pool: pool, Name: name.Name, Now: r.now()}
	here := client.InNamespace(name.Namespace)

	var assignments fleet.ConfigAssignmentList
	if err := r.List(ctx, &assignments, here, client.UnsafeDisableDeepCopy); err != nil {
		return s, 0, err
	}
	s.Assignments = pointers(assignments.Items)
	if s.Pools, err = r.of(ctx, name.Namespace); err != nil {
		return s, 0, err
	}
	objects := configMaps()
	if err := r.List(ctx, objects, here, client.UnsafeDisableDeepCopy); err != nil {
		return s, 0, err
	}
	for _, o := range objects.Items {
		if o.Labels[fleet.PoolLabel] == name.Name {
			s.Copies = append(s.Copies, rollout.Copy{
				Name: o.Name, UID: o.UID, ResourceVersion: o.ResourceVersion, Digest: o.Annotations[fleet.DigestAnnotation],
				Key: o.Annotations[fleet.KeyAnnotation], TakenFor: o.Annotations[fleet.TakenForAnnotation],
			})
		}
	}
	if pool == nil {
		return s, 0, nil
	}
	var source *metav1.PartialObjectMetadata
	for i := range objects.Items {
		if objects.Items[i].Name == pool.Spec.Source.Name {
			source = &objects.Items[i]
		}
	}
	if s.Source, again, err = r.source(ctx, pool, source); err != nil {
		return s, 0, err
	}
	if slices.Contains(r.nodeNamespaces, name.Namespace) {
		s.NotReady, err = r.notReady(ctx, s.Assignments)
	}
	return s, again, err
}

func pointers[T any](items []T) []*T {
	of := make([]*T, len(items))
	for i := range items {
		of[i] = &items[i]
	}
	return of
}

// of returns the pools of a namespace, which the caller must not change.
func (r *pools) of(ctx context.Context, namespace string) ([]*fleet.ConfigPool, error) {
	var list fleet.ConfigPoolList
	err := r.List(ctx, &list, client.InNamespace(namespace), client.UnsafeDisableDeepCopy)
	return pointers(list.Items), err
}

// notReady has the assignments whose Node is not ready, or has gone.
func (r *pools) notReady(ctx context.Context, assignments []*fleet.ConfigAssignment) (map[string]bool, error) {
	var list corev1.NodeList
	if err := r.List(ctx, &list, client.UnsafeDisableDeepCopy); err != nil {
		return nil, err
	}
	readiness := make(map[string]bool, len(list.Items))
	for i := range list.Items {
		readiness[list.Items[i].Name] = ready(&list.Items[i])
	}
	not := map[string]bool{}
	for _, a := range assignments {
		isReady, exists := readiness[a.Name]
		if _, ofNode := a.Annotations[fleet.NodeAnnotation]; (exists || ofNode) && !isReady {
			not[a.Name] = true
		}
	}
	return not, nil
}
