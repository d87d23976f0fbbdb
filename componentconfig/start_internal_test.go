package componentconfig

import (
	"os"
	"path/filepath"
	"testing"

	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// A start decodes the files once, and converts the result to a version only on request, also if the component has
// changed the configuration since.
func TestStartDoesNotConvertBack(t *testing.T) {
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	file := filepath.Join(t.TempDir(), "config.yaml")
	text := "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\nport: 5\nsearchDomains: [a]\n" +
		"featureGates: {Shadow: true}\nallowedClients: [a]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	gates := func(all []Gate) Gates {
		if len(all) != 1 || len(all[0].Origins) != 1 || all[0].Origins[0].Line != 5 {
			t.Errorf("the gates are %v", all)
		}
		return Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
	}
	complete := func(config *relay.RelayConfiguration, _ Sources) error { config.MaxQueries = 7; return nil }
	loaded, err := New("relay", options.RelayConfigurationRoot(), WithConfigFile(), WithConfigz(), ForOS("linux"),
		WithFeatureGates("FeatureGates", gates), WithComplete(complete)).Load([]string{"--config=" + file,
		"--bind-address=10.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	c := loaded.candidates[0]
	for _, v := range []*view{c.view, c.changed[0][0], c.changed[0][1]} {
		if v.nodes != nil {
			t.Error("a start has converted the configuration back")
		}
	}
	loaded.Config.Port = 6
	origins := loaded.Origins()
	if got := origins["maxQueries"][0].String() + " " + c.view.tree().Fields["port"].Text; got != "completed 5" {
		t.Errorf("got %s", got)
	}
}
