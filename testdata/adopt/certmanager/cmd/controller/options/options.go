// Package options is the command line of the controller.
package options

import (
	"fmt"
	"strings"

	"github.com/cert-manager/cert-manager/pkg/apis/config/controller/v1alpha1"
	logf "github.com/cert-manager/cert-manager/pkg/logs"
	utilfeature "github.com/cert-manager/cert-manager/pkg/util/feature"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	cliflag "k8s.io/component-base/cli/flag"

	"example.com/adopt/certmanager/controller"
	defaults "example.com/adopt/certmanager/controller/v1alpha1"
)

// ControllerFlags are the flags that are not in the configuration.
type ControllerFlags struct {
	// Config is the path of the configuration file.
	Config string
}

// NewControllerFlags returns the defaults.
func NewControllerFlags() *ControllerFlags {
	return &ControllerFlags{}
}

// AddFlags registers the flags.
func (f *ControllerFlags) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&f.Config, "config", "", "File with a ControllerConfiguration object. Flags override its values.")
}

// NewControllerConfiguration returns the defaults of the controller.
func NewControllerConfiguration() (*controller.ControllerConfiguration, error) {
	scheme := runtime.NewScheme()
	if err := controller.AddToScheme(scheme); err != nil {
		return nil, err
	}
	if err := defaults.AddToScheme(scheme); err != nil {
		return nil, err
	}
	versioned := &v1alpha1.ControllerConfiguration{}
	scheme.Default(versioned)
	config := &controller.ControllerConfiguration{}
	if err := scheme.Convert(versioned, config, nil); err != nil {
		return nil, err
	}
	return config, nil
}

// AddConfigFlags registers the flags of the configuration.
func AddConfigFlags(fs *pflag.FlagSet, c *controller.ControllerConfiguration) {
	fs.StringVar(&c.APIServerHost, "master", c.APIServerHost, ""+
		"Address of the Kubernetes API server. Overrides any value in the kubeconfig file, and should not be "+
		"needed inside of a cluster.")
	fs.StringVar(&c.KubeConfig, "kubeconfig", c.KubeConfig, "Path to the kubeconfig file. Only needed out of the cluster.")
	fs.Float32Var(&c.KubernetesAPIQPS, "kube-api-qps", c.KubernetesAPIQPS, "Maximum queries per second to the API server.")
	fs.IntVar(&c.KubernetesAPIBurst, "kube-api-burst", c.KubernetesAPIBurst, "Maximum burst of queries to the API server.")
	fs.StringVar(&c.ClusterResourceNamespace, "cluster-resource-namespace", c.ClusterResourceNamespace, ""+
		"Namespace of the resources that belong to cluster scoped resources such as ClusterIssuer. It must be "+
		"specified if ClusterIssuers are enabled.")
	fs.StringVar(&c.Namespace, "namespace", c.Namespace, ""+
		"If set, cert-manager is limited to a single namespace, and ClusterIssuers are disabled")

	fs.BoolVar(&c.LeaderElectionConfig.Enabled, "leader-elect", c.LeaderElectionConfig.Enabled, ""+
		"If true, several replicas elect a leader, and only the leader acts")
	fs.StringVar(&c.LeaderElectionConfig.Namespace, "leader-election-namespace", c.LeaderElectionConfig.Namespace,
		"Namespace of the lease of the leader")
	fs.DurationVar(&c.LeaderElectionConfig.LeaseDuration, "leader-election-lease-duration",
		c.LeaderElectionConfig.LeaseDuration, ""+
			"The duration that candidates wait after they saw the leader renew its lease, before they try to acquire "+
			"it. This is also the longest time without a leader.")
	fs.DurationVar(&c.LeaderElectionConfig.RenewDeadline, "leader-election-renew-deadline",
		c.LeaderElectionConfig.RenewDeadline, "The duration after which a leader that could not renew its lease stops.")
	fs.DurationVar(&c.LeaderElectionConfig.RetryPeriod, "leader-election-retry-period",
		c.LeaderElectionConfig.RetryPeriod, "The duration between two attempts of a candidate.")

	fs.StringSliceVar(&c.Controllers, "controllers", c.Controllers, fmt.Sprintf(""+
		"Controllers to enable: '*' enables all that are on by default, 'foo' enables foo, '-foo' disables it.\n"+
		"All controllers: %s", strings.Join(knownControllers(), ", ")))

	addACMEFlags(fs, c)
	addIssuerFlags(fs, c)
	addServerFlags(fs, c)
	logf.AddFlags(&c.Logging, fs)
}

