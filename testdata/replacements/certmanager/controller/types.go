package controller

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/replacements/certmanager/shared"
)

// ControllerConfiguration configures the controller.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type ControllerConfiguration struct {
	metav1.TypeMeta
	// APIServerHost is the address of the API server, instead of that in the kubeconfig file.
	// +flag=master
	APIServerHost string
	// KubeConfig is the kubeconfig file; without it, the service account of the pod is used.
	// +flag=kubeconfig
	// +path
	KubeConfig string
	// KubernetesAPIQPS is the number of requests to the API server in a second.
	// +flag=kube-api-qps
	// +k8s:minimum=-1
	KubernetesAPIQPS float32
	// KubernetesAPIBurst is the number of requests to the API server at once.
	// +flag=kube-api-burst
	// +k8s:minimum=-1
	KubernetesAPIBurst int
	// Namespace limits the controller to one namespace, and disables ClusterIssuers.
	// +flag
	Namespace string
	// ClusterResourceNamespace is the namespace of resources that cluster-scoped resources own.
	// +flag
	ClusterResourceNamespace string
	// LeaderElectionConfig configures the election of a leader.
	LeaderElectionConfig LeaderElectionConfig
	// Controllers to enable: '*' for all that are on by default, 'foo' for one, '-foo' for all but one.
	// +flag
	Controllers []string
	// IssuerAmbientCredentials lets issuers use credentials of the environment.
	// +flag
	IssuerAmbientCredentials bool
	// ClusterIssuerAmbientCredentials lets cluster issuers use credentials of the environment.
	// +flag
	ClusterIssuerAmbientCredentials bool
	// EnableCertificateOwnerRef makes certificates own their Secrets, which are then deleted with them.
	// +flag
	EnableCertificateOwnerRef bool
	// EnableGatewayAPI is the former name of GatewayAPIConfig.Enabled.
	// +configgen:allow(rule: dependent-default, reason: "Nothing reads the former name.")
	EnableGatewayAPI bool
	// EnableGatewayAPIListenerSet is the former name of GatewayAPIConfig.EnableListenerSet.
	// +configgen:allow(rule: dependent-default, reason: "Nothing reads the former name.")
	EnableGatewayAPIListenerSet bool
	// CopiedAnnotationPrefixes are prefixes of the annotations that are copied from Certificates to their requests;
	// prefixes that begin with a dash are not.
	// +flag
	CopiedAnnotationPrefixes []string
	// NumberOfConcurrentWorkers of each controller.
	// +flag=concurrent-workers
	NumberOfConcurrentWorkers int
	// MaxConcurrentChallenges is the number of challenges that are processed at once.
	// +flag
	MaxConcurrentChallenges int
	// MetricsListenAddress is the address of the metrics endpoint.
	// +flag
	MetricsListenAddress string
	// MetricsTLSConfig has the certificates of the metrics endpoint.
	// +flagDefaults(prefix: "metrics-")
	MetricsTLSConfig shared.TLSConfig
	// HealthzListenAddress is the address of the health check server.
	// +flag(hidden: true)=internal-healthz-listen-address
	HealthzListenAddress string
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
	// IngressShimConfig configures certificates for Ingresses.
	IngressShimConfig IngressShimConfig
	// ACMEHTTP01Config configures the solver of HTTP01 challenges.
	// +flagDefaults(prefix: "acme-http01-")
	ACMEHTTP01Config ACMEHTTP01Config
	// ACMEDNS01Config configures the solver of DNS01 challenges.
	// +flagDefaults(prefix: "dns01-")
	ACMEDNS01Config ACMEDNS01Config
	// PEMSizeLimitsConfig limits PEM data.
	PEMSizeLimitsConfig PEMSizeLimitsConfig
	// GatewayAPIConfig configures certificates for Gateways.
	GatewayAPIConfig GatewayAPIConfig
	// CertificateRequestMinimumBackoffDuration is the time until a request that failed is repeated. It doubles with each
	// failure.
	// +flag
	// +k8s:minimum=0s
	CertificateRequestMinimumBackoffDuration time.Duration
	// CertificateRequestMaximumBackoffDuration is the longest time until a request that failed is repeated.
	// +flag
	// +k8s:minimum=0s
	CertificateRequestMaximumBackoffDuration time.Duration
}

