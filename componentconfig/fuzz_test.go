package componentconfig_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// FuzzLoad looks for panics and hangs between a file and an object, and for configurations that do not load back after
// they were written.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"port: 1\n", "zones: [{name: a, file: b, keys: [{secret: x}]}]\n", "cache: {size: 1Gi, negative: null}\n",
		"featureGates: {A: yes}\n",
		"logging: {format: json, vmodule: [{filePattern: a, verbosity: 1}]}\n", "upstreams: [{name: a}, {name: a}]\n" +
			"allowedClients: [a, a]\n", "x: &a [*a]\n",
		"clientConnection: {qps: 1.5, burst: -1}\n", "kernelBuffer: 1e400\n", "timeout: 9999999999h\n",
		"labels: {1: a, true: b}\n",
	} {
		f.Add(v1Header+seed, v1alpha1Header+seed)
	}
	dir := f.TempDir()
	root := options.RelayConfigurationRoot()
	root.Validate = nil
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""),
		componentconfig.WithWriteConfigTo(), componentconfig.WithLenientDecoding(),
		componentconfig.WithFeatureGates("FeatureGates", allOn))
	f.Fuzz(func(t *testing.T, main, dropIn string) {
		s := site{t, dir}
		s.write("config.yaml", main)
		s.write("conf.d/a.conf", dropIn)
		loaded, err := l.Load(s.args(files))
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, dir) {
					t.Errorf("no position: %s", line)
				}
			}
			return
		}
		text := loaded.Explain()
		if _, stderr, err := s.run(l, append([]string{"--write-config-to=$D/out.yaml"}, files...)...); err != nil {
			t.Fatalf("%s\n%s", stderr, text)
		}
		if err := os.Remove(filepath.Join(dir, "conf.d/a.conf")); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Load(s.args([]string{"--config=$D/out.yaml"})); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}
