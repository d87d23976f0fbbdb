package controller

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/adopt/certmanager/shared"
)

// ControllerConfiguration configures the controller.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type ControllerConfiguration struct {
	metav1.TypeMeta
	// APIServerHost is the address of the API server, instead of that in the kubeconfig file.
	APIServerHost string
	// KubeConfig is the kubeconfig file; without it, the service account of the pod is used.
	KubeConfig string
	// KubernetesAPIQPS is the number of requests to the API server in a second.
	KubernetesAPIQPS float32
	// KubernetesAPIBurst is the number of requests to the API server at once.
	KubernetesAPIBurst int
	// Namespace limits the controller to one namespace, and disables ClusterIssuers.
	Namespace string
	// ClusterResourceNamespace is the namespace of resources that cluster-scoped resources own.
	ClusterResourceNamespace string
	// LeaderElectionConfig configures the election of a leader.
	LeaderElectionConfig LeaderElectionConfig
	// Controllers to enable: '*' for all that are on by default, 'foo' for one, '-foo' for all but one.
	Controllers []string
	// IssuerAmbientCredentials lets issuers use credentials of the environment.
	IssuerAmbientCredentials bool
	// ClusterIssuerAmbientCredentials lets cluster issuers use credentials of the environment.
	ClusterIssuerAmbientCredentials bool
	// EnableCertificateOwnerRef makes certificates own their Secrets, which are then deleted with them.
	EnableCertificateOwnerRef bool
	// EnableGatewayAPI is the former name of GatewayAPIConfig.Enabled.
	EnableGatewayAPI bool
	// EnableGatewayAPIListenerSet is the former name of GatewayAPIConfig.EnableListenerSet.
	EnableGatewayAPIListenerSet bool
	// CopiedAnnotationPrefixes are prefixes of the annotations that are copied from Certificates to their requests;
	// prefixes that begin with a dash are not.
	CopiedAnnotationPrefixes []string
	// NumberOfConcurrentWorkers of each controller.
	NumberOfConcurrentWorkers int
	// MaxConcurrentChallenges is the number of challenges that are processed at once.
	MaxConcurrentChallenges int
	// MetricsListenAddress is the address of the metrics endpoint.
	MetricsListenAddress string
	// MetricsTLSConfig has the certificates of the metrics endpoint.
	MetricsTLSConfig shared.TLSConfig
	// HealthzListenAddress is the address of the health check server.
	HealthzListenAddress string
	// EnablePprof serves profiles.
	EnablePprof bool
	// PprofAddress is the address that profiles are served at. It must not be public.
	PprofAddress string
	// Logging configures logs.
	Logging logsapi.LoggingConfiguration
	// FeatureGates turns features on and off.
	FeatureGates map[string]bool
	// IngressShimConfig configures certificates for Ingresses.
	IngressShimConfig IngressShimConfig
	// ACMEHTTP01Config configures the solver of HTTP01 challenges.
	ACMEHTTP01Config ACMEHTTP01Config
	// ACMEDNS01Config configures the solver of DNS01 challenges.
	ACMEDNS01Config ACMEDNS01Config
	// PEMSizeLimitsConfig limits PEM data.
	PEMSizeLimitsConfig PEMSizeLimitsConfig
	// GatewayAPIConfig configures certificates for Gateways.
	GatewayAPIConfig GatewayAPIConfig
	// CertificateRequestMinimumBackoffDuration is the time until a request that failed is repeated. It doubles with each
	// failure.
	CertificateRequestMinimumBackoffDuration time.Duration
	// CertificateRequestMaximumBackoffDuration is the longest time until a request that failed is repeated.
	CertificateRequestMaximumBackoffDuration time.Duration
}

// LeaderElectionConfig configures the election of a leader.
type LeaderElectionConfig struct {
	shared.LeaderElectionConfig
	// HealthzTimeout is how long after the end of a lease health checks still succeed.
	HealthzTimeout time.Duration
}

// IngressShimConfig configures certificates for Ingresses.
type IngressShimConfig struct {
	// DefaultIssuerName is the name of the issuer of Ingresses that name none.
	DefaultIssuerName string
	// DefaultIssuerKind is the kind of the issuer of Ingresses that name none.
	DefaultIssuerKind string
	// DefaultIssuerGroup is the group of the issuer of Ingresses that name none.
	DefaultIssuerGroup string
	// DefaultAutoCertificateAnnotations are annotations that ask for a certificate.
	DefaultAutoCertificateAnnotations []string
	// ExtraCertificateAnnotations are annotations that are copied to the Certificate.
	ExtraCertificateAnnotations []string
}

// ACMEHTTP01Config configures the solver of HTTP01 challenges.
type ACMEHTTP01Config struct {
	// SolverImage is the image of the solver.
	SolverImage string
	// SolverResourceRequestCPU is the CPU request of the solver.
	SolverResourceRequestCPU string
	// SolverResourceRequestMemory is the memory request of the solver.
	SolverResourceRequestMemory string
	// SolverResourceLimitsCPU is the CPU limit of the solver.
	SolverResourceLimitsCPU string
	// SolverResourceLimitsMemory is the memory limit of the solver.
	SolverResourceLimitsMemory string
	// SolverRunAsNonRoot makes sure that the solver does not run as root.
	SolverRunAsNonRoot bool
	// SolverRuntimeClassName is the runtime class of the solver.
	SolverRuntimeClassName string
	// SolverNameservers are the DNS servers for checks of challenges.
	SolverNameservers []string
	// SolverExtraLabels are labels of all resources of the solver.
	SolverExtraLabels map[string]string
}

// ACMEDNS01Config configures the solver of DNS01 challenges.
type ACMEDNS01Config struct {
	// RecursiveNameservers are DNS servers for checks of challenges: 8.8.8.8:53, or https://1.1.1.1/dns-query.
	RecursiveNameservers []string
	// RecursiveNameserversOnly asks only these servers.
	RecursiveNameserversOnly bool
	// CheckRetryPeriod is the time between two checks, also of HTTP01 challenges.
	CheckRetryPeriod time.Duration
}

// PEMSizeLimitsConfig limits PEM data, in bytes.
type PEMSizeLimitsConfig struct {
	// MaxCertificateSize is the limit of a certificate.
	MaxCertificateSize int
	// MaxPrivateKeySize is the limit of a private key.
	MaxPrivateKeySize int
	// MaxChainLength is the limit of a chain of certificates.
	MaxChainLength int
	// MaxBundleSize is the limit of a bundle of certificates.
	MaxBundleSize int
}

// GatewayAPIConfig configures certificates for Gateways.
type GatewayAPIConfig struct {
	// Enabled turns the support of the Gateway API on.
	Enabled bool
	// EnableListenerSet turns the controller of ListenerSets on.
	EnableListenerSet bool
	// ExtraProtocols are protocols of listeners that use TLS, in addition to HTTPS and TLS.
	ExtraProtocols []string
}