// LeaderElectionConfig configures the election of a leader.
type LeaderElectionConfig struct {
	shared.LeaderElectionConfig
	// HealthzTimeout is how long after the end of a lease health checks still succeed.
	// +flag(hidden: true)=internal-healthz-leader-election-timeout
	HealthzTimeout time.Duration
}

// IngressShimConfig configures certificates for Ingresses.
type IngressShimConfig struct {
	// DefaultIssuerName is the name of the issuer of Ingresses that name none.
	// +flag
	DefaultIssuerName string
	// DefaultIssuerKind is the kind of the issuer of Ingresses that name none.
	// +flag
	// +required
	DefaultIssuerKind string
	// DefaultIssuerGroup is the group of the issuer of Ingresses that name none.
	// +flag
	DefaultIssuerGroup string
	// DefaultAutoCertificateAnnotations are annotations that ask for a certificate.
	// +flag=auto-certificate-annotations
	DefaultAutoCertificateAnnotations []string
	// ExtraCertificateAnnotations are annotations that are copied to the Certificate.
	// +flag
	ExtraCertificateAnnotations []string
}

// ACMEHTTP01Config configures the solver of HTTP01 challenges.
type ACMEHTTP01Config struct {
	// SolverImage is the image of the solver.
	// +flag
	SolverImage string
	// SolverResourceRequestCPU is the CPU request of the solver.
	// +flag
	SolverResourceRequestCPU string
	// SolverResourceRequestMemory is the memory request of the solver.
	// +flag
	SolverResourceRequestMemory string
	// SolverResourceLimitsCPU is the CPU limit of the solver.
	// +flag
	SolverResourceLimitsCPU string
	// SolverResourceLimitsMemory is the memory limit of the solver.
	// +flag
	SolverResourceLimitsMemory string
	// SolverRunAsNonRoot makes sure that the solver does not run as root.
	// +flag
	SolverRunAsNonRoot bool
	// SolverRuntimeClassName is the runtime class of the solver.
	// +flag
	SolverRuntimeClassName string
	// SolverNameservers are the DNS servers for checks of challenges.
	// +flag
	// +format=host-port
	// +k8s:eachVal=+k8s:minLength=1
	SolverNameservers []string
	// SolverExtraLabels are labels of all resources of the solver.
	// +flag
	// +precedence=merge
	SolverExtraLabels map[string]string
}

// ACMEDNS01Config configures the solver of DNS01 challenges.
type ACMEDNS01Config struct {
	// RecursiveNameservers are DNS servers for checks of challenges: 8.8.8.8:53, or https://1.1.1.1/dns-query.
	// +flag
	RecursiveNameservers []string
	// RecursiveNameserversOnly asks only these servers.
	// +flag
	RecursiveNameserversOnly bool
	// CheckRetryPeriod is the time between two checks, also of HTTP01 challenges.
	// +flag
	CheckRetryPeriod time.Duration
}

// PEMSizeLimitsConfig limits PEM data, in bytes.
type PEMSizeLimitsConfig struct {
	// MaxCertificateSize is the limit of a certificate.
	// +flag
	// +k8s:minimum=1
	MaxCertificateSize int
	// MaxPrivateKeySize is the limit of a private key.
	// +flag
	// +k8s:minimum=1
	MaxPrivateKeySize int
	// MaxChainLength is the limit of a chain of certificates.
	// +flag=max-certificate-chain-length
	// +k8s:minimum=1
	MaxChainLength int
	// MaxBundleSize is the limit of a bundle of certificates.
	// +flag=max-certificate-bundle-size
	// +k8s:minimum=1
	MaxBundleSize int
}

// GatewayAPIConfig configures certificates for Gateways.
type GatewayAPIConfig struct {
	// Enabled turns the support of the Gateway API on.
	// +flag=enable-gateway-api
	Enabled bool
	// EnableListenerSet turns the controller of ListenerSets on.
	// +flag=enable-gateway-api-listenerset
	EnableListenerSet bool
	// ExtraProtocols are protocols of listeners that use TLS, in addition to HTTPS and TLS.
	// +flag=gateway-api-extra-protocols
	ExtraProtocols []string
}
