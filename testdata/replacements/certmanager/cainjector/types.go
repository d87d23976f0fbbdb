package cainjector

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/replacements/certmanager/shared"
)

// CAInjectorConfiguration configures the cainjector.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type CAInjectorConfiguration struct {
	metav1.TypeMeta
	// KubeConfig is the kubeconfig file; without it, the service account of the pod is used.
	// +flag=kubeconfig
	// +path
	KubeConfig string
	// Namespace limits the cainjector to one namespace.
	// +flag
	Namespace string
	// IgnoreNamespaces are namespaces in which Secrets are ignored.
	// +flag
	IgnoreNamespaces []string
	// LeaderElectionConfig configures the election of a leader.
	LeaderElectionConfig shared.LeaderElectionConfig
	// EnableDataSourceConfig says where CA data comes from.
	EnableDataSourceConfig EnableDataSourceConfig
	// EnableInjectableConfig says where CA data is injected.
	EnableInjectableConfig EnableInjectableConfig
	// EnablePprof serves profiles.
	// +flag=enable-profiling
	EnablePprof bool
	// PprofAddress is the address that profiles are served at. It must not be public.
	// +flag=profiler-address
	PprofAddress string
	// Logging configures logs.
	// +flagsFrom=github.com/cert-manager/cert-manager/pkg/logs.AddFlags
	// +subfield(VModule)=+precedence=prepend
	Logging logsapi.LoggingConfiguration
	// FeatureGates turns features on and off.
	// +flag(usageFrom: "example.com/replacements/certmanager/usage.FeatureGates")
	// +precedence=merge
	FeatureGates map[string]bool
	// MetricsListenAddress is the address of the metrics endpoint; 0 disables it.
	// +flag
	MetricsListenAddress string
	// MetricsTLSConfig has the certificates of the metrics endpoint.
	// +flagDefaults(prefix: "metrics-")
	MetricsTLSConfig shared.TLSConfig
}

// EnableDataSourceConfig says where CA data comes from.
type EnableDataSourceConfig struct {
	// Certificates are watched as sources.
	// +flag=enable-certificates-data-source
	Certificates bool
}

// EnableInjectableConfig says where CA data is injected.
type EnableInjectableConfig struct {
	// ValidatingWebhookConfigurations get CA data.
	// +flag=enable-validatingwebhookconfigurations-injectable
	ValidatingWebhookConfigurations bool
	// MutatingWebhookConfigurations get CA data.
	// +flag=enable-mutatingwebhookconfigurations-injectable
	MutatingWebhookConfigurations bool
	// CustomResourceDefinitions get CA data.
	// +flag=enable-customresourcedefinitions-injectable
	CustomResourceDefinitions bool
	// APIServices get CA data.
	// +flag=enable-apiservices-injectable
	APIServices bool
}
