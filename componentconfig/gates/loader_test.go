package gates_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// shadow is the gate of the relay's field shadowServer: alpha since 1.3, beta since 1.4, off.
const shadow featuregate.Feature = "Shadow"

// component is a relay with files.
type component struct {
	*testing.T
	dir      string
	declared featuregate.MutableVersionedFeatureGate
	gates    *gates.Gates
	loader   *componentconfig.Loader[relay.RelayConfiguration]
	checked  []bool // what the validation of the root sees of Shadow
}

func newComponent(t *testing.T, files map[string]string) *component {
	t.Helper()
	c := &component{T: t, dir: t.TempDir(), declared: plain(t)}
	at := version.MustParse
	err := c.declared.AddVersioned(map[featuregate.Feature]featuregate.VersionedSpecs{
		shadow: {{Version: at("1.3"), PreRelease: featuregate.Alpha}, {Version: at("1.4"), PreRelease: featuregate.Beta}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		c.write(name, content)
	}
	c.gates, err = gates.New(c.declared, gates.WithDependencies(needs()),
		gates.WithWarningHandler(func(componentconfig.GateProblem) {}))
	if err != nil {
		t.Fatal(err)
	}
	root := options.RelayConfigurationRoot()
	validate := root.Validate
	root.Validate = func(config *relay.RelayConfiguration) field.ErrorList {
		c.checked = append(c.checked, c.gates.Planned().Enabled(shadow))
		return validate(config)
	}
	c.loader = componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""),
		componentconfig.WithWriteConfigTo(), componentconfig.WithFeatureGates("FeatureGates", c.gates.Set))
	return c
}

// write writes a file; its apiVersion and kind take the first two lines.
func (c *component) write(name, content string) {
	c.Helper()
	path := filepath.Join(c.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"+content),
		0o644); err != nil {
		c.Fatal(err)
	}
}

// load loads with the given arguments, in which $D stands for the directory of the files, and returns what is wrong.
func (c *component) load(args ...string) (*relay.RelayConfiguration, string) {
	c.Helper()
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "$D", c.dir)
	}
	loaded, err := c.loader.Load(args)
	if err != nil {
		return nil, strings.ReplaceAll(err.Error(), c.dir, "$D")
	}
	return loaded.Config, ""
}

// Gates are merged key by key: the command line over drop-in files in their order over the main file over defaults.
func TestPrecedence(t *testing.T) {
	c := newComponent(t, map[string]string{
		"config.yaml":     "featureGates: {EarlyHints: true, OptionalPath: true, UsualPath: false, Detour: false}\n",
		"conf.d/10.conf":  "featureGates: {OptionalPath: false, UsualPath: true}\n",
		"conf.d/20.conf":  "featureGates: {UsualPath: false, OldPath: true}\n",
		"elsewhere.yaml":  "port: 5353\n",
		"null/a.conf":     "featureGates: {EarlyHints: null}\n",
		"whole/none.conf": "featureGates: {}\n",
	})
	for _, row := range []struct {
		args []string
		want map[featuregate.Feature]bool
	}{
		{[]string{"--config=$D/config.yaml", "--config-dir=$D/conf.d", "--feature-gates=Detour=true,UsualPath=true"},
			map[featuregate.Feature]bool{early: true, optional: false, usual: true, detour: true, old: true}},
		{[]string{"--config=$D/config.yaml", "--config-dir=$D/conf.d"}, map[featuregate.Feature]bool{early: true,
			optional: false, usual: false, detour: false, old: true}},
		{[]string{"--config=$D/config.yaml"}, map[featuregate.Feature]bool{early: true, optional: true, usual: false,
			detour: false, old: false}},
		{[]string{"--config=$D/config.yaml", "--config-dir=$D/null"}, map[featuregate.Feature]bool{early: false,
			optional: true}},
		{[]string{"--config=$D/config.yaml", "--config-dir=$D/whole"}, map[featuregate.Feature]bool{early: true,
			optional: true}},
		{[]string{"--feature-gates=AllAlpha=true", "--feature-gates=EarlyAnswers=false"},
			map[featuregate.Feature]bool{early: true, earlier: false, optional: false}},
		{[]string{"--config=$D/elsewhere.yaml"}, map[featuregate.Feature]bool{early: false, earlier: false, optional: false,
			usual: true, detour: true, old: false}},
	} {
		if _, problems := c.load(row.args...); problems != "" {
			t.Errorf("%v:\n%s", row.args, problems)
			continue
		}
		want(t, c.gates, row.want)
	}
}

