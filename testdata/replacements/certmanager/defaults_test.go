package certmanager

import (
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"
)

// TestDefaults: the descriptor has the defaults that each component sets, and flags read the defaults that they print.
func TestDefaults(t *testing.T) {
	defaults(t, NewController, Features{})
	defaults(t, NewWebhook, Features{})
	defaults(t, NewCAInjector, Features{})
}

func defaults[T any](t *testing.T, newLoader func(Features) (*componentconfig.Loader[T], error), features Features) {
	t.Helper()
	configtest.Defaults(t, func() *componentconfig.Loader[T] {
		loader, err := newLoader(features)
		if err != nil {
			t.Fatal(err)
		}
		return loader
	})
}
