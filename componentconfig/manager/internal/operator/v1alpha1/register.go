package v1alpha1

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	// SchemeGroupVersion is this version of the group.
	SchemeGroupVersion = schema.GroupVersion{Group: "operator.config.example.io", Version: "v1alpha1"}
	// AddToScheme puts the types of this version, their defaults and their conversions into a scheme.
	AddToScheme = localSchemeBuilder.AddToScheme

	// The generated conversions register themselves through this name.
	localSchemeBuilder = &runtime.SchemeBuilder{addKnownTypes}
)

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &OperatorConfiguration{})
	return RegisterDefaults(scheme)
}
