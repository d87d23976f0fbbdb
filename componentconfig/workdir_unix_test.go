//go:build unix

package componentconfig_test

import (
	"os"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// A component whose working directory is removed starts and loads again: only a relative path needs the directory.
func TestRemovedWorkingDirectory(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\ndataDir: data\n", "conf.d/a.conf": v1Header,
		"gone/x": ""})
	t.Chdir(s.dir + "/gone")
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) { return nil, nil },
		componentconfig.WithConfigDir(""), append([]string{"--tls-cert-file=$D/cert"}, files...)...)
	if err := os.RemoveAll(s.dir + "/gone"); err != nil {
		t.Fatal(err)
	}
	s.replace("config.yaml", v1Header+"timeout: 2s\ndataDir: data\n")
	if o := <-outcomes; !o.Committed {
		t.Errorf("a change is refused: %v", o.Err)
	}
	extended := loader(dynamic.WithConfig(dynamic.Options{}))
	for _, args := range [][]string{nil, files, {"--dynamic-config-dir=$D/state", "--dynamic-config-source=$D/push"}} {
		if _, err := extended.Load(s.args(args)); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
	const want = "the relative path cert cannot be resolved, because the working directory was removed; write an " +
		"absolute path"
	if got := s.problems(loader(), "--tls-cert-file=cert"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	in, err := os.Open(s.dir + "/config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	real := os.Stdin
	defer func() { os.Stdin = real }()
	os.Stdin = in
	if got := s.problems(loader(), "--config=-"); got != strings.ReplaceAll(want, "cert", "data") {
		t.Errorf("from standard input: got %s", got)
	}
}
