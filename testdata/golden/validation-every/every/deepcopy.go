package v1alpha1

import "k8s.io/apimachinery/pkg/runtime"

// DeepCopyObject implements runtime.Object.
func (c *EveryConfiguration) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
