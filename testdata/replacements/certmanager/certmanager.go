// Package certmanager replaces the flags and the loaders of the controller, the webhook and the cainjector of
// cert-manager: their published types, the markers on internal types, and the little that markers cannot say.
package certmanager

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"

	"example.com/replacements/certmanager/cainjector"
	cainjectoroptions "example.com/replacements/certmanager/cainjector/options"
	"example.com/replacements/certmanager/controller"
	controlleroptions "example.com/replacements/certmanager/controller/options"
	"example.com/replacements/certmanager/webhook"
	webhookoptions "example.com/replacements/certmanager/webhook/options"
	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/gates"
)

// Features are the feature gates of a program, which declares them in a package of its own.
type Features map[featuregate.Feature]featuregate.FeatureSpec

// NewController returns the loader of the controller.
func NewController(features Features) (*componentconfig.Loader[controller.ControllerConfiguration], error) {
	return loader("controller", controlleroptions.ControllerConfigurationRoot(), features)
}

// NewWebhook returns the loader of the webhook.
func NewWebhook(features Features) (*componentconfig.Loader[webhook.WebhookConfiguration], error) {
	return loader("webhook", webhookoptions.WebhookConfigurationRoot(), features)
}

// NewCAInjector returns the loader of the cainjector.
func NewCAInjector(features Features) (*componentconfig.Loader[cainjector.CAInjectorConfiguration], error) {
	return loader("cainjector", cainjectoroptions.CAInjectorConfigurationRoot(), features)
}

// loader returns a loader that ignores arguments and does not take underscores for dashes, as the programs do.
func loader[T any](name string, root binding.Root[T], features Features) (*componentconfig.Loader[T], error) {
	declared := featuregate.NewVersionedFeatureGate(version.MajorMinor(1, 22))
	if err := declared.Add(features); err != nil {
		return nil, err
	}
	known, err := gates.New(declared)
	if err != nil {
		return nil, err
	}
	return componentconfig.New(name, root, componentconfig.WithConfigFile(), componentconfig.WithoutEmptyFiles(),
		componentconfig.WithExactFlagNames(), componentconfig.WithFeatureGates("FeatureGates", known.Set),
		componentconfig.WithArguments(func([]string) error { return nil })), nil
}
