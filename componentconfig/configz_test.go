package componentconfig_test

import (
	"strings"
	"testing"

	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
)

// TestConfigzOfTheLastLoad: a second load of the process replaces what the first one shows.
func TestConfigzOfTheLastLoad(t *testing.T) {
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	s := newSite(t, nil)
	for _, port := range []string{"5", "6"} {
		if _, err := loader(componentconfig.WithConfigz()).Load(s.args([]string{"--port=" + port})); err != nil {
			t.Fatal(err)
		}
		if got := getConfigz(t); !strings.Contains(got, `"port":`+port) {
			t.Errorf("port %s: %s", port, got)
		}
	}
}
