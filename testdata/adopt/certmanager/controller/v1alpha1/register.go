package v1alpha1

import (
	"github.com/cert-manager/cert-manager/pkg/apis/config/controller/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"
)

var (
	schemeBuilder      = runtime.NewSchemeBuilder(v1alpha1.AddToScheme, RegisterDefaults)
	localSchemeBuilder = &schemeBuilder
)

// AddToScheme registers the published type, its defaults and its conversions.
func AddToScheme(scheme *runtime.Scheme) error { return schemeBuilder.AddToScheme(scheme) }
