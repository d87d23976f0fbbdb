// Package options is the command line of the cainjector.
package options

import (
	"strings"

	"github.com/cert-manager/cert-manager/pkg/apis/config/cainjector/v1alpha1"
	logf "github.com/cert-manager/cert-manager/pkg/logs"
	utilfeature "github.com/cert-manager/cert-manager/pkg/util/feature"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	cliflag "k8s.io/component-base/cli/flag"

	"example.com/adopt/certmanager/cainjector"
	defaults "example.com/adopt/certmanager/cainjector/v1alpha1"
)

// CAInjectorFlags are the flags that are not in the configuration.
type CAInjectorFlags struct {
	// Config is the path of the configuration file.
	Config string
}

// NewCAInjectorFlags returns the defaults.
func NewCAInjectorFlags() *CAInjectorFlags {
	return &CAInjectorFlags{}
}

// AddFlags registers the flags.
func (f *CAInjectorFlags) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&f.Config, "config", "", "File with a CAInjectorConfiguration object. Flags override its values.")
}

// NewCAInjectorConfiguration returns the defaults of the cainjector.
func NewCAInjectorConfiguration() (*cainjector.CAInjectorConfiguration, error) {
	scheme := runtime.NewScheme()
	if err := cainjector.AddToScheme(scheme); err != nil {
		return nil, err
	}
	if err := defaults.AddToScheme(scheme); err != nil {
		return nil, err
	}
	versioned := &v1alpha1.CAInjectorConfiguration{}
	scheme.Default(versioned)
	config := &cainjector.CAInjectorConfiguration{}
	if err := scheme.Convert(versioned, config, nil); err != nil {
		return nil, err
	}
	return config, nil
}

// AddConfigFlags registers the flags of the configuration.
func AddConfigFlags(fs *pflag.FlagSet, c *cainjector.CAInjectorConfiguration) {
	fs.StringVar(&c.KubeConfig, "kubeconfig", c.KubeConfig, "Path to the kubeconfig file. Only needed out of the cluster.")
	fs.StringVar(&c.Namespace, "namespace", c.Namespace, ""+
		"If set, the cainjector is limited to a single namespace. Otherwise it watches all namespaces.")
	fs.StringSliceVar(&c.IgnoreNamespaces, "ignore-namespaces", c.IgnoreNamespaces, "Namespaces with Secrets that are ignored.")
	fs.BoolVar(&c.LeaderElectionConfig.Enabled, "leader-elect", c.LeaderElectionConfig.Enabled,
		"If true, several replicas elect a leader, and only the leader acts")
	fs.StringVar(&c.LeaderElectionConfig.Namespace, "leader-election-namespace", c.LeaderElectionConfig.Namespace,
		"Namespace of the lease of the leader")
	fs.DurationVar(&c.LeaderElectionConfig.LeaseDuration, "leader-election-lease-duration",
		c.LeaderElectionConfig.LeaseDuration, "The duration that candidates wait before they try to become the leader.")
	fs.DurationVar(&c.LeaderElectionConfig.RenewDeadline, "leader-election-renew-deadline",
		c.LeaderElectionConfig.RenewDeadline, "The duration after which a leader that could not renew its lease stops.")
	fs.DurationVar(&c.LeaderElectionConfig.RetryPeriod, "leader-election-retry-period",
		c.LeaderElectionConfig.RetryPeriod, "The duration between two attempts of a candidate.")

	fs.BoolVar(&c.EnableDataSourceConfig.Certificates, "enable-certificates-data-source",
		c.EnableDataSourceConfig.Certificates, "Watch Certificates as sources of CA data. Requires their CRD.")
	injectable := &c.EnableInjectableConfig
	for _, f := range []struct {
		name, resource string
		target         *bool
	}{
		{"validatingwebhookconfigurations", "ValidatingWebhookConfigurations", &injectable.ValidatingWebhookConfigurations},
		{"mutatingwebhookconfigurations", "MutatingWebhookConfigurations", &injectable.MutatingWebhookConfigurations},
		{"customresourcedefinitions", "CustomResourceDefinitions", &injectable.CustomResourceDefinitions},
		{"apiservices", "APIServices", &injectable.APIServices},
	} {
		fs.BoolVar(f.target, "enable-"+f.name+"-injectable", *f.target, "Inject CA data into annotated "+f.resource+".")
	}

	fs.BoolVar(&c.EnablePprof, "enable-profiling", c.EnablePprof, "Enable profiling of the cainjector.")
	fs.StringVar(&c.PprofAddress, "profiler-address", c.PprofAddress, ""+
		"The host and port of the profiles. They should never be exposed on a public interface.")
	fs.Var(cliflag.NewMapStringBool(&c.FeatureGates), "feature-gates", ""+
		"A set of key=value pairs that describe feature gates for alpha/experimental features. Options are:\n"+
		strings.Join(utilfeature.DefaultFeatureGate.KnownFeatures(), "\n"))
	logf.AddFlags(&c.Logging, fs)
	addMetricsFlags(fs, c)
}

