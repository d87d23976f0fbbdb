package nesting

import "k8s.io/apimachinery/pkg/runtime"

// DeepCopyObject implements runtime.Object.
func (c *Nested) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// DeepCopyObject implements runtime.Object.
func (c *Plain) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// DeepCopyObject implements runtime.Object.
func (c *Listed) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// DeepCopyObject implements runtime.Object.
func (c *Mapped) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// DeepCopyObject implements runtime.Object.
func (c *Pathless) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
