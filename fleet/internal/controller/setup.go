package controller

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// Prepare sets the scheme of a manager, and what its informers keep.
func Prepare(o *manager.Options) {
	o.Scheme = newScheme()
	o.Cache.ByObject = map[client.Object]cache.ByObject{
		&fleet.ConfigAssignment{}: {Transform: keepOfAssignment},
		&fleet.ConfigPool{}:       {Transform: cache.TransformStripManagedFields()},
		&corev1.ConfigMap{}:       {Transform: keepOfConfigMap},
		&corev1.Node{}:            {Transform: keepOfNode},
	}
}

func newScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	utilruntime.Must(corev1.AddToScheme(s))
	utilruntime.Must(fleet.AddToScheme(s))
	return s
}

// SetUp adds the controllers and their metrics to a manager that was made with what Prepare sets. Each Node gets an
// assignment in each of nodeNamespaces; without any, others make the assignments.
func SetUp(mgr ctrl.Manager, nodeNamespaces []string) error {
	return setUp(mgr, nodeNamespaces, metrics.Registry)
}

func setUp(mgr ctrl.Manager, nodeNamespaces []string, registry prometheus.Registerer) error {
	p := &pools{
		Client: mgr.GetClient(), live: mgr.GetAPIReader(), events: mgr.GetEventRecorder("config-fleet"),
		nodeNamespaces: nodeNamespaces, now: time.Now, decide: rollout.Decide,
	}
	if err := p.setUp(mgr); err != nil {
		return err
	}
	if len(nodeNamespaces) > 0 {
		n := &nodes{Client: mgr.GetClient(), live: mgr.GetAPIReader(), namespaces: nodeNamespaces}
		if err := n.setUp(mgr); err != nil {
			return err
		}
	}
	return registry.Register(&collector{pools: mgr.GetClient(), leads: mgr.Elected()})
}

func (r *pools) setUp(mgr ctrl.Manager) error {
	b := ctrl.NewControllerManagedBy(mgr).Named("pool").
		Watches(&fleet.ConfigPool{}, r.onPool(), builder.WithPredicates(newGeneration)).
		Watches(&fleet.ConfigAssignment{}, r.onAssignment(), builder.WithPredicates(changedAssignment)).
		WatchesMetadata(&corev1.ConfigMap{}, r.onConfigMap(), builder.WithPredicates(newVersion))
	if len(r.nodeNamespaces) > 0 {
		b = b.Watches(&corev1.Node{}, r.onNode(), builder.WithPredicates(changedNode))
	}
	return b.Complete(r)
}

func (r *nodes) setUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("node").
		Watches(&corev1.Node{}, r.onNode(), builder.WithPredicates(changedLabels)).
		Watches(&fleet.ConfigAssignment{}, r.onAssignment(), builder.WithPredicates(changedLabels)).
		Complete(r)
}

// configMap names a ConfigMap without its content.
func configMap(namespace, name string) *metav1.PartialObjectMetadata {
	o := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	o.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	return o
}

// configMaps is an empty list of ConfigMaps without their content.
func configMaps() *metav1.PartialObjectMetadataList {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMapList"))
	return list
}
