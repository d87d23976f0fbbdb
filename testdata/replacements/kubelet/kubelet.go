// Package kubelet replaces the flags and the loader of the kubelet: the published types, the markers in package config,
// and what markers cannot say.
package kubelet

import (
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/logs"
	"k8s.io/component-base/version/verflag"
	"k8s.io/kubelet/config/v1beta1"

	"example.com/replacements/kubelet/config"
	"example.com/replacements/kubelet/config/options"
	"example.com/replacements/kubelet/features"
	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
)

// NewGates returns the feature gates of the kubelet.
func NewGates() (*gates.Gates, error) {
	declared, err := features.Declared()
	if err != nil {
		return nil, err
	}
	return gates.New(declared)
}

// NewLoader returns the loader of the kubelet: files in subdirectories are drop-in files, too, and unknown fields are
// warnings.
func NewLoader(flags *options.KubeletFlags, known *gates.Gates) *componentconfig.Loader[v1beta1.KubeletConfiguration] {
	validate := func() field.ErrorList { return options.ValidateKubeletFlags(flags) }
	return componentconfig.New("kubelet", options.KubeletConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir("", "**"), componentconfig.WithLenientDecoding(),
		componentconfig.WithoutEmptyFiles(), componentconfig.WithFlags(flags.AddFlags, validate),
		componentconfig.WithFlags(libraryFlags), componentconfig.WithFeatureGates("FeatureGates", known.Set),
		componentconfig.WithComplete(func(c *v1beta1.KubeletConfiguration, from componentconfig.Sources) error {
			config.Complete(c, from.HasFiles(), from.HasFlag("eviction-hard"))
			return nil
		}))
}

// libraryFlags are the flags of libraries. The first is cAdvisor's.
func libraryFlags(fs *pflag.FlagSet) {
	fs.Duration("housekeeping-interval", 10*time.Second, "How often containers are looked at.")
	verflag.AddFlags(fs)
	logs.AddFlags(fs, logs.SkipLoggingConfigurationFlags())
}