func addACMEFlags(fs *pflag.FlagSet, c *controller.ControllerConfiguration) {
	http01, dns01 := &c.ACMEHTTP01Config, &c.ACMEDNS01Config
	fs.StringVar(&http01.SolverImage, "acme-http01-solver-image", http01.SolverImage,
		"Image of the pods that solve HTTP01 challenges.")
	fs.StringVar(&http01.SolverResourceRequestCPU, "acme-http01-solver-resource-request-cpu",
		http01.SolverResourceRequestCPU, "Requested CPU of solver pods.")
	fs.StringVar(&http01.SolverResourceRequestMemory, "acme-http01-solver-resource-request-memory",
		http01.SolverResourceRequestMemory, "Requested memory of solver pods.")
	fs.StringVar(&http01.SolverResourceLimitsCPU, "acme-http01-solver-resource-limits-cpu",
		http01.SolverResourceLimitsCPU, "CPU limit of solver pods.")
	fs.StringVar(&http01.SolverResourceLimitsMemory, "acme-http01-solver-resource-limits-memory",
		http01.SolverResourceLimitsMemory, "Memory limit of solver pods.")
	fs.BoolVar(&http01.SolverRunAsNonRoot, "acme-http01-solver-run-as-non-root", http01.SolverRunAsNonRoot,
		"Whether solver pods must not run as root.")
	fs.StringSliceVar(&http01.SolverNameservers, "acme-http01-solver-nameservers", http01.SolverNameservers, ""+
		"Recursive DNS servers for the self check of HTTP01 challenges, such as '8.8.8.8:53'.")
	fs.Var(cliflag.NewMapStringString(&http01.SolverExtraLabels), "acme-http01-solver-extra-labels",
		"Labels for all resources of a solver, as 'a=b,c=d'.")
	fs.StringVar(&http01.SolverRuntimeClassName, "acme-http01-solver-runtime-class-name",
		http01.SolverRuntimeClassName, "Runtime class of solver pods.")

	fs.StringSliceVar(&dns01.RecursiveNameservers, "dns01-recursive-nameservers", dns01.RecursiveNameservers, ""+
		"DNS servers for the self check of DNS01 challenges: '8.8.8.8:53', or 'https://1.1.1.1/dns-query'.")
	fs.BoolVar(&dns01.RecursiveNameserversOnly, "dns01-recursive-nameservers-only", dns01.RecursiveNameserversOnly, ""+
		"When true, only the servers of --dns01-recursive-nameservers are asked.")
	fs.DurationVar(&dns01.CheckRetryPeriod, "dns01-check-retry-period", dns01.CheckRetryPeriod,
		"The duration between two self checks. It applies to HTTP01 challenges, too.")
}

