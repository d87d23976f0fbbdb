package bootstrap_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/bootstrap"
	"github.com/configgen/configgen/bootstrap/testdata/relay"
	"github.com/configgen/configgen/bootstrap/testdata/relay/options"
)

const v1Header = "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"

func TestFirst(t *testing.T) {
	dir := t.TempDir()
	w := func(name, text string) string {
		p := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(p), 0o755)
		os.WriteFile(p, []byte(text), 0o644)
		return p
	}
	main := w("config.yaml", v1Header+"port: 1\nzones:\n- name: a\n  file: a.zone\n  keys:\n  - name: k\n    secret: hunter2\nmaxQueries: 0\nfeatureGates: {A: true}\nsearchDomains: []\n")
	w("conf.d/10-a.conf", "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\naddress: 10.0.0.1\ntimeoutSeconds: 7\nport: 2\nfeatureGates: {B: true}\ntls: {clientCAs: [ca.pem]}\n")
	l := bootstrap.New("relay", options.RelayConfigurationRoot(), bootstrap.ConfigFile(), bootstrap.ConfigDir(""), bootstrap.ExplainConfig(), bootstrap.WriteConfigTo(),
		bootstrap.InstanceConfig(options.RelayInstanceConfigurationRoot()))
	out, err := l.Load([]string{"--config", main, "--config-dir", filepath.Join(dir, "conf.d"), "--port=3", "--feature-gates=C=true", "--log-text-split-stream", "--hostname-override=x"})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(out.Explain(), out.Warnings)
	var _ *relay.RelayConfiguration = out.Config
	_ = strings.TrimSpace
}
