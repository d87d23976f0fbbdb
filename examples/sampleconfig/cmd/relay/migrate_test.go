package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	logsapi "k8s.io/component-base/logs/api/v1"
	"sigs.k8s.io/randfill"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/v1alpha1"
)

var randomFiles = flag.Int("files", 40, "the number of random files to migrate")

// oldFile returns the text of a random file of v1alpha1.
func oldFile(t *testing.T, seed int64) string {
	t.Helper()
	c := &v1alpha1.RelayConfiguration{}
	randfill.NewWithSeed(seed).NilChance(0.1).NumElements(1, 3).Funcs(
		func(s *string, r randfill.Continue) {
			*s = []string{"text #%d: {x}", "plain%d", "it's %d", "%d", ""}[r.Intn(5)]
			*s = strings.ReplaceAll(*s, "%d", fmt.Sprint(r.Intn(100)))
		},
		func(d *metav1.Duration, r randfill.Continue) {
			d.Duration = time.Duration(r.Intn(5000)) * time.Millisecond
		},
		func(q *resource.Quantity, r randfill.Continue) {
			*q = resource.MustParse(fmt.Sprintf("%dMi", r.Intn(1000)))
		},
		func(v *intstr.IntOrString, r randfill.Continue) {
			*v = []intstr.IntOrString{intstr.FromInt32(r.Int31n(100)), intstr.FromString("5%")}[r.Intn(2)]
		},
		func(n *int32, r randfill.Continue) { *n = r.Int31n(100) },
		func(c *logsapi.LoggingConfiguration, r randfill.Continue) {
			c.Format, c.Verbosity = "text", logsapi.VerbosityLevel(r.Intn(10))
		},
	).Fill(c)
	c.APIVersion, c.Kind = "relay.config.configgen.dev/v1alpha1", "RelayConfiguration"
	c.FeatureGates = map[string]bool{"ServeStale": true}
	c.Admin.Token = "" // excludes its file
	return configtest.Commented(t, seed, c)
}

// TestMigratesFiles migrates random files of v1alpha1, and some that are hard to change.
func TestMigratesFiles(t *testing.T) {
	loader := prepared(t, nil).loader
	shared := func() *componentconfig.Loader[config.RelayConfiguration] { return loader }
	const head = "apiVersion: relay.config.configgen.dev/v1alpha1\nkind: RelayConfiguration\n"
	texts := []string{
		head + "#\tTabs.\nforwarding:\n  timeoutSeconds: &t 5\t# a tab\n" +
			"  attempts: &n 2\nlisten:\n  trafficClass: *n  # an alias\n",
		head + "forwarding: {upstreams: [192.0.2.1:53, # the first\n  192.0.2.2:53], timeoutSeconds: 5} # all\n",
		head + "forwarding:\n  policy: |-  # in a block\n    Ordered\n  'timeoutSeconds': 3 # last\n",
		strings.ReplaceAll(head+"# One.\nforwarding: # two\n\n  # Three.\n  timeoutSeconds: 5 # four\n", "\n", "\r\n"),
		`{"apiVersion": "relay.config.configgen.dev/v1alpha1", "kind": "RelayConfiguration",` + "\n" +
			` "forwarding": {"timeoutSeconds": 5}}`,
		head + "hosts:\n  records: &r {a.example: [192.0.2.1]}\ncache:\n  <<: {maxTTL: 1h}  # merged\n  minTTL: 1s\n",
	}
	for seed := range int64(*randomFiles) {
		texts = append(texts, oldFile(t, seed))
	}
	file := filepath.Join(t.TempDir(), "relay.yaml")
	for i, text := range texts {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if configtest.Migrates(t, shared, file); t.Failed() {
			t.Fatalf("file %d:\n%s", i, text)
		}
	}
}
