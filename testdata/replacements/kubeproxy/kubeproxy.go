// Package kubeproxy replaces the flags and the loader of kube-proxy: the published types, the markers in package
// config, and the little that markers cannot say.
package kubeproxy

import (
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kube-proxy/config/v1alpha1"

	"example.com/replacements/kubeproxy/config"
	"example.com/replacements/kubeproxy/config/options"
	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
)

// Flags are the flags that are not configuration.
type Flags struct {
	Cleanup, InitOnly bool
	Master            string
	// HealthzPort and MetricsPort have no effect.
	HealthzPort, MetricsPort int32
}

// AddFlags registers them.
func (f *Flags) AddFlags(fs *pflag.FlagSet) {
	fs.BoolVar(&f.Cleanup, "cleanup", false, "Clean up the rules of the proxy and exit.")
	fs.BoolVar(&f.InitOnly, "init-only", false, "Do what needs full privileges and exit.")
	fs.StringVar(&f.Master, "master", "", "Address of the API server, instead of that in the kubeconfig file.")
	fs.Int32Var(&f.HealthzPort, "healthz-port", 10256, "Port of the health check server.")
	fs.Int32Var(&f.MetricsPort, "metrics-port", 10249, "Port of the metrics server.")
	for name, instead := range map[string]string{"healthz-port": "healthz-bind-address",
		"metrics-port": "metrics-bind-address"} {
		fs.MarkDeprecated(name, "use --"+instead+" instead") //nolint:errcheck // The flag exists.
	}
}

// NewLoader returns the loader of kube-proxy: a file wins over flags, and files are decoded leniently.
func NewLoader(flags *Flags) (*componentconfig.Loader[v1alpha1.KubeProxyConfiguration], error) {
	declared := featuregate.NewVersionedFeatureGate(version.MajorMinor(1, 36))
	if err := logsapi.AddFeatureGates(declared); err != nil {
		return nil, err
	}
	known, err := gates.New(declared)
	if err != nil {
		return nil, err
	}
	return componentconfig.New("kube-proxy", options.KubeProxyConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithWriteConfigTo(), componentconfig.WithFileFirst(), componentconfig.WithLenientDecoding(),
		componentconfig.WithoutEmptyFiles(), componentconfig.WithFlags(flags.AddFlags),
		componentconfig.WithFeatureGates("FeatureGates", known.Set),
		componentconfig.WithComplete(func(c *v1alpha1.KubeProxyConfiguration, from componentconfig.Sources) error {
			config.Complete(c, from.HasFiles())
			return nil
		})), nil
}