func addIssuerFlags(fs *pflag.FlagSet, c *controller.ControllerConfiguration) {
	fs.BoolVar(&c.ClusterIssuerAmbientCredentials, "cluster-issuer-ambient-credentials",
		c.ClusterIssuerAmbientCredentials, "Whether a ClusterIssuer may use the credentials of the environment.")
	fs.BoolVar(&c.IssuerAmbientCredentials, "issuer-ambient-credentials", c.IssuerAmbientCredentials,
		"Whether an Issuer may use the credentials of the environment.")

	shim := &c.IngressShimConfig
	fs.StringSliceVar(&shim.DefaultAutoCertificateAnnotations, "auto-certificate-annotations",
		shim.DefaultAutoCertificateAnnotations, "Annotations of an Ingress that ask for a certificate.")
	fs.StringSliceVar(&shim.ExtraCertificateAnnotations, "extra-certificate-annotations",
		shim.ExtraCertificateAnnotations, "Annotations that are copied from an Ingress to its Certificate.")
	fs.StringVar(&shim.DefaultIssuerName, "default-issuer-name", shim.DefaultIssuerName,
		"Name of the issuer of an Ingress that does not name one.")
	fs.StringVar(&shim.DefaultIssuerKind, "default-issuer-kind", shim.DefaultIssuerKind,
		"Kind of the issuer of an Ingress that does not name one.")
	fs.StringVar(&shim.DefaultIssuerGroup, "default-issuer-group", shim.DefaultIssuerGroup,
		"Group of the issuer of an Ingress that does not name one.")

	fs.BoolVar(&c.EnableCertificateOwnerRef, "enable-certificate-owner-ref", c.EnableCertificateOwnerRef,
		"Whether a Certificate owns its Secret, which is deleted with it.")
	fs.BoolVar(&c.GatewayAPIConfig.Enabled, "enable-gateway-api", c.GatewayAPIConfig.Enabled,
		"Whether the Gateway API is supported.")
	fs.BoolVar(&c.GatewayAPIConfig.EnableListenerSet, "enable-gateway-api-listenerset",
		c.GatewayAPIConfig.EnableListenerSet, "Whether ListenerSets are supported.")
	fs.StringSliceVar(&c.GatewayAPIConfig.ExtraProtocols, "gateway-api-extra-protocols",
		c.GatewayAPIConfig.ExtraProtocols, "Protocols of listeners that terminate TLS, besides HTTPS and TLS.")
	fs.StringSliceVar(&c.CopiedAnnotationPrefixes, "copied-annotation-prefixes", c.CopiedAnnotationPrefixes, ""+
		"Prefixes of the annotations that are copied from a Certificate to its CertificateRequest. '*' stands for all, "+
		"and a dash in front excludes a prefix.")
}

