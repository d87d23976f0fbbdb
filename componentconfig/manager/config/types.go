package config

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
)

// ManagerConfiguration configures a manager: the endpoints, the cache, the controllers and leader election.
type ManagerConfiguration struct {
	// Webhook configures the server of admission and conversion webhooks, which listens if the operator has webhooks.
	Webhook WebhookConfiguration
	// LeaderElection elects the replica that reconciles.
	LeaderElection componentbaseconfig.LeaderElectionConfiguration
	// Metrics configures the metrics endpoint.
	Metrics MetricsConfiguration
	// Health configures the health probes.
	Health HealthConfiguration
	// PprofBindAddress is the TCP address that profiles are served at. Empty or 0 disables profiles. They reveal what
	// the process does, so the address must not be public.
	PprofBindAddress string
	// Controller configures all controllers of the manager.
	Controller ControllerConfiguration
	// Cache configures the cache of objects.
	Cache CacheConfiguration
	// GracefulShutdownTimeout is the time that controllers and servers have to finish when the manager stops. 0 does not
	// wait, and a negative duration waits without a limit. It defaults to 30 seconds.
	GracefulShutdownTimeout *metav1.Duration
	// TLS configures TLS of the webhook server and of the metrics endpoint.
	TLS TLSConfiguration
}

// WebhookConfiguration configures the webhook server.
type WebhookConfiguration struct {
	// Port is the port that webhooks are served at. 0 is 9443, and with -1 they are not served.
	// +k8s:minimum=-1
	// +k8s:maximum=65535
	Port int
	// Host is the host name or IP address that the server listens on. Empty: all addresses.
	Host string
	// CertDir is the directory with the certificate of the server and its key. They are read again when they change.
	// Empty: k8s-webhook-server/serving-certs in the directory for temporary files.
	// +path(kind: dir, access: r)
	CertDir string
	// CertName is the name of the certificate in the directory. Empty: tls.crt.
	CertName string
	// KeyName is the name of the key in the directory. Empty: tls.key.
	// +secret=false
	KeyName string
	// ClientCAName is the name of the file in the directory with the CA that signs the certificates of clients. Empty:
	// certificates of clients are not verified. It is read at the start.
	ClientCAName string
}

// MetricsConfiguration configures the metrics endpoint.
type MetricsConfiguration struct {
	// BindAddress is the TCP address that metrics are served at, as in :8443. 0 disables the endpoint. Empty: :8080.
	BindAddress string
	// SecureServing serves metrics with TLS.
	SecureServing bool
	// CertDir is the directory with the certificate of the endpoint and its key. They are read again when they change.
	// Empty: k8s-metrics-server/serving-certs in the directory for temporary files. If the files do not exist at the
	// start, a certificate is made that is not signed by a CA.
	// +path(kind: dir, access: r)
	CertDir string
	// CertName is the name of the certificate in the directory. Empty: tls.crt.
	CertName string
	// KeyName is the name of the key in the directory. Empty: tls.key.
	// +secret=false
	KeyName string
}

// HealthConfiguration configures the health probes.
type HealthConfiguration struct {
	// HealthProbeBindAddress is the TCP address that health probes are served at, as in :8081. 0 disables them.
	HealthProbeBindAddress string
	// ReadinessEndpointName is the path of the readiness probe. Empty: /readyz.
	ReadinessEndpointName string
	// LivenessEndpointName is the path of the liveness probe. Empty: /healthz.
	LivenessEndpointName string
}

// ControllerConfiguration configures all controllers of a manager. An operator can configure one controller otherwise
// in its code.
type ControllerConfiguration struct {
	// GroupKindConcurrency is the number of objects that the controller of a kind reconciles at once, by kind and group,
	// as in Deployment.apps. A kind that is not in it has MaxConcurrentReconciles.
	// +k8s:eachVal=+k8s:minimum=1
	// +k8s:eachVal=+k8s:maximum=10000
	GroupKindConcurrency map[string]int
	// MaxConcurrentReconciles is the number of objects that a controller reconciles at once. 0 is 1.
	// +k8s:minimum=0
	// +k8s:maximum=10000
	MaxConcurrentReconciles int
	// CacheSyncTimeout is the time that the cache has to read all objects at the start. 0 is 2 minutes.
	// +k8s:minimum=0s
	CacheSyncTimeout metav1.Duration
	// ReconciliationTimeout is the time that the reconciliation of an object has. 0: no limit.
	// +k8s:minimum=0s
	ReconciliationTimeout metav1.Duration
	// RecoverPanic turns a panic of a reconciler into an error, after which the object is tried again. Otherwise the
	// process ends. It defaults to true.
	RecoverPanic *bool
}

// CacheConfiguration configures the cache of objects.
type CacheConfiguration struct {
	// Namespaces are the namespaces whose objects are cached and reconciled. Empty: all.
	// +k8s:eachVal=+k8s:format=k8s-short-name
	// +listType=set
	Namespaces []string
	// SyncPeriod is the time after which all cached objects are reconciled again. 0 is 10 hours.
	// +k8s:minimum=0s
	SyncPeriod metav1.Duration
}

// TLSConfiguration configures TLS of servers.
type TLSConfiguration struct {
	// MinVersion is the oldest version of TLS that is accepted: VersionTLS12 or VersionTLS13. Empty: the default of Go.
	MinVersion string
	// CipherSuites are the cipher suites that are accepted for TLS 1.2, by their names in Go. The suites of TLS 1.3 cannot
	// be configured. Empty: the suites of Go.
	// +listType=atomic
	CipherSuites []string
}

// ClientConnectionConfiguration configures the connection to the API server.
type ClientConnectionConfiguration struct {
	// Kubeconfig is the path of a kubeconfig file. Empty: the file that the variable KUBECONFIG names, the service account
	// of the pod, or .kube/config in the home directory.
	// +path(kind: file, access: r)
	Kubeconfig string
	// QPS is the number of requests that the manager sends in a second. 0 or less: no limit.
	// +reload=hot
	QPS float32
	// Burst is the number of requests that the manager sends at once after a pause. 0: as many as in a second.
	// +reload=hot
	// +k8s:minimum=0
	Burst int32
}
