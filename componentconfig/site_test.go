package componentconfig_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

const (
	v1Header       = "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"
	v1alpha1Header = "apiVersion: relay.config.example.io/v1alpha1\nkind: RelayConfiguration\n"
	instanceHeader = "apiVersion: relay.config.example.io/v1\nkind: RelayInstanceConfiguration\n"
)

// site is a directory of configuration files. In arguments and results, $D is the directory.
type site struct {
	testing.TB
	dir string
}

func newSite(t testing.TB, files map[string]string) site {
	t.Helper()
	s := site{t, t.TempDir()}
	for name, text := range files {
		s.write(name, text)
	}
	return s
}

func (s site) write(name, text string) {
	s.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

func (s site) read(name string) string {
	s.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.Fatal(err)
	}
	return string(data)
}

func (s site) args(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = strings.ReplaceAll(a, "$D", s.dir)
	}
	return out
}

func (s site) hide(text string) string { return strings.ReplaceAll(text, s.dir, "$D") }

// allOn is a component with all features on.
func allOn([]componentconfig.Gate) componentconfig.Gates {
	return componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
}

// reparse returns the Reparse function of a root. register registers the flags of the root.
func reparse[T any](add func(*pflag.FlagSet, *T)) func(*T, []string, ...func(*pflag.FlagSet)) error {
	return func(config *T, args []string, others ...func(*pflag.FlagSet)) error {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		add(fs, config)
		for _, other := range others {
			other(fs)
		}
		return fs.Parse(args)
	}
}

// loader returns a loader with every option.
func loader(more ...componentconfig.Option) *componentconfig.Loader[relay.RelayConfiguration] {
	return componentconfig.New("relay", options.RelayConfigurationRoot(), append([]componentconfig.Option{
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""),
		componentconfig.WithInstanceConfig(options.RelayInstanceConfigurationRoot()),
		componentconfig.WithExplainConfig(), componentconfig.WithWriteConfigTo(), componentconfig.ForOS("linux"),
		componentconfig.WithFeatureGates("FeatureGates", allOn),
	}, more...)...)
}

func (s site) load(args ...string) *componentconfig.Loaded[relay.RelayConfiguration] {
	s.Helper()
	out, err := loader().Load(s.args(args))
	if err != nil {
		s.Fatalf("%v: %v", args, s.hide(err.Error()))
	}
	return out
}

// problems loads a configuration that must not load.
func (s site) problems(l *componentconfig.Loader[relay.RelayConfiguration], args ...string) string {
	s.Helper()
	if _, err := l.Load(s.args(args)); err != nil {
		return s.hide(err.Error())
	}
	s.Fatalf("%v: loaded without an error", args)
	return ""
}

// files are the flags for the usual files.
var files = []string{"--config=$D/config.yaml", "--config-dir=$D/conf.d"}

// explained returns value and origins of a leaf in the output of --explain-config.
func explained(s site, l *componentconfig.Loaded[relay.RelayConfiguration], key string) string {
	s.Helper()
	for line := range strings.Lines(l.Explain()) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " -"), key+": "); ok {
			return s.hide(strings.TrimSpace(rest))
		}
	}
	return ""
}

func (s site) remove(name string) {
	s.Helper()
	if err := os.Remove(filepath.Join(s.dir, name)); err != nil {
		s.Fatal(err)
	}
}

func texts(problems componentconfig.Problems) (out []string) {
	for _, p := range problems {
		out = append(out, p.String())
	}
	return out
}
