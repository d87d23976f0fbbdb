package kubelet

import (
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"
	"k8s.io/kubelet/config/v1beta1"

	"example.com/replacements/kubelet/config/options"
)

// TestDefaults: the descriptor has the defaults that the kubelet sets, and flags read the defaults that they print.
func TestDefaults(t *testing.T) {
	configtest.Defaults(t, func() *componentconfig.Loader[v1beta1.KubeletConfiguration] {
		known, err := NewGates()
		if err != nil {
			t.Fatal(err)
		}
		return NewLoader(options.NewKubeletFlags(), known)
	})
}
