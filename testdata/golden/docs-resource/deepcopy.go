package v1

import "k8s.io/apimachinery/pkg/runtime"

// DeepCopyObject implements runtime.Object.
func (c *ProbeConfiguration) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
