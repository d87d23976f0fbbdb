package componentconfig_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	v1 "github.com/configgen/configgen/componentconfig/testdata/relay/v1"
)

// dropIns creates n drop-in files with 20 keys each.
func dropIns(b *testing.B, n int) site {
	s := newSite(b, map[string]string{"config.yaml": v1Header, "conf.d/README": ""})
	for i := range n {
		text := v1Header + fmt.Sprintf("port: %d\nmaxQueries: %d\nreadOnlyPort: %d\nverbosity: %d\n", i+1, i, i, i) +
			"anonymousAccess: false\nserializeTransfers: true\nmergeDefaultLimits: false\ndataDir: data\nshadowServer: a\n" +
			"tls: {certFile: a.pem, keyPassword: abcd}\ncache: {size: 1Mi, negative: {ttl: 1m, entries: 2}}\n" +
			fmt.Sprintf("labels: {a%d: b, c: d}\nsearchDomains: [a]\nallowedClients: [a%d]\nupstreams: [{name: u%d, "+
				"address: a}]\n", i, i, i)
		s.write(fmt.Sprintf("conf.d/%04d.conf", i), text)
	}
	return s
}

// BenchmarkDropIns loads 1,000 drop-in files of 20 keys, and compares that with what the kubelet does with them.
func BenchmarkDropIns(b *testing.B) {
	s := dropIns(b, 1000)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			if _, err := loader().Load(s.args(files)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decode-and-json-merge-patch", func(b *testing.B) {
		for b.Loop() {
			patchOneByOne(b, s)
		}
	})
}

// patchOneByOne reads every file, converts it to JSON, patches, and decodes the result strictly at the end.
func patchOneByOne(b *testing.B, s site) {
	names, err := filepath.Glob(filepath.Join(s.dir, "conf.d", "*.conf"))
	if err != nil {
		b.Fatal(err)
	}
	merged := []byte("{}")
	for _, name := range append([]string{filepath.Join(s.dir, "config.yaml")}, names...) {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		// Strictness costs a decode of every file, in the kubelet's way of doing it too.
		if err := yaml.UnmarshalStrict(data, &v1.RelayConfiguration{}); err != nil {
			b.Fatal(err)
		}
		patch, err := yaml.YAMLToJSON(data)
		if err != nil {
			b.Fatal(err)
		}
		if merged, err = jsonpatch.MergePatch(merged, patch); err != nil {
			b.Fatal(err)
		}
	}
	if err := yaml.UnmarshalStrict(merged, &v1.RelayConfiguration{}); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkStartUp(b *testing.B) {
	for _, n := range []int{0, 10, 1000} {
		s := dropIns(b, n)
		b.Run(fmt.Sprintf("drop-ins=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := loader().Load(s.args(append([]string{"--port=5", "-v=2"}, files...))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("flags-only", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := loader().Load([]string{"--port=5"}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkMixedVersions(b *testing.B) {
	s := dropIns(b, 100)
	s.write("config.yaml", v1alpha1Header)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := loader().Load(s.args(files)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkManyMistakes shows that the cost of a file is linear in its mistakes.
func BenchmarkManyMistakes(b *testing.B) {
	for _, n := range []int{250, 1000} {
		s := newSite(b, map[string]string{"config.yaml": v1Header + "zones:\n" + strings.Repeat("- file: f\n", n)})
		b.Run(fmt.Sprintf("mistakes=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := loader().Load(s.args(files[:1])); err == nil {
					b.Fatal("no mistake")
				}
			}
		})
	}
}

func BenchmarkExplain(b *testing.B) {
	s := dropIns(b, 10)
	loaded := s.load(files...)
	for b.Loop() {
		_ = loaded.Explain()
	}
}

func BenchmarkPathRefs(b *testing.B) {
	c := &relay.RelayConfiguration{Zones: make([]relay.Zone, 100)}
	b.ReportAllocs()
	for b.Loop() {
		relay.RelayConfigurationPathRefs(c)
	}
}

func BenchmarkReparse(b *testing.B) {
	c, err := options.NewRelayConfiguration()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := options.ReparseRelayConfigurationFlags(c, []string{"--port=1", "--bind-address=10.0.0.1",
			"--feature-gates=A=true"}); err != nil {
			b.Fatal(err)
		}
	}
}
