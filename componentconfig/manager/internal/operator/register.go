package operator

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// AddToScheme puts the internal types into a scheme.
func AddToScheme(scheme *runtime.Scheme) error {
	internal := schema.GroupVersion{Group: "operator.config.example.io", Version: runtime.APIVersionInternal}
	scheme.AddKnownTypes(internal, &OperatorConfiguration{})
	return nil
}
