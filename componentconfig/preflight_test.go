package componentconfig_test

import (
	"bytes"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

// preflighted loads a configuration with checks of the machine, and returns what is wrong.
func (s site) preflighted(args ...string) string {
	s.Helper()
	root := options.RelayConfigurationRoot()
	for path, what := range map[string]descriptor.Field{
		"DataDir":               {File: &descriptor.File{Kind: "dir", Access: "rw", MustExist: true}},
		"Zones[].File":          {File: &descriptor.File{Kind: "file", MustExist: true}},
		"HookFiles":             {File: &descriptor.File{Kind: "executable", MustExist: true}},
		"Port":                  {Port: &descriptor.Port{Address: "BindAddress"}},
		"Zones[].Keys[].Secret": {File: &descriptor.File{MustExist: true}},
		"WindowsPriorityClass":  {File: &descriptor.File{MustExist: true}},
	} {
		what.Path = path
		root.Fields = append(root.Fields, what)
	}
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.WithPreflight(),
		componentconfig.WithExplainConfig(), componentconfig.ForOS("linux"),
		componentconfig.WithFeatureGates("FeatureGates", allOn), configcommand.WithCommand())
	if args[0] != "config" {
		if _, err := l.Load(s.args(args)); err != nil {
			return s.hide(err.Error())
		}
		return ""
	}
	var out bytes.Buffer
	cmd := l.Command(nil)
	cmd.SetArgs(s.args(args))
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	if err := cmd.Execute(); err == nil {
		s.Errorf("%v ends without an error", args)
	}
	return s.hide(strings.TrimSuffix(out.String(), "\n"))
}

// TestPreflight checks the machine if it is asked to, reports all at once, and says where the values come from.
func TestPreflight(t *testing.T) {
	used, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close() //nolint:errcheck // It is only there.
	port := strconv.Itoa(used.Addr().(*net.TCPAddr).Port)
	const zones = "zones:\n- {name: a, file: config.yaml}\n- name: b\n  file: b.zone\n  keys: [{name: k, secret: " +
		sentinel + "}]\n"
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "bindAddress: 127.0.0.1\nport: " + port + "\ndataDir: config.yaml\n" + zones +
			"hookFiles: {start: config.yaml}\nwindowsPriorityClass: high\n",
		"old.yaml": v1alpha1Header + "address: 127.0.0.1\nport: " + port + "\n",
	})
	uid := strconv.Itoa(os.Geteuid())
	const inUse = " is not free on 127.0.0.1: stop the process that uses it, or choose another port"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--config=$D/config.yaml"}, ""},
		{[]string{"--config=$D/config.yaml", "--preflight", "--explain-config"}, ""},
		{[]string{"--config=$D/config.yaml", "--preflight"}, "" +
			"$D/config.yaml:4:1: port: TCP port " + port + inUse + "\n" +
			"$D/config.yaml:5:1: dataDir: $D/config.yaml is a file, not a directory: correct the path\n" +
			"$D/config.yaml:9:3: zones[1].file: the file $D/b.zone does not exist: create it, or correct the path\n" +
			"$D/config.yaml:10:20: zones[1].keys[0].secret: the reason is not shown, because it may contain the secret\n" +
			"$D/config.yaml:11:13: hookFiles[start]: $D/config.yaml cannot be executed by the user " + uid +
			": run chmod +x on it"},
		{[]string{"config", "validate", "--preflight", "$D/old.yaml", "--", "--data-dir=$D"},
			"$D/old.yaml:4:1: port: TCP port " + port + inUse},
		{[]string{"--config=$D/old.yaml", "--preflight", "--data-dir=$D/none"}, "" +
			"$D/old.yaml:4:1: port: TCP port " + port + inUse + "\n" +
			"--data-dir: dataDir: the directory $D/none does not exist: create it, or correct the path"},
		{[]string{"--preflight", "--bind-address=192.0.2.1", "--port=" + port, "--data-dir=$D"},
			"--port: port: TCP port " + port + " is not available on 192.0.2.1: the machine does not have this address"},
		{[]string{"--preflight", "--bind-address=127.0.0.1", "--port=" + port}, "" +
			"--port: port: TCP port " + port + inUse + "\n" +
			"dataDir: the directory /var/lib/relay does not exist: create it, or correct the path (the value is the " +
			"default)"},
	} {
		if got := s.preflighted(c.args...); got != c.want {
			t.Errorf("%v:\ngot  %s\nwant %s", c.args, got, c.want)
		}
	}
}
