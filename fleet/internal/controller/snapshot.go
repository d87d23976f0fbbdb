package controller

import (
	"context"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
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
		if s.Nodes, err = r.nodes(ctx, s.Assignments); err != nil {
			return s, 0, err
		}
	}
	return s, soonest(again, r.memory.recall(name, &s)), nil
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

// nodes has all Nodes by name. The server is asked for a Node that the informer lacks and an assignment was made for:
// the informer may be late.
func (r *pools) nodes(ctx context.Context, assignments []*fleet.ConfigAssignment) (map[string]rollout.Node, error) {
	var list corev1.NodeList
	if err := r.List(ctx, &list, client.UnsafeDisableDeepCopy); err != nil {
		return nil, err
	}
	all := make(map[string]rollout.Node, len(list.Items))
	for i := range list.Items {
		all[list.Items[i].Name] = rollout.NodeOf(&list.Items[i])
	}
	for _, a := range assignments {
		uid, made := a.Annotations[fleet.NodeAnnotation]
		if known, exists := all[a.Name]; !made || exists && (uid == "" || uid == string(known.UID)) {
			continue
		}
		var node corev1.Node
		switch err := r.live.Get(ctx, types.NamespacedName{Name: a.Name}, &node); {
		case err == nil:
			all[a.Name] = rollout.NodeOf(&node)
		case apierrors.IsNotFound(err):
			delete(all, a.Name)
		default:
			return nil, err
		}
	}
	return all, nil
}
