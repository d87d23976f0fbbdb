package moved

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// AddToScheme registers the internal types.
func AddToScheme(scheme *runtime.Scheme) error {
	group := schema.GroupVersion{Group: "moved.config.example.com", Version: runtime.APIVersionInternal}
	scheme.AddKnownTypes(group, &MovedConfiguration{})
	return nil
}
