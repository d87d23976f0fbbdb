package v1alpha1

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// SchemeGroupVersion is this version.
var SchemeGroupVersion = schema.GroupVersion{Group: "relay.config.example.io", Version: "v1alpha1"}

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes, RegisterDefaults, RegisterConversions)
	// AddToScheme registers the types, their defaults and conversions.
	AddToScheme = localSchemeBuilder.AddToScheme
)

func addKnownTypes(s *runtime.Scheme) error {
	s.AddKnownTypes(SchemeGroupVersion, &RelayConfiguration{}, &RelayInstanceConfiguration{})
	return nil
}
