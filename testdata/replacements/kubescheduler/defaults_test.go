package kubescheduler

import (
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"

	"example.com/replacements/kubescheduler/config"
	"example.com/replacements/kubescheduler/config/options"
)

// TestDefaults: the descriptor has the defaults that kube-scheduler sets, and flags read the defaults that they print.
func TestDefaults(t *testing.T) {
	configtest.Defaults(t, func() *componentconfig.Loader[config.KubeSchedulerConfiguration] {
		return NewLoader(options.NewFlags())
	})
}
