package webhook

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/adopt/certmanager/controller"
	"example.com/adopt/certmanager/shared"
)

// WebhookConfiguration configures the webhook.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type WebhookConfiguration struct {
	metav1.TypeMeta
	// SecurePort is the port of requests of the API server. If 0, a free one is chosen.
	SecurePort int32
	// HealthzPort is the port of the health check server. If 0, a free one is chosen.
	HealthzPort int32
	// TLSConfig has the certificates of the secure port.
	TLSConfig shared.TLSConfig
	// KubeConfig is the kubeconfig file; without it, the service account of the pod is used.
	KubeConfig string
	// APIServerHost is the address of the API server, instead of that in the kubeconfig file.
	APIServerHost string
	// EnablePprof serves profiles.
	EnablePprof bool
	// PprofAddress is the address that profiles are served at. It must not be public.
	PprofAddress string
	// Logging configures logs.
	Logging logsapi.LoggingConfiguration
	// FeatureGates turns features on and off.
	FeatureGates map[string]bool
	// MetricsListenAddress is the address of the metrics endpoint.
	MetricsListenAddress string
	// MetricsTLSConfig has the certificates of the metrics endpoint.
	MetricsTLSConfig shared.TLSConfig
	// EnableClientVerification verifies the certificates of clients.
	EnableClientVerification bool
	// ClientCAPath is the CA of clients.
	ClientCAPath string
	// ClientCertificateSubjects are the names that certificates of clients can have.
	ClientCertificateSubjects []string
	// PEMSizeLimitsConfig limits PEM data.
	PEMSizeLimitsConfig controller.PEMSizeLimitsConfig
}
