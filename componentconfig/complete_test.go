package componentconfig_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// byTransport completes the relay as a component with modes does: what belongs to another transport is reset, the path
// of its data follows from the system, and a flag feeds two fields.
func byTransport(c *relay.RelayConfiguration, from componentconfig.Sources) error {
	if c.Transport == "tcp" && from.IsSet("maxQueries") {
		c.MaxQueries *= 2
	}
	if c.Transport != "tcp" {
		c.KernelBuffer.Set(0)
	}
	if !from.IsSet("labels") {
		c.Labels = map[string]string{"os": runtime.GOOS}
	}
	if from.HasFlag("port") && !from.HasFiles() {
		c.ReadOnlyPort = c.Port + 1
	}
	if !from.IsSet("dataDir") {
		c.DataDir = "data"
	}
	return nil
}

func TestComplete(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "transport: tcp\nmaxQueries: 4\nlabels: {a: b}\n"})
	l := loader(componentconfig.WithComplete(byTransport),
		componentconfig.WithComplete(func(c *relay.RelayInstanceConfiguration, _ componentconfig.Sources) error {
			c.HostName = strings.ToLower(c.HostName)
			return nil
		}))
	loaded, err := l.Load(s.args([]string{"--config=$D/config.yaml", "--port=9", "--hostname-override=ABC"}))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"maxQueries": "8  # completed (overrides config.yaml:4)", "transport": "tcp  # config.yaml:3",
		"a": "b  # config.yaml:5", "readOnlyPort": "0  # default", "port": "9  # flag --port",
		"hostName": "abc  # completed (overrides flag --hostname-override)",
	} {
		if got := explained(s, loaded, key); got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
	if loaded, err = l.Load([]string{"--port=9"}); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"os": runtime.GOOS + "  # completed", "readOnlyPort": "10  # completed", "maxQueries": "110  # default",
	} {
		if got := explained(s, loaded, key); got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
	if dir := loaded.Config.DataDir; !strings.HasSuffix(dir, "/data") {
		t.Errorf("a completed path is relative: %s", dir)
	}
}

// TestCompletedConfigurationsLoadBack writes a zero that defaulting replaces and completing resets.
func TestCompletedConfigurationsLoadBack(t *testing.T) {
	root := options.RelayConfigurationRoot()
	root.ZerosKept = false
	reset := func(c *relay.RelayConfiguration, _ componentconfig.Sources) error {
		if c.Transport == "tcp" {
			c.MaxQueries = 0
		}
		return nil
	}
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.WithWriteConfigTo(),
		componentconfig.WithExplainConfig(), componentconfig.WithComplete(reset),
		componentconfig.WithFeatureGates("FeatureGates", allOn))
	s := newSite(t, map[string]string{"config.yaml": v1Header + "transport: tcp\n"})
	if _, stderr, err := s.run(l, "--config=$D/config.yaml", "--write-config-to=$D/out.yaml"); err != nil {
		t.Fatal(err, stderr)
	}
	loaded, err := l.Load(s.args([]string{"--config=$D/out.yaml"}))
	if err != nil || loaded.Config.MaxQueries != 0 {
		t.Errorf("got %+v, %v", loaded, err)
	}
}

func TestMistakesOfComplete(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 7\ntls: {keyPassword: opensesame}\n"})
	path := field.NewPath("port")
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("the host has no name"), "the host has no name"},
		{field.Invalid(path, 7, "is taken"), "$D/config.yaml:3:1: port: Invalid value: 7: is taken (flag --port)"},
		{field.ErrorList{field.Invalid(path, 7, "a"), field.Invalid(field.NewPath("timeout"), "1s", "b")}.ToAggregate(),
			"$D/config.yaml:3:1: port: Invalid value: 7: a (flag --port)\ntimeout: Invalid value: \"1s\": b (flag --timeout)"},
		{utilerrors.NewAggregate([]error{errors.New("the password is opensesame")}), "the password is ***"},
	} {
		l := loader(componentconfig.WithComplete(
			func(*relay.RelayConfiguration, componentconfig.Sources) error { return c.err }))
		got := strings.Split(s.problems(l, "--config=$D/config.yaml"), "\n")
		for _, want := range strings.Split(c.want, "\n") {
			if !strings.Contains("\n"+strings.Join(got, "\n")+"\n", "\n"+want+"\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
			}
		}
	}
}
