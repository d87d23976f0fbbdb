package v1beta1

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupName is the API group of the relay's configuration.
const GroupName = "relay.config.configgen.dev"

var (
	// SchemeGroupVersion is this version of the group.
	SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: "v1beta1"}
	// SchemeBuilder collects the functions that put this package into a scheme.
	SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes, addDefaultingFuncs)
	// AddToScheme puts the types of this version, their defaults and their conversions into a scheme.
	AddToScheme = SchemeBuilder.AddToScheme

	// The generated conversions register themselves through this name.
	localSchemeBuilder = &SchemeBuilder
)

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &RelayConfiguration{}, &RelayInstanceConfiguration{})
	return nil
}

func addDefaultingFuncs(scheme *runtime.Scheme) error { return RegisterDefaults(scheme) }
