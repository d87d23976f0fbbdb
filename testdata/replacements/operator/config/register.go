package config

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// SchemeGroupVersion is the version of the group.
var SchemeGroupVersion = schema.GroupVersion{Group: "config.operator.example.com", Version: "v1alpha1"}

// AddToScheme puts the type and its defaults into a scheme.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &Configuration{})
	return RegisterDefaults(scheme)
}
