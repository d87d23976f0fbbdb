package v1alpha1

import (
	"github.com/cert-manager/cert-manager/pkg/apis/config/webhook"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// SchemeGroupVersion is the group and version of the files.
var SchemeGroupVersion = schema.GroupVersion{Group: webhook.GroupName, Version: "v1alpha1"}

var (
	schemeBuilder      = runtime.NewSchemeBuilder(addKnownTypes, RegisterDefaults)
	localSchemeBuilder = &schemeBuilder
)

// AddToScheme registers the type, its defaults and its conversions.
func AddToScheme(scheme *runtime.Scheme) error { return schemeBuilder.AddToScheme(scheme) }

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &WebhookConfiguration{})
	return nil
}
