package options

import (
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiserveroptions "k8s.io/apiserver/pkg/server/options"
	componentbaseconfig "k8s.io/component-base/config"
	logsapi "k8s.io/component-base/logs/api/v1"
	"sigs.k8s.io/descheduler/pkg/apis/componentconfig"
	"sigs.k8s.io/descheduler/pkg/features"
)

// Flags are the flags of descheduler. No file has their values.
// +flags(defaults: newFlags)
type Flags struct {
	// Configuration is the part that has no field of its own below.
	// +subfield(DeschedulingInterval)=+flag(usage: "Time between two runs. Without it, descheduler runs once.")=descheduling-interval
	// +subfield(DryRun)=+flag(usage: "Evict nothing.")=dry-run
	// +subfield(LeaderElection)=+flagsFrom=k8s.io/component-base/config/options.BindLeaderElectionFlags
	// +subfield(ClientConnection.Kubeconfig)=+flag(usage: "Path to the kubeconfig file. Deprecated: use --client-connection-kubeconfig.")=kubeconfig
	// +subfield(ClientConnection.Kubeconfig)=+flag(usage: "Path to the kubeconfig file.")=client-connection-kubeconfig
	// +subfield(ClientConnection.QPS)=+flag(usage: "Requests per second to the API server.")=client-connection-qps
	// +subfield(ClientConnection.Burst)=+flag(usage: "Requests to the API server at once.")=client-connection-burst
	// +subfield(Tracing.CollectorEndpoint)=+flag(usage: "Address of the OpenTelemetry collector.")=otel-collector-endpoint
	// +subfield(Tracing.TransportCert)=+flag(usage: "Path to the CA certificate of the OpenTelemetry collector.")=otel-transport-ca-cert
	// +subfield(Tracing.ServiceName)=+flag(usage: "Name of the service in traces.")=otel-service-name
	// +subfield(Tracing.ServiceNamespace)=+flag(usage: "Namespace of the service in traces.")=otel-trace-namespace
	// +subfield(Tracing.SampleRate)=+flag(usage: "Share of the traces that are collected; 1 is all.")=otel-sample-rate
	// +subfield(Tracing.FallbackToNoOpProviderOnError)=+flag(usage: "Go on without tracing if it cannot be set up.")=otel-fallback-no-op-on-error
	Configuration componentconfig.DeschedulerConfiguration
	// DisableMetrics disables metrics.
	// +flag
	DisableMetrics bool
	// EnableHTTP2 enables HTTP/2 for metrics and health checks.
	// +flag=enable-http2
	EnableHTTP2 bool
	// FeatureGates enables and disables features.
	// +flag(usageFrom: knownFeatures)
	FeatureGates map[string]bool
	// +flagsFrom=AddFlags
	SecureServing *apiserveroptions.SecureServingOptionsWithLoopback
	// +flagsFrom=k8s.io/component-base/logs/api/v1.AddFlags
	Logging *logsapi.LoggingConfiguration
}

func newFlags() *Flags {
	secure := apiserveroptions.NewSecureServingOptions().WithLoopback()
	secure.BindPort = 10258
	f := &Flags{SecureServing: secure, Logging: logsapi.NewLoggingConfiguration()}
	f.Configuration.LeaderElection = componentbaseconfig.LeaderElectionConfiguration{
		LeaseDuration: metav1.Duration{Duration: 137 * time.Second},
		RenewDeadline: metav1.Duration{Duration: 107 * time.Second},
		RetryPeriod:   metav1.Duration{Duration: 26 * time.Second},
		ResourceLock:  "leases", ResourceName: "descheduler", ResourceNamespace: "kube-system",
	}
	f.Configuration.Tracing.ServiceName, f.Configuration.Tracing.SampleRate = "descheduler", 1
	return f
}

func knownFeatures() string {
	return "Features to enable or disable, as name=true or name=false:\n" +
		strings.Join(features.DefaultMutableFeatureGate.KnownFeatures(), "\n")
}
