package controller

import (
	"maps"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// The functions below drop from an object what no decision needs, before an informer keeps it. They get what was
// deleted while a watch was interrupted, too, which is a type of its own.

func keepOfAssignment(o any) (any, error) {
	a, ok := o.(*fleet.ConfigAssignment)
	if !ok {
		return o, nil
	}
	keepOfMetadata(&a.ObjectMeta)
	a.Status.Process, a.Status.Version, a.Status.LastChangeTime = "", "", nil
	conditions := a.Status.Conditions
	a.Status.Conditions = nil
	for _, c := range conditions {
		if c.Type != dynamic.ConditionType {
			continue
		}
		if c.Status == metav1.ConditionTrue {
			c.Message = ""
		}
		c.LastTransitionTime = metav1.Time{}
		a.Status.Conditions = []metav1.Condition{c}
	}
	return a, nil
}

func keepOfConfigMap(o any) (any, error) {
	if m, ok := o.(*metav1.PartialObjectMetadata); ok {
		keepOfMetadata(&m.ObjectMeta)
	}
	return o, nil
}

func keepOfNode(o any) (any, error) {
	n, ok := o.(*corev1.Node)
	if !ok {
		return o, nil
	}
	keepOfMetadata(&n.ObjectMeta)
	n.Spec = corev1.NodeSpec{}
	of := rollout.NodeOf(n)
	status := corev1.ConditionFalse
	if of.Ready {
		status = corev1.ConditionTrue
	}
	n.Status = corev1.NodeStatus{Conditions: []corev1.NodeCondition{
		{Type: corev1.NodeReady, Status: status, LastTransitionTime: of.Since},
	}}
	return n, nil
}

// keepOfMetadata drops managed fields, owner references, finalizers, and all annotations of other API groups.
func keepOfMetadata(m *metav1.ObjectMeta) {
	m.ManagedFields, m.OwnerReferences, m.Finalizers = nil, nil, nil
	maps.DeleteFunc(m.Annotations, func(key, _ string) bool { return !strings.HasPrefix(key, fleet.Group+"/") })
	if len(m.Annotations) == 0 {
		m.Annotations = nil
	}
}
