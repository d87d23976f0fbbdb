package certmanager

import (
	"testing"

	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/componentconfig"
)

// load loads the configuration of a component.
func load(t *testing.T, component string, args []string) (config any, sets cliflag.NamedFlagSets, err error) {
	switch component {
	case "controller":
		return loadWith(t, NewController, args)
	case "webhook":
		return loadWith(t, NewWebhook, args)
	default:
		return loadWith(t, NewCAInjector, args)
	}
}

func loadWith[T any](t *testing.T, construct func() (*componentconfig.Loader[T], error), args []string) (any, cliflag.NamedFlagSets, error) {
	t.Helper()
	loader, err := construct()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := loader.Load(args)
	if err != nil {
		return nil, cliflag.NamedFlagSets{}, err
	}
	return loaded.Config, loaded.FlagSets(), nil
}
