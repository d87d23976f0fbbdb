package descheduler

import (
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"
	"sigs.k8s.io/descheduler/pkg/api"

	"example.com/replacements/descheduler/config/options"
)

// TestDefaults: the descriptor has the defaults that descheduler sets, and flags read the defaults that they print.
func TestDefaults(t *testing.T) {
	configtest.Defaults(t, func() *componentconfig.Loader[api.DeschedulerPolicy] {
		return NewLoader(options.NewFlags(), nil)
	})
}
