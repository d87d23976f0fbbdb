package kubeproxy

import (
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"
	"k8s.io/kube-proxy/config/v1alpha1"
)

// TestDefaults: the descriptor has the defaults that kube-proxy sets, and flags read the defaults that they print.
func TestDefaults(t *testing.T) {
	configtest.Defaults(t, func() *componentconfig.Loader[v1alpha1.KubeProxyConfiguration] {
		loader, err := NewLoader(&Flags{})
		if err != nil {
			t.Fatal(err)
		}
		return loader
	})
}
