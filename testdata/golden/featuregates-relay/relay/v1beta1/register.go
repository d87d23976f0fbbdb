package v1beta1

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// AddToScheme registers the types.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(schema.GroupVersion{Group: "relay.config.example.com", Version: "v1beta1"}, &RelayConfiguration{})
	return nil
}

// DeepCopyObject implements runtime.Object.
func (c *RelayConfiguration) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