func addServerFlags(fs *pflag.FlagSet, c *controller.ControllerConfiguration) {
	fs.Var(cliflag.NewMapStringBool(&c.FeatureGates), "feature-gates", ""+
		"A set of key=value pairs that describe feature gates for alpha/experimental features. Options are:\n"+
		strings.Join(utilfeature.DefaultFeatureGate.KnownFeatures(), "\n"))
	fs.IntVar(&c.NumberOfConcurrentWorkers, "concurrent-workers", c.NumberOfConcurrentWorkers,
		"The number of workers of each controller.")
	fs.IntVar(&c.MaxConcurrentChallenges, "max-concurrent-challenges", c.MaxConcurrentChallenges,
		"The maximum number of challenges at once.")
	fs.StringVar(&c.MetricsListenAddress, "metrics-listen-address", c.MetricsListenAddress,
		"The host and port of the metrics endpoint.")
	fs.BoolVar(&c.EnablePprof, "enable-profiling", c.EnablePprof, "Enable profiling of the controller.")
	fs.StringVar(&c.PprofAddress, "profiler-address", c.PprofAddress, ""+
		"The host and port of the profiles. They should never be exposed on a public interface.")

	metrics := &c.MetricsTLSConfig
	fs.StringVar(&metrics.Filesystem.CertFile, "metrics-tls-cert-file", metrics.Filesystem.CertFile,
		"path to the certificate of the metrics endpoint")
	fs.StringVar(&metrics.Filesystem.KeyFile, "metrics-tls-private-key-file", metrics.Filesystem.KeyFile,
		"path to the private key of the metrics endpoint")
	fs.DurationVar(&metrics.Dynamic.LeafDuration, "metrics-dynamic-serving-leaf-duration", metrics.Dynamic.LeafDuration,
		"lifetime of the certificates of the metrics endpoint")
	fs.StringVar(&metrics.Dynamic.SecretNamespace, "metrics-dynamic-serving-ca-secret-namespace",
		metrics.Dynamic.SecretNamespace, "namespace of the Secret with the CA that signs the certificates of the metrics endpoint")
	fs.StringVar(&metrics.Dynamic.SecretName, "metrics-dynamic-serving-ca-secret-name", metrics.Dynamic.SecretName,
		"name of the Secret with the CA that signs the certificates of the metrics endpoint")
	fs.StringSliceVar(&metrics.Dynamic.DNSNames, "metrics-dynamic-serving-dns-names", metrics.Dynamic.DNSNames,
		"DNS names in the certificates of the metrics endpoint")
	fs.StringSliceVar(&metrics.CipherSuites, "metrics-tls-cipher-suites", metrics.CipherSuites, ""+
		"Comma-separated list of cipher suites of the metrics endpoint. If omitted, those of Go are used. "+
		"Possible values: "+strings.Join(cliflag.TLSCipherPossibleValues(), ","))
	fs.StringVar(&metrics.MinTLSVersion, "metrics-tls-min-version", metrics.MinTLSVersion, ""+
		"Minimum TLS version of the metrics endpoint. If omitted, that of Go is used. "+
		"Possible values: "+strings.Join(cliflag.TLSPossibleVersions(), ", "))

	// The health check server is for the kubelet alone.
	fs.StringVar(&c.HealthzListenAddress, "internal-healthz-listen-address", c.HealthzListenAddress,
		"The host and port of the health check server. Should not be changed.")
	if err := fs.MarkHidden("internal-healthz-listen-address"); err != nil {
		panic(err)
	}
	fs.DurationVar(&c.LeaderElectionConfig.HealthzTimeout, "internal-healthz-leader-election-timeout",
		c.LeaderElectionConfig.HealthzTimeout,
		"How long after the end of a lease a leader is still healthy. Should not be changed.")
	if err := fs.MarkHidden("internal-healthz-leader-election-timeout"); err != nil {
		panic(err)
	}

	fs.IntVar(&c.PEMSizeLimitsConfig.MaxCertificateSize, "max-certificate-size", c.PEMSizeLimitsConfig.MaxCertificateSize,
		"Maximum size of a certificate in PEM, in bytes.")
	fs.IntVar(&c.PEMSizeLimitsConfig.MaxPrivateKeySize, "max-private-key-size", c.PEMSizeLimitsConfig.MaxPrivateKeySize,
		"Maximum size of a private key in PEM, in bytes.")
	fs.IntVar(&c.PEMSizeLimitsConfig.MaxChainLength, "max-certificate-chain-length", c.PEMSizeLimitsConfig.MaxChainLength,
		"Maximum size of a chain of certificates in PEM, in bytes.")
	fs.IntVar(&c.PEMSizeLimitsConfig.MaxBundleSize, "max-certificate-bundle-size", c.PEMSizeLimitsConfig.MaxBundleSize,
		"Maximum size of a bundle of certificates in PEM, in bytes.")
	fs.DurationVar(&c.CertificateRequestMinimumBackoffDuration, "certificate-request-minimum-backoff-duration",
		c.CertificateRequestMinimumBackoffDuration, ""+
			"Duration until a request that failed is tried again. It doubles with each failure.")
	fs.DurationVar(&c.CertificateRequestMaximumBackoffDuration, "certificate-request-maximum-backoff-duration",
		c.CertificateRequestMaximumBackoffDuration, "Longest duration until a request that failed is tried again.")
}

func knownControllers() []string {
	return []string{"certificates-issuing", "certificates-trigger", "clusterissuers", "ingress-shim", "issuers", "orders"}
}

// PathRefs returns pointers to the file paths of a configuration. It must be kept up to date by hand.
func PathRefs(c *controller.ControllerConfiguration) ([]*string, error) {
	return []*string{&c.KubeConfig}, nil
}