func addMetricsFlags(fs *pflag.FlagSet, c *cainjector.CAInjectorConfiguration) {
	fs.StringVar(&c.MetricsListenAddress, "metrics-listen-address", c.MetricsListenAddress,
		"The host and port of the metrics endpoint. The value '0' disables it")
	fs.StringVar(&c.MetricsTLSConfig.Filesystem.CertFile, "metrics-tls-cert-file",
		c.MetricsTLSConfig.Filesystem.CertFile, "path to the certificate of the metrics endpoint")
	fs.StringVar(&c.MetricsTLSConfig.Filesystem.KeyFile, "metrics-tls-private-key-file",
		c.MetricsTLSConfig.Filesystem.KeyFile, "path to the private key of the metrics endpoint")
	fs.DurationVar(&c.MetricsTLSConfig.Dynamic.LeafDuration, "metrics-dynamic-serving-leaf-duration",
		c.MetricsTLSConfig.Dynamic.LeafDuration, "lifetime of the certificates of the metrics endpoint")
	fs.StringVar(&c.MetricsTLSConfig.Dynamic.SecretNamespace, "metrics-dynamic-serving-ca-secret-namespace",
		c.MetricsTLSConfig.Dynamic.SecretNamespace, "namespace of the Secret with the CA of the metrics endpoint")
	fs.StringVar(&c.MetricsTLSConfig.Dynamic.SecretName, "metrics-dynamic-serving-ca-secret-name",
		c.MetricsTLSConfig.Dynamic.SecretName, "name of the Secret with the CA of the metrics endpoint")
	fs.StringSliceVar(&c.MetricsTLSConfig.Dynamic.DNSNames, "metrics-dynamic-serving-dns-names",
		c.MetricsTLSConfig.Dynamic.DNSNames, "DNS names in the certificates of the metrics endpoint")
	fs.StringSliceVar(&c.MetricsTLSConfig.CipherSuites, "metrics-tls-cipher-suites", c.MetricsTLSConfig.CipherSuites, ""+
		"Comma-separated list of cipher suites of the metrics endpoint. If omitted, those of Go are used. "+
		"Possible values: "+strings.Join(cliflag.TLSCipherPossibleValues(), ","))
	fs.StringVar(&c.MetricsTLSConfig.MinTLSVersion, "metrics-tls-min-version", c.MetricsTLSConfig.MinTLSVersion, ""+
		"Minimum TLS version of the metrics endpoint. If omitted, that of Go is used. "+
		"Possible values: "+strings.Join(cliflag.TLSPossibleVersions(), ", "))
}

// PathRefs returns pointers to the file paths of a configuration. It must be kept up to date by hand.
func PathRefs(c *cainjector.CAInjectorConfiguration) ([]*string, error) {
	return []*string{
		&c.KubeConfig,
		&c.MetricsTLSConfig.Filesystem.KeyFile,
		&c.MetricsTLSConfig.Filesystem.CertFile,
	}, nil
}
