package config

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	schemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)
	// AddToScheme registers the internal types.
	AddToScheme = schemeBuilder.AddToScheme
)

func addKnownTypes(scheme *runtime.Scheme) error {
	group := schema.GroupVersion{Group: "kubeproxy.config.k8s.io", Version: runtime.APIVersionInternal}
	scheme.AddKnownTypes(group, &KubeProxyConfiguration{})
	return nil
}
