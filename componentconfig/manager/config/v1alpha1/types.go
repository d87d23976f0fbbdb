package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
)

// ManagerConfiguration configures a manager: the endpoints, the cache, the controllers and leader election.
type ManagerConfiguration struct {
	// webhook configures the server of admission and conversion webhooks, which listens if the operator has webhooks.
	// +optional
	Webhook WebhookConfiguration `json:"webhook,omitempty"`
	// leaderElection elects the replica that reconciles.
	// +optional
	LeaderElection *componentbaseconfigv1alpha1.LeaderElectionConfiguration `json:"leaderElection,omitempty"`
	// metrics configures the metrics endpoint.
	// +optional
	Metrics MetricsConfiguration `json:"metrics,omitempty"`
	// health configures the health probes.
	// +optional
	Health HealthConfiguration `json:"health,omitempty"`
	// pprofBindAddress is the TCP address that profiles are served at. Empty or 0 disables profiles. They reveal what
	// the process does, so the address must not be public.
	// +optional
	PprofBindAddress string `json:"pprofBindAddress,omitempty"`
	// controller configures all controllers of the manager.
	// +optional
	Controller *ControllerConfiguration `json:"controller,omitempty"`
	// cache configures the cache of objects.
	// +optional
	Cache *CacheConfiguration `json:"cache,omitempty"`
	// gracefulShutdownTimeout is the time that controllers and servers have to finish when the manager stops. 0 does not
	// wait, and a negative duration waits without a limit. It defaults to 30 seconds.
	// +optional
	GracefulShutdownTimeout *metav1.Duration `json:"gracefulShutdownTimeout,omitempty"`
	// tls configures TLS of the webhook server and of the metrics endpoint.
	// +optional
	TLS *TLSConfiguration `json:"tls,omitempty"`
}

// WebhookConfiguration configures the webhook server.
type WebhookConfiguration struct {
	// port is the port that webhooks are served at. 0 is 9443, and with -1 they are not served.
	// +optional
	// +k8s:minimum=-1
	// +k8s:maximum=65535
	Port *int `json:"port,omitempty"`
	// host is the host name or IP address that the server listens on. Empty: all addresses.
	// +optional
	Host string `json:"host,omitempty"`
	// certDir is the directory with the certificate of the server and its key. They are read again when they change.
	// Empty: k8s-webhook-server/serving-certs in the directory for temporary files.
	// +optional
	// +path(kind: dir, access: r)
	CertDir string `json:"certDir,omitempty"`
	// certName is the name of the certificate in the directory. Empty: tls.crt.
	// +optional
	CertName string `json:"certName,omitempty"`
	// keyName is the name of the key in the directory. Empty: tls.key.
	// +optional
	// +secret=false
	KeyName string `json:"keyName,omitempty"`
	// clientCAName is the name of the file in the directory with the CA that signs the certificates of clients. Empty:
	// certificates of clients are not verified. It is read at the start.
	// +optional
	ClientCAName string `json:"clientCAName,omitempty"`
}

// MetricsConfiguration configures the metrics endpoint.
type MetricsConfiguration struct {
	// bindAddress is the TCP address that metrics are served at, as in :8443. 0 disables the endpoint.
	// +optional
	BindAddress string `json:"bindAddress,omitempty"`
	// secureServing serves metrics with TLS.
	// +optional
	SecureServing *bool `json:"secureServing,omitempty"`
	// certDir is the directory with the certificate of the endpoint and its key. They are read again when they change.
	// Empty: k8s-metrics-server/serving-certs in the directory for temporary files. If the files do not exist at the
	// start, a certificate is made that is not signed by a CA.
	// +optional
	// +path(kind: dir, access: r)
	CertDir string `json:"certDir,omitempty"`
	// certName is the name of the certificate in the directory. Empty: tls.crt.
	// +optional
	CertName string `json:"certName,omitempty"`
	// keyName is the name of the key in the directory. Empty: tls.key.
	// +optional
	// +secret=false
	KeyName string `json:"keyName,omitempty"`
}

