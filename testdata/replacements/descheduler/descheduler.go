// Package descheduler replaces the flags and the loader of descheduler: its published policy, the markers in package
// config, and the little that markers cannot say.
package descheduler

import (
	"errors"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/descheduler/pkg/api"
	"sigs.k8s.io/descheduler/pkg/descheduler"

	"example.com/replacements/descheduler/config/options"
	"github.com/configgen/configgen/componentconfig"
)

// NewLoader returns the loader of descheduler. The client reads the priority classes that a policy names.
func NewLoader(flags *options.Flags, client kubernetes.Interface) *componentconfig.Loader[api.DeschedulerPolicy] {
	descheduler.SetupPlugins()
	return componentconfig.New("descheduler", options.DeschedulerPolicyRoot(),
		componentconfig.WithConfigFile("policy-config-file"), componentconfig.WithLenientDecoding(),
		componentconfig.WithFlags(flags.AddFlags, func() field.ErrorList { return options.ValidateFlags(flags) }),
		componentconfig.WithComplete(func(policy *api.DeschedulerPolicy, from componentconfig.Sources) error {
			if !from.HasFiles() {
				return errors.New("there is no policy: name its file with --policy-config-file")
			}
			return complete(policy, client)
		}))
}
