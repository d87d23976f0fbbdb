// Package kubescheduler replaces the flags and the loader of kube-scheduler: its published types, with the markers,
// defaults and validation in package config.
package kubescheduler

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"example.com/replacements/kubescheduler/config"
	"example.com/replacements/kubescheduler/config/options"
	"github.com/configgen/configgen/componentconfig"
)

// NewLoader returns the loader of kube-scheduler.
func NewLoader(flags *options.Flags,
	more ...componentconfig.Option) *componentconfig.Loader[config.KubeSchedulerConfiguration] {
	return componentconfig.New("kube-scheduler", options.KubeSchedulerConfigurationRoot(),
		append([]componentconfig.Option{componentconfig.WithConfigFile(), componentconfig.WithWriteConfigTo(),
			componentconfig.WithoutEmptyFiles(),
			componentconfig.WithFlags(flags.AddFlags, func() field.ErrorList { return options.ValidateFlags(flags) }),
		}, more...)...)
}
