package v1

import (
	"k8s.io/apimachinery/pkg/runtime"
	configv1 "k8s.io/kube-scheduler/config/v1"
)

var (
	// SchemeGroupVersion is the group and version of the published types.
	SchemeGroupVersion = configv1.SchemeGroupVersion
	// SchemeBuilder collects the functions that register them.
	SchemeBuilder = runtime.NewSchemeBuilder(configv1.AddToScheme, addDefaultingFuncs)
	// AddToScheme registers the published types with their defaults and conversions.
	AddToScheme = SchemeBuilder.AddToScheme

	localSchemeBuilder = &SchemeBuilder
)

func addDefaultingFuncs(scheme *runtime.Scheme) error { return RegisterDefaults(scheme) }
