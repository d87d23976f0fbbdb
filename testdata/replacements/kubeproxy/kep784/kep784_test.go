package kep784_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/replacements/kubeproxy/kep784/options"
)

const (
	alpha1 = "apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n"
	alpha2 = "apiVersion: kubeproxy.config.k8s.io/v1alpha2\nkind: KubeProxyConfiguration\n"
)

// TestKEP784Paths validates files of both versions. Errors and warnings name the places that the file has.
func TestKEP784Paths(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a move", alpha1 + "oomScoreAdj: 2000\n",
			"f.yaml:3:1: oomScoreAdj: Invalid value: 2000: must be between -1000 and 1000\n"},
		{"the new place", alpha2 + "linux: {oomScoreAdj: 2000}\n",
			"f.yaml:3:9: linux.oomScoreAdj: Invalid value: 2000: must be between -1000 and 1000\n"},
		{"by the mode", alpha1 + "mode: ipvs\nipvs: {syncPeriod: -1s}\niptables: {syncPeriod: -2s}\n",
			"f.yaml:4:8: ipvs.syncPeriod: Invalid value: \"-1s\": must be at least 1ns\n"},
		{"by another mode", alpha1 + "mode: nftables\nnftables: {syncPeriod: -1s}\n",
			"f.yaml:4:12: nftables.syncPeriod: Invalid value: \"-1s\": must be at least 1ns\n"},
		{"without a mode", alpha1 + "iptables: {syncPeriod: -1s}\nipvs: {syncPeriod: -2s}\n",
			"f.yaml:3:12: iptables.syncPeriod: Invalid value: \"-1s\": must be at least 1ns\n"},
		{"the same in v1alpha2", alpha2 + "mode: ipvs\nsyncPeriod: -1s\n",
			"f.yaml:4:1: syncPeriod: Invalid value: \"-1s\": must be at least 1ns\n"},
		{"what is gone", alpha2 + "bindAddress: 10.0.0.1\nportRange: 1-2\n",
			"f.yaml:3:1: bindAddress: removed in 1.36; set nodeIPOverride in the configuration file\n" +
				"f.yaml:4:1: portRange: removed in 1.36\n"},
		{"what has no effect", alpha1 + "portRange: 1-2\n",
			"f.yaml:3:1: warning: portRange: has no effect: removed in 1.36\n"},
		{"an old name", alpha2 + "conntrack: {min: 1}\n",
			"f.yaml:3:1: conntrack: unknown field; in v1alpha2 it is linux.conntrack\n"},
		{"an old name for several", alpha2 + "ipvs: {minSyncPeriod: 1s}\n",
			"f.yaml:3:8: ipvs.minSyncPeriod: unknown field; in v1alpha2 it is minSyncPeriod\n"},
		{"a new name", alpha1 + "linux: {oomScoreAdj: 1}\nsyncPeriod: 1s\n",
			"f.yaml:3:9: linux.oomScoreAdj: unknown field; in v1alpha1 it is oomScoreAdj\n" +
				"f.yaml:4:1: syncPeriod: unknown field; in v1alpha1 it is iptables.syncPeriod or nftables.syncPeriod or " +
				"ipvs.syncPeriod\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "f.yaml")
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, stdout, stderr := command(t, "validate", file)
			if got := strings.ReplaceAll(stdout+stderr, dir+"/", ""); got != c.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestKEP784Rows holds the markers to the rows of the plan.
func TestKEP784Rows(t *testing.T) {
	file, err := os.Open("testdata/kep784.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	root := options.KubeProxyConfigurationRoot()
	moves, dropped := map[string]string{}, map[string]bool{}
	for _, move := range root.Moves {
		moves[strings.ToLower(move.From)] = strings.ToLower(move.Field)
	}
	for _, r := range root.Removed {
		dropped[strings.ToLower(r.Of.Path)] = true
	}
	counts := map[string]int{}
	for _, row := range rows[1:] {
		old, _, _ := strings.Cut(strings.ToLower(row[1]), " ")
		current, _, _ := strings.Cut(strings.ToLower(row[2]), " ")
		counts[row[0]]++
		switch {
		case row[0] == "moved" || row[0] == "changed":
			if moves[old] != current {
				t.Errorf("%s: moved to %q, want %q", row[1], moves[old], current)
			}
		case row[0] == "dropped" && !dropped[old]:
			t.Errorf("%s has no tombstone", row[1])
		}
	}
	if counts["moved"] != 10 || counts["changed"] != 1 || counts["dropped"] != 2 || counts["default"] != 2 {
		t.Errorf("the plan has %v", counts)
	}
}

// TestKEP784Skew prints for an older release, and for an older version, and refuses what these would lose.
func TestKEP784Skew(t *testing.T) {
	const family = "ipFamilyPolicy: SingleStack\n"
	for _, c := range []struct {
		name, text string
		args       []string
		want       string
		without    string
	}{
		{"defaults of newer fields", alpha2 + "syncPeriod: 5s\n", []string{"--for=1.35"}, "syncPeriod: 5s", "configHardFail"},
		{"the release itself", alpha2, []string{"--for=1.36"}, "configHardFail: true", "removed"},
		{"a newer field", alpha2 + family, []string{"--for=1.35"},
			"f.yaml:3:1: ipFamilyPolicy: kube-proxy 1.35 does not read it; it came with 1.36\n", "kind"},
		{"an older version", alpha2 + "syncPeriod: 5s\n", []string{"--version=v1alpha1"}, "syncPeriod: 5s", "configHardFail"},
		{"without a place", alpha2 + family, []string{"--version=v1alpha1"},
			"f.yaml:3:1: ipFamilyPolicy: kubeproxy.config.k8s.io/v1alpha1 has no place for it\n", "kind"},
		{"not a release", alpha2, []string{"--for=v1.35"}, "error: --for: \"v1.35\" is not a minor version", "kind"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "f.yaml")
			if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, stdout, stderr := command(t, append([]string{"print", file}, c.args...)...)
			got := strings.ReplaceAll(stdout+stderr, dir+"/", "")
			if !strings.Contains(got, c.want) || strings.Contains(got, c.without) {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestKEP784NewerSchema names unknown fields that a newer release has.
func TestKEP784NewerSchema(t *testing.T) {
	dir := t.TempDir()
	file, schema := filepath.Join(dir, "f.yaml"), filepath.Join(dir, "newer.json")
	for name, text := range map[string]string{
		file:   alpha2 + "newer: {limit: 1}\nwinkernel: {fresh: [1]}\nolder: 1\n",
		schema: `{"properties": {"newer": {"properties": {"limit": {}}}, "winkernel": {"properties": {"fresh": {}}}}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, stdout, stderr := command(t, "validate", "--newer-schema="+schema, file)
	const want = "f.yaml:3:1: newer: unknown field; a newer release has it, by newer.json\n" +
		"f.yaml:4:13: winkernel.fresh: unknown field; a newer release has it, by newer.json\n" +
		"f.yaml:5:1: older: unknown field\n"
	if got := strings.ReplaceAll(stdout+stderr, dir+"/", ""); got != want {
		t.Errorf("got %s", got)
	}
}
