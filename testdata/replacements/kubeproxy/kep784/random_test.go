package kep784_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/randfill"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"

	"example.com/replacements/kubeproxy/kep784"
	"example.com/replacements/kubeproxy/kep784/v1alpha1"
)

func newLoader() *componentconfig.Loader[kep784.KubeProxyConfiguration] { return loader }

// TestDefaults: the descriptor has the defaults that both versions set, and flags read the defaults that they print.
func TestDefaults(t *testing.T) { configtest.Defaults(t, newLoader) }

var randomFiles = flag.Int("files", 40, "the number of random files to migrate")

// randomFile returns the text of a file of v1alpha1 that can be migrated.
func randomFile(t *testing.T, seed int64) string {
	t.Helper()
	c := &v1alpha1.KubeProxyConfiguration{}
	modes := []v1alpha1.ProxyMode{"", "iptables", "ipvs", "nftables"}
	randfill.NewWithSeed(seed).NilChance(0).NumElements(1, 3).Funcs(
		func(s *string, c randfill.Continue) { *s = fmt.Sprintf("text #%d: {x}", c.Intn(100)) },
		func(d *metav1.Duration, c randfill.Continue) { d.Duration = 1e9 * (1 + 1000*1e0) },
		func(n *int32, c randfill.Continue) { *n = int32(c.Intn(30)) },
		func(mode *v1alpha1.ProxyMode, c randfill.Continue) { *mode = modes[c.Intn(len(modes))] },
		func(list *[]string, c randfill.Continue) { *list = []string{"10.0.0.0/8", "fd00::/8"}[:1+c.Intn(2)] },
	).Fill(c)
	c.APIVersion, c.Kind = "kubeproxy.config.k8s.io/v1alpha1", "KubeProxyConfiguration"
	c.ClusterCIDR = "10.0.0.0/8,fd00::/8"
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	object := map[string]any{}
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"portRange", "bindAddress", "logging", "featureGates"} {
		delete(object, gone)
	}
	used := map[v1alpha1.ProxyMode]string{"": "iptables", "iptables": "iptables", "ipvs": "ipvs", "nftables": "nftables"}[c.Mode]
	for _, mode := range []string{"iptables", "ipvs", "nftables"} {
		settings := object[mode].(map[string]any)
		if mode != used {
			delete(settings, "syncPeriod")
			delete(settings, "minSyncPeriod")
		}
		if (mode == "nftables") != (used == "nftables") {
			delete(settings, "masqueradeAll")
		}
	}
	return configtest.Commented(t, seed, object, "mode")
}

func TestKEP784MigrateRandom(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proxy.yaml")
	for seed := range int64(*randomFiles) {
		text := randomFile(t, seed)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if configtest.Migrates(t, newLoader, file); t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
}

// TestKEP784MigrateMutations migrates files with mistakes: it refuses them or not, and leaves a file that can be read.
func TestKEP784MigrateMutations(t *testing.T) {
	files, err := filepath.Glob("testdata/migrate/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const typed = " \n\t{}[],:#&*'\"|>-ab1\r"
	file, random := filepath.Join(t.TempDir(), "proxy.yaml"), rand.New(rand.NewSource(99))
	for i := range 200 {
		before, err := os.ReadFile(files[i%len(files)])
		if err != nil {
			t.Fatal(err)
		}
		at := random.Intn(len(before))
		before[at] = typed[random.Intn(len(typed))]
		if err := os.WriteFile(file, before, 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, stderr := command(t, "migrate", file)
		after, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if status != 0 && (string(before) != string(after) || stderr == "") {
			t.Errorf("refused, and changed: %s\n%s", stderr, before)
		}
		if _, _, stderr := command(t, "migrate", file); status == 0 && !strings.Contains(stderr, "nothing to do") {
			t.Errorf("a second migration: %s\n%s", stderr, before)
		}
	}
}
