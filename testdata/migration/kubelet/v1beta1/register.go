package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupName is the API group of the configuration.
const GroupName = "kubelet.config.k8s.io"

// SchemeGroupVersion is the apiVersion of files in this version.
var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: "v1beta1"}

var (
	// SchemeBuilder collects what registers this version; the generated conversions add themselves.
	SchemeBuilder      = runtime.NewSchemeBuilder(addKnownTypes, RegisterDefaults)
	localSchemeBuilder = &SchemeBuilder
	// AddToScheme registers the types, defaults and conversions of this version in a scheme.
	AddToScheme = localSchemeBuilder.AddToScheme
)

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &KubeletConfiguration{})
	metav1.AddToGroupVersion(scheme, SchemeGroupVersion)
	return nil
}