// A configuration that was written with a gate on is loaded with it off, and the other way round. Errors name field,
// gate and position.
func TestOnAndOff(t *testing.T) {
	c := newComponent(t, map[string]string{
		"on.yaml":    "featureGates:\n  Shadow: true\nshadowServer: 10.0.0.1:53\n",
		"off.yaml":   "shadowServer: 10.0.0.1:53\n",
		"plain.yaml": "port: 5353\n",
		"both.yaml":  "featureGates:\n  Shadow: false\n  Shadw: true\n  SettledPath: false\nshadowServer: 10.0.0.1:53\n",
	})
	config, problems := c.load("--config=$D/on.yaml")
	if problems != "" || config.ShadowServer != "10.0.0.1:53" || !c.gates.Enabled(shadow) || !c.checked[0] {
		t.Errorf("on: %+v %s, validation saw %v", config, problems, c.checked)
	}
	config, problems = c.load("--config=$D/plain.yaml", "--feature-gates=Shadow=true")
	if problems != "" || config.ShadowServer != "127.0.0.1:5300" {
		t.Errorf("on, not set: no default: %+v %s", config, problems)
	}
	config, problems = c.load("--config=$D/plain.yaml")
	if problems != "" || config.ShadowServer != "" || c.gates.Enabled(shadow) || c.checked[len(c.checked)-1] {
		t.Errorf("off, not set: a default all the same: %+v %s", config, problems)
	}
	before := c.gates.Snapshot()
	for args, want := range map[string]string{
		"--config=$D/off.yaml": "$D/off.yaml:3:1: shadowServer: can be set only if the " +
			"feature gate Shadow is on",
		"--config=$D/on.yaml --feature-gates=Shadow=false": "$D/on.yaml:5:1: shadowServer: can be set only if the feature " +
			"gate Shadow is on",
		"--config=$D/both.yaml": "$D/both.yaml:5:3: featureGates[Shadw]: unrecognized feature gate: Shadw; did you mean " +
			`"Shadow"?
$D/both.yaml:6:3: featureGates[SettledPath]: cannot set feature gate SettledPath to false, feature is locked to true
$D/both.yaml:7:1: shadowServer: can be set only if the feature gate Shadow is on`,
		"--feature-gates=Nonsense=true,SettledPath=false": "--feature-gates: featureGates[Nonsense]: unrecognized " +
			"feature gate: " +
			`Nonsense
--feature-gates: featureGates[SettledPath]: cannot set feature gate SettledPath to false, feature is locked to true`,
	} {
		if _, got := c.load(strings.Fields(args)...); got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", args, got, want)
		}
	}
	if c.gates.Snapshot() != before {
		t.Error("a configuration that was refused has changed the gates")
	}
}

// What is written loads back to the same configuration and the same gates, with gates on and off, at the present
// version and an emulated one.
func TestRoundTrip(t *testing.T) {
	for _, emulated := range []string{"1.4", "1.3"} {
		for _, on := range []string{"true", "false"} {
			c := newComponent(t, map[string]string{"config.yaml": "featureGates: {Shadow: " + on + ", OldPath: true}\n" +
				"port: 5353\n"})
			if err := c.declared.SetEmulationVersion(version.MustParse(emulated)); err != nil {
				t.Fatal(err)
			}
			first, problems := c.load("--config=$D/config.yaml")
			if problems != "" {
				t.Fatal(problems)
			}
			state, path := c.gates.Snapshot(), filepath.Join(c.dir, "dump.yaml")
			write := c.loader.Command(func(context.Context,
				*componentconfig.Loaded[relay.RelayConfiguration]) error {
				return nil
			})
			write.SetArgs([]string{"--config=" + filepath.Join(c.dir, "config.yaml"), "--write-config-to=" + path})
			if err := write.Execute(); err != nil {
				t.Fatal(err)
			}
			second, problems := c.load("--config=$D/dump.yaml")
			if problems != "" {
				t.Fatal(problems)
			}
			if first.ShadowServer != second.ShadowServer || first.Port != second.Port ||
				(first.ShadowServer != "") != (on == "true") {
				t.Errorf("%s, Shadow=%s: %q and %q", emulated, on, first.ShadowServer, second.ShadowServer)
			}
			for feature := range specs() {
				if state.Enabled(feature) != c.gates.Enabled(feature) {
					t.Errorf("%s, Shadow=%s: %s has changed", emulated, on, feature)
				}
			}
		}
	}
}
