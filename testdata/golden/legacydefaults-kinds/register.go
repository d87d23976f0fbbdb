package kinds

import "k8s.io/apimachinery/pkg/runtime"
import "k8s.io/apimachinery/pkg/runtime/schema"

// AddToScheme registers the internal types.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(schema.GroupVersion{Group: "kinds.config.example.com", Version: runtime.APIVersionInternal}, &Kinds{})
	return nil
}

// DeepCopyObject implements runtime.Object.
func (c *Kinds) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
