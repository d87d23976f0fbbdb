// Package options is the command line of the webhook.
package options

import (
	"strings"

	logf "github.com/cert-manager/cert-manager/pkg/logs"
	utilfeature "github.com/cert-manager/cert-manager/pkg/util/feature"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	cliflag "k8s.io/component-base/cli/flag"

	"example.com/adopt/certmanager/shared"
	"example.com/adopt/certmanager/webhook"
	"example.com/adopt/certmanager/webhook/v1alpha1"
)

// WebhookFlags are the flags that are not in the configuration.
type WebhookFlags struct {
	// Config is the path of the configuration file.
	Config string
}

// NewWebhookFlags returns the defaults.
func NewWebhookFlags() *WebhookFlags {
	return &WebhookFlags{}
}

// AddFlags registers the flags.
func (f *WebhookFlags) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&f.Config, "config", "", "File with a WebhookConfiguration object. Flags override its values.")
}

// NewWebhookConfiguration returns the defaults of the webhook.
func NewWebhookConfiguration() (*webhook.WebhookConfiguration, error) {
	scheme := runtime.NewScheme()
	if err := webhook.AddToScheme(scheme); err != nil {
		return nil, err
	}
	if err := v1alpha1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	versioned := &v1alpha1.WebhookConfiguration{}
	scheme.Default(versioned)
	config := &webhook.WebhookConfiguration{}
	if err := scheme.Convert(versioned, config, nil); err != nil {
		return nil, err
	}
	return config, nil
}

// AddConfigFlags registers the flags of the configuration.
func AddConfigFlags(fs *pflag.FlagSet, c *webhook.WebhookConfiguration) {
	fs.Int32Var(&c.SecurePort, "secure-port", c.SecurePort, "port of the secure endpoint")
	fs.Int32Var(&c.HealthzPort, "healthz-port", c.HealthzPort, "port of the insecure health check endpoint")
	addTLSFlags(fs, "", "the secure endpoint", &c.TLSConfig)

	fs.StringVar(&c.KubeConfig, "kubeconfig", c.KubeConfig,
		"optional path to the kubeconfig file. If not specified, the configuration of the cluster is used")
	fs.StringVar(&c.APIServerHost, "api-server-host", c.APIServerHost, "Optional address of the API server.")
	fs.BoolVar(&c.EnablePprof, "enable-profiling", c.EnablePprof, "Enable profiling of the webhook.")
	fs.StringVar(&c.PprofAddress, "profiler-address", c.PprofAddress, ""+
		"Address of the profiles. They should never be exposed on a public interface.")
	fs.BoolVar(&c.EnableClientVerification, "enable-client-verification", c.EnableClientVerification,
		"Enable the verification of the API server's client certificate.")
	fs.StringVar(&c.ClientCAPath, "client-ca-path", c.ClientCAPath, "The CA of client certificates.")
	fs.StringSliceVar(&c.ClientCertificateSubjects, "client-subject-names", c.ClientCertificateSubjects, ""+
		"Subject names (CN or DNS SAN) that a client certificate may have. Should be a comma-separated list.")
	fs.Var(cliflag.NewMapStringBool(&c.FeatureGates), "feature-gates", ""+
		"A set of key=value pairs that describe feature gates for alpha/experimental features. Options are:\n"+
		strings.Join(utilfeature.DefaultFeatureGate.KnownFeatures(), "\n"))
	logf.AddFlags(&c.Logging, fs)

	fs.StringVar(&c.MetricsListenAddress, "metrics-listen-address", c.MetricsListenAddress,
		"The host and port of the metrics endpoint. The value '0' disables it")
	addTLSFlags(fs, "metrics-", "the metrics endpoint", &c.MetricsTLSConfig)

	limits := &c.PEMSizeLimitsConfig
	fs.IntVar(&limits.MaxCertificateSize, "max-certificate-size", limits.MaxCertificateSize, "Maximum size of a certificate in PEM.")
	fs.IntVar(&limits.MaxPrivateKeySize, "max-private-key-size", limits.MaxPrivateKeySize, "Maximum size of a private key in PEM.")
	fs.IntVar(&limits.MaxChainLength, "max-certificate-chain-length", limits.MaxChainLength, "Maximum size of a chain in PEM.")
	fs.IntVar(&limits.MaxBundleSize, "max-certificate-bundle-size", limits.MaxBundleSize, "Maximum size of a bundle in PEM.")
}

// addTLSFlags registers the flags of one server, with a prefix.
func addTLSFlags(fs *pflag.FlagSet, prefix, server string, c *shared.TLSConfig) {
	fs.StringVar(&c.Filesystem.CertFile, prefix+"tls-cert-file", c.Filesystem.CertFile, "path to the certificate of "+server)
	fs.StringVar(&c.Filesystem.KeyFile, prefix+"tls-private-key-file", c.Filesystem.KeyFile, "path to the private key of "+server)
	fs.DurationVar(&c.Dynamic.LeafDuration, prefix+"dynamic-serving-leaf-duration", c.Dynamic.LeafDuration,
		"lifetime of the certificates of "+server)
	fs.StringVar(&c.Dynamic.SecretNamespace, prefix+"dynamic-serving-ca-secret-namespace", c.Dynamic.SecretNamespace,
		"namespace of the Secret with the CA of "+server)
	fs.StringVar(&c.Dynamic.SecretName, prefix+"dynamic-serving-ca-secret-name", c.Dynamic.SecretName,
		"name of the Secret with the CA of "+server)
	fs.StringSliceVar(&c.Dynamic.DNSNames, prefix+"dynamic-serving-dns-names", c.Dynamic.DNSNames,
		"DNS names in the certificates of "+server)
	fs.StringSliceVar(&c.CipherSuites, prefix+"tls-cipher-suites", c.CipherSuites, ""+
		"Comma-separated list of cipher suites of "+server+". If omitted, those of Go are used. "+
		"Possible values: "+strings.Join(cliflag.TLSCipherPossibleValues(), ","))
	fs.StringVar(&c.MinTLSVersion, prefix+"tls-min-version", c.MinTLSVersion, ""+
		"Minimum TLS version of "+server+". If omitted, that of Go is used. "+
		"Possible values: "+strings.Join(cliflag.TLSPossibleVersions(), ", "))
}

// PathRefs returns pointers to the file paths of a configuration. It must be kept up to date by hand.
func PathRefs(c *webhook.WebhookConfiguration) ([]*string, error) {
	return []*string{
		&c.TLSConfig.Filesystem.KeyFile,
		&c.TLSConfig.Filesystem.CertFile,
		&c.MetricsTLSConfig.Filesystem.KeyFile,
		&c.MetricsTLSConfig.Filesystem.CertFile,
		&c.KubeConfig,
	}, nil
}