// HealthConfiguration configures the health probes.
type HealthConfiguration struct {
	// healthProbeBindAddress is the TCP address that health probes are served at, as in :8081. 0 disables them.
	// +optional
	HealthProbeBindAddress string `json:"healthProbeBindAddress,omitempty"`
	// readinessEndpointName is the path of the readiness probe. Empty: /readyz.
	// +optional
	ReadinessEndpointName string `json:"readinessEndpointName,omitempty"`
	// livenessEndpointName is the path of the liveness probe. Empty: /healthz.
	// +optional
	LivenessEndpointName string `json:"livenessEndpointName,omitempty"`
}

// ControllerConfiguration configures all controllers of a manager. An operator can configure one controller otherwise
// in its code.
type ControllerConfiguration struct {
	// groupKindConcurrency is the number of objects that the controller of a kind reconciles at once, by kind and group,
	// as in Deployment.apps. A kind that is not in it has maxConcurrentReconciles.
	// +optional
	// +k8s:eachVal=+k8s:minimum=1
	// +k8s:eachVal=+k8s:maximum=10000
	GroupKindConcurrency map[string]int `json:"groupKindConcurrency,omitempty"`
	// maxConcurrentReconciles is the number of objects that a controller reconciles at once. 0 is 1.
	// +optional
	// +k8s:minimum=0
	// +k8s:maximum=10000
	MaxConcurrentReconciles int `json:"maxConcurrentReconciles,omitempty"`
	// cacheSyncTimeout is the time that the cache has to read all objects at the start. 0 is 2 minutes.
	// +optional
	// +k8s:minimum=0s
	CacheSyncTimeout *metav1.Duration `json:"cacheSyncTimeout,omitempty"`
	// reconciliationTimeout is the time that the reconciliation of an object has. 0: no limit.
	// +optional
	// +k8s:minimum=0s
	ReconciliationTimeout *metav1.Duration `json:"reconciliationTimeout,omitempty"`
	// recoverPanic turns a panic of a reconciler into an error, after which the object is tried again. Otherwise the
	// process ends. It defaults to true.
	// +optional
	RecoverPanic *bool `json:"recoverPanic,omitempty"`
}

// CacheConfiguration configures the cache of objects.
type CacheConfiguration struct {
	// namespaces are the namespaces whose objects are cached and reconciled. Empty: all.
	// +optional
	// +listType=set
	// +k8s:eachVal=+k8s:format=k8s-short-name
	Namespaces []string `json:"namespaces,omitempty"`
	// syncPeriod is the time after which all cached objects are reconciled again. 0 is 10 hours.
	// +optional
	// +k8s:minimum=0s
	SyncPeriod *metav1.Duration `json:"syncPeriod,omitempty"`
}

// TLSConfiguration configures TLS of servers.
type TLSConfiguration struct {
	// minVersion is the oldest version of TLS that is accepted: VersionTLS12 or VersionTLS13. Empty: the default of Go.
	// +optional
	MinVersion string `json:"minVersion,omitempty"`
	// cipherSuites are the cipher suites that are accepted for TLS 1.2, by their names in Go. The suites of TLS 1.3 cannot
	// be configured. Empty: the suites of Go.
	// +optional
	// +listType=atomic
	CipherSuites []string `json:"cipherSuites,omitempty"`
}

// ClientConnectionConfiguration configures the connection to the API server.
type ClientConnectionConfiguration struct {
	// kubeconfig is the path of a kubeconfig file. Empty: the file that the variable KUBECONFIG names, the service account
	// of the pod, or .kube/config in the home directory.
	// +optional
	// +path(kind: file, access: r)
	Kubeconfig string `json:"kubeconfig,omitempty"`
	// qps is the number of requests that the manager sends in a second. 0 or less: no limit.
	// +optional
	// +reload=hot
	QPS *float32 `json:"qps,omitempty"`
	// burst is the number of requests that the manager sends at once after a pause. 0: as many as in a second.
	// +optional
	// +reload=hot
	// +k8s:minimum=0
	Burst *int32 `json:"burst,omitempty"`
}
