package controller

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// Predicates: an update is of interest only if it changes what a decision depends on. The status of a pool is written
// by this controller alone.
var (
	newGeneration     = predicate.GenerationChangedPredicate{}
	newVersion        = predicate.ResourceVersionChangedPredicate{}
	changedAssignment = onUpdate(func(before, after *fleet.ConfigAssignment) bool {
		return before.Generation != after.Generation || differ(before.Labels, after.Labels) ||
			differ(before.Annotations, after.Annotations) || differ(before.Status, after.Status) ||
			before.Unreadable != after.Unreadable
	})
	changedNode = onUpdate(func(before, after *corev1.Node) bool {
		return differ(rollout.NodeOf(before), rollout.NodeOf(after))
	})
	changedLabels = onUpdate(func(before, after client.Object) bool {
		return differ(before.GetLabels(), after.GetLabels()) || differ(before.GetAnnotations(), after.GetAnnotations())
	})
)

func differ(a, b any) bool { return !reflect.DeepEqual(a, b) }

func onUpdate[T client.Object](changed func(before, after T) bool) predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		before, one := e.ObjectOld.(T)
		after, other := e.ObjectNew.(T)
		return one && other && changed(before, after)
	}}
}

type queue = workqueue.TypedRateLimitingInterface[ctrl.Request]

// onEvent calls do for the object of an event, and for the old object of an update.
func onEvent(do func(context.Context, client.Object, queue)) handler.EventHandler {
	return handler.Funcs{
		CreateFunc: func(ctx context.Context, e event.CreateEvent, q queue) { do(ctx, e.Object, q) },
		DeleteFunc: func(ctx context.Context, e event.DeleteEvent, q queue) { do(ctx, e.Object, q) },
		UpdateFunc: func(ctx context.Context, e event.UpdateEvent, q queue) {
			do(ctx, e.ObjectOld, q)
			do(ctx, e.ObjectNew, q)
		},
	}
}

// onPool asks for a pass over all pools of the namespace: two may select the same assignments.
func (r *pools) onPool() handler.EventHandler {
	return onEvent(func(ctx context.Context, o client.Object, q queue) {
		q.Add(ctrl.Request{NamespacedName: client.ObjectKeyFromObject(o)})
		for _, p := range r.around(ctx, o.GetNamespace()) {
			q.Add(ctrl.Request{NamespacedName: client.ObjectKeyFromObject(p)})
		}
	})
}

// onAssignment requests a pass over the pools that select an assignment, and over deleted pools: the assignment may
// have been the last user of their copies.
func (r *pools) onAssignment() handler.EventHandler {
	return onEvent(func(ctx context.Context, o client.Object, q queue) {
		existing := r.around(ctx, o.GetNamespace())
		addSelecting(existing, o.GetLabels(), q)
		for _, name := range r.orphaned(ctx, o.GetNamespace(), existing) {
			q.AddAfter(ctrl.Request{NamespacedName: types.NamespacedName{Namespace: o.GetNamespace(), Name: name}}, longest)
		}
	})
}

// onConfigMap asks for a pass over the pools that the content comes from, that it is a copy of, or whose copies cannot
// have its name.
func (r *pools) onConfigMap() handler.EventHandler {
	return onEvent(func(ctx context.Context, o client.Object, q queue) {
		if of := o.GetLabels()[fleet.PoolLabel]; of != "" {
			q.AddAfter(ctrl.Request{NamespacedName: types.NamespacedName{Namespace: o.GetNamespace(), Name: of}}, shortest)
		}
		for _, p := range r.around(ctx, o.GetNamespace()) {
			if p.Spec.Source.Name == o.GetName() || strings.HasPrefix(o.GetName(), p.Name+"-") {
				q.AddAfter(ctrl.Request{NamespacedName: client.ObjectKeyFromObject(p)}, shortest)
			}
		}
	})
}

// onNode asks for a pass over the pools that select the assignments of a Node, and remembers a Node that was ready when
// it was deleted.
func (r *pools) onNode() handler.EventHandler {
	passes := onEvent(func(ctx context.Context, o client.Object, q queue) {
		for _, namespace := range r.nodeNamespaces {
			addSelecting(r.around(ctx, namespace), o.GetLabels(), q)
		}
	}).(handler.Funcs)
	pass := passes.DeleteFunc
	passes.DeleteFunc = func(ctx context.Context, e event.DeleteEvent, q queue) {
		if n, ok := e.Object.(*corev1.Node); ok && !e.DeleteStateUnknown && rollout.NodeOf(n).Ready {
			r.memory.gone(n.UID, r.now())
		}
		pass(ctx, e, q)
	}
	return passes
}

// Changes of assignments within this time lead to one pass. It grows with the instances, so that the requests for a
// roll-out do not depend on how long it takes.
const (
	shortest = time.Second
	longest  = 10 * time.Second
)

func patience(instances int32) time.Duration {
	return min(shortest+time.Duration(instances)*time.Millisecond, longest)
}

func addSelecting(pools []*fleet.ConfigPool, of map[string]string, q queue) {
	for _, p := range pools {
		if s, err := metav1.LabelSelectorAsSelector(&p.Spec.Selector); err == nil && s.Matches(labels.Set(of)) {
			q.AddAfter(ctrl.Request{NamespacedName: client.ObjectKeyFromObject(p)}, patience(p.Status.Instances))
		}
	}
}

// around is the pools of a namespace. What cannot be listed is logged: nobody could be told.
func (r *pools) around(ctx context.Context, namespace string) []*fleet.ConfigPool {
	pools, err := r.of(ctx, namespace)
	if err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "Pools cannot be listed", "namespace", namespace)
	}
	return pools
}

// orphaned returns the names of pools that have copies and do not exist.
func (r *pools) orphaned(ctx context.Context, namespace string, existing []*fleet.ConfigPool) (names []string) {
	copies := configMaps()
	if err := r.List(ctx, copies, client.InNamespace(namespace), client.HasLabels{fleet.PoolLabel},
		client.UnsafeDisableDeepCopy); err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "ConfigMaps cannot be listed", "namespace", namespace)
	}
	for _, c := range copies.Items {
		name := c.Labels[fleet.PoolLabel]
		exists := slices.ContainsFunc(existing, func(p *fleet.ConfigPool) bool { return p.Name == name })
		if !exists && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// onNode asks for a pass over the assignments of a Node.
func (r *nodes) onNode() handler.EventHandler {
	return onEvent(func(_ context.Context, o client.Object, q queue) {
		for _, namespace := range r.namespaces {
			q.Add(ctrl.Request{NamespacedName: types.NamespacedName{Namespace: namespace, Name: o.GetName()}})
		}
	})
}

// onAssignment requests a pass over an assignment in a namespace that has an assignment for each Node.
func (r *nodes) onAssignment() handler.EventHandler {
	return onEvent(func(_ context.Context, o client.Object, q queue) {
		if slices.Contains(r.namespaces, o.GetNamespace()) {
			q.Add(ctrl.Request{NamespacedName: client.ObjectKeyFromObject(o)})
		}
	})
}
