package cainjector

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/adopt/certmanager/shared"
)

// CAInjectorConfiguration configures the cainjector.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type CAInjectorConfiguration struct {
	metav1.TypeMeta
	// KubeConfig is the kubeconfig file; without it, the service account of the pod is used.
	KubeConfig string
	// Namespace limits the cainjector to one namespace.
	Namespace string
	// IgnoreNamespaces are namespaces in which Secrets are ignored.
	IgnoreNamespaces []string
	// LeaderElectionConfig configures the election of a leader.
	LeaderElectionConfig shared.LeaderElectionConfig
	// EnableDataSourceConfig says where CA data comes from.
	EnableDataSourceConfig EnableDataSourceConfig
	// EnableInjectableConfig says where CA data is injected.
	EnableInjectableConfig EnableInjectableConfig
	// EnablePprof serves profiles.
	EnablePprof bool
	// PprofAddress is the address that profiles are served at. It must not be public.
	PprofAddress string
	// Logging configures logs.
	Logging logsapi.LoggingConfiguration
	// FeatureGates turns features on and off.
	FeatureGates map[string]bool
	// MetricsListenAddress is the address of the metrics endpoint; 0 disables it.
	MetricsListenAddress string
	// MetricsTLSConfig has the certificates of the metrics endpoint.
	MetricsTLSConfig shared.TLSConfig
}

// EnableDataSourceConfig says where CA data comes from.
type EnableDataSourceConfig struct {
	// Certificates are watched as sources.
	Certificates bool
}

// EnableInjectableConfig says where CA data is injected.
type EnableInjectableConfig struct {
	// ValidatingWebhookConfigurations get CA data.
	ValidatingWebhookConfigurations bool
	// MutatingWebhookConfigurations get CA data.
	MutatingWebhookConfigurations bool
	// CustomResourceDefinitions get CA data.
	CustomResourceDefinitions bool
	// APIServices get CA data.
	APIServices bool
}
