package gates_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
	"github.com/configgen/configgen/componentconfig/testdata/depot"
	"github.com/configgen/configgen/componentconfig/testdata/depot/options"
)

// yard is a depot with files. All its gated fields have defaults.
type yard struct {
	*testing.T
	dir    string
	gates  *gates.Gates
	loader *componentconfig.Loader[depot.DepotConfiguration]
}

// newYard writes files, whose apiVersion and kind take the first two lines.
func newYard(t *testing.T, files map[string]string) *yard {
	t.Helper()
	y := &yard{T: t, dir: t.TempDir()}
	declared, err := depot.NewFeatureGate(version.MustParse("1.2"))
	if err != nil {
		t.Fatal(err)
	}
	if y.gates, err = gates.New(declared, gates.WithWarningHandler(func(componentconfig.GateProblem) {})); err != nil {
		t.Fatal(err)
	}
	y.loader = componentconfig.New("depot", options.DepotConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir(""), componentconfig.WithWriteConfigTo(),
		componentconfig.WithFeatureGates("FeatureGates", y.gates.Set),
		componentconfig.WithFlags(y.gates.AddEmulatedVersionFlag))
	for name, content := range files {
		path := filepath.Join(y.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("apiVersion: depot.config.example.io/v1beta1\nkind: DepotConfiguration\n"+
			content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return y
}

// arguments splits a command line in which $D stands for the directory of the files.
func (y *yard) arguments(line string) []string {
	return strings.Fields(strings.ReplaceAll(line, "$D", y.dir))
}

// load returns the configuration, or what is wrong.
func (y *yard) load(line string) (*depot.DepotConfiguration, string) {
	y.Helper()
	loaded, err := y.loader.Load(y.arguments(line))
	if err != nil {
		return nil, strings.ReplaceAll(err.Error(), y.dir, "$D")
	}
	return loaded.Config, ""
}

// help returns what a command line prints.
func (y *yard) help(line string) string {
	y.Helper()
	command := y.loader.Command(func(context.Context, *componentconfig.Loaded[depot.DepotConfiguration]) error {
		return nil
	})
	var out bytes.Buffer
	command.SetOut(&out)
	command.SetErr(&out)
	command.SetArgs(y.arguments(line))
	if err := command.Execute(); err != nil {
		y.Fatal(err, out.String())
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// shown is a configuration as a file.
func shown(t *testing.T, config *depot.DepotConfiguration) string {
	t.Helper()
	text, err := yaml.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// everything sets every gated field and value of the depot.
const everything = `cooling: ice
quiet: true
night: true
fans: [south]
rounds: 1m
quota: 9
mode: Automatic
robot: {speed: 5}
gatehouse: {opens: "08:00"}
shelves:
- name: a
- name: b
  light: dim
  modes: [Manual, Automatic]
  bins:
  - {}
  - lid: open
zones:
  hall: {heat: high, mode: Automatic}
sensors:
  door: {degrees: 18}
beacon: red
`

// refused is what is wrong with everything while all features are off; the placeholders are the lines.
const refused = `F:3:1: cooling: can be set only if the feature gate Climate is on
F:4:1: quiet: can be set only if the feature gate Climate is on
F:5:1: night: can be set only if the feature gate Automation is on
F:6:8: fans[0]: can be set only if the feature gate Climate is on
F:7:1: rounds: can be set only if the feature gates Automation and Climate are on
F:8:1: quota: can be set only if the feature gate Climate is on
F:9:1: mode: Invalid value: "Automatic": needs the feature gate Automation (BETA - default=true) (flag --mode)
F:10:9: robot.speed: can be set only if the feature gate Automation is on
F:11:13: gatehouse.opens: can be set only if the feature gate Automation is on
F:15:3: shelves[1].light: can be set only if the feature gate Automation is on
F:16:19: shelves[1].modes[1]: Invalid value: "Automatic": needs the feature gate Automation (BETA - default=true)
F:19:5: shelves[1].bins[1].lid: can be set only if the feature gate Automation is on
F:21:10: zones[hall].heat: can be set only if the feature gate Climate is on
F:21:22: zones[hall].mode: Invalid value: "Automatic": needs the feature gate Automation (BETA - default=true)
F:23:10: sensors[door].degrees: can be set only if the feature gate Climate is on
F:24:1: beacon: can be set only if the feature gate Automation is on`

const (
	allOn  = "Automation=true,Climate=true"
	allOff = "Automation=false,Climate=false"
)

// A configuration that was written with its features on is loaded with them off. Every field and value behind a gate is
// an error at its line.
func TestEveryShape(t *testing.T) {
	y := newYard(t, map[string]string{"main.yaml": everything, "plain.yaml": "doors: 3\n", "conf.d/10.conf": everything})
	for files, name := range map[string]string{
		"--config=$D/main.yaml":                         "$D/main.yaml",
		"--config=$D/plain.yaml --config-dir=$D/conf.d": "$D/conf.d/10.conf",
		"--config=$D/main.yaml --config-dir=$D/conf.d":  "$D/conf.d/10.conf",
	} {
		config, problems := y.load(files + " --feature-gates=" + allOn)
		if problems != "" || config.Cooling != "ice" || config.Zones["hall"].Heat != "high" ||
			*config.Shelves[1].Bins[1].Lid != "open" {
			t.Errorf("%s, on: %s", files, problems)
		}
		if _, got := y.load(files + " --feature-gates=" + allOff); got != strings.ReplaceAll(refused, "F:", name+":") {
			t.Errorf("%s, off:\n%s\nwant:\n%s", files, got, strings.ReplaceAll(refused, "F:", name+":"))
		}
	}
}

// A zero in a file sets a field that has a zero of its own: an empty list, an object that may be missing. It does not
// set a field in which it means unset.
func TestZerosAreSet(t *testing.T) {
	y := newYard(t, map[string]string{"zeros.yaml": `beacon: ""
quota: 0
fans: []
robot: {}
gatehouse: {}
night: null
zones: {a: {heat: ""}}
shelves: [{name: a, light: "", bins: [{lid: null}]}]
`})
	const want = `F:5:1: fans: can be set only if the feature gate Climate is on
F:6:1: robot: can be set only if the feature gate Automation is on`
	if _, got := y.load("--config=$D/zeros.yaml --feature-gates=" + allOff); got != strings.ReplaceAll(want, "F:",
		"$D/zeros.yaml:") {
		t.Errorf("off:\n%s\nwant:\n%s", got, strings.ReplaceAll(want, "F:", "$D/zeros.yaml:"))
	}
}

// The same for every gated flag, over a file or alone, and for a drop-in file below a flag.
func TestEveryFlag(t *testing.T) {
	y := newYard(t, map[string]string{"plain.yaml": "doors: 3\n"})
	for flag, want := range map[string]string{
		"--cooling=ice": "cooling: can be set only if the feature gate Climate is on",
		"--cooling=":    "cooling: can be set only if the feature gate Climate is on",
		"--quiet":       "quiet: can be set only if the feature gate Climate is on",
		"--quiet=false": "quiet: can be set only if the feature gate Climate is on",
		"--night":       "night: can be set only if the feature gate Automation is on",
		"--night=false": "night: can be set only if the feature gate Automation is on",
		"--fans=south":  "fans[0]: can be set only if the feature gate Climate is on",
		"--rounds=1m":   "rounds: can be set only if the feature gates Automation and Climate are on",
		"--quota=9":     "quota: can be set only if the feature gate Climate is on",
		"--mode=Automatic": "mode: Invalid value: \"Automatic\": needs the feature gate Automation (BETA - " +
			"default=true)",
		"--gatehouse-opens=08:00": "gatehouse.opens: can be set only if the feature gate Automation is on",
		"--beacon=red":            "beacon: can be set only if the feature gate Automation is on",
	} {
		for _, files := range []string{"", "--config=$D/plain.yaml "} {
			if _, got := y.load(files + flag + " --feature-gates=" + allOn); got != "" {
				t.Errorf("%s%s, on: %s", files, flag, got)
			}
			name, _, _ := strings.Cut(flag, "=")
			if _, got := y.load(files + flag + " --feature-gates=" + allOff); got != name+": "+want {
				t.Errorf("%s%s, off:\n%s\nwant:\n%s", files, flag, got, name+": "+want)
			}
		}
	}
}

// While a feature is off, nothing behind its gate has a default, neither versioned nor legacy; while it is on, all
// have.
func TestDefaultsBehindGates(t *testing.T) {
	const elements = "shelves: [{name: a, bins: [{}]}]\nzones: {hall: {size: 4}}\nsensors: {door: {name: d}}\n"
	y := newYard(t, map[string]string{"elements.yaml": elements, "plain.yaml": "doors: 3\n"})
	for line, want := range map[string]string{
		"": `doors: 2
fans:
- north
gatehouse:
  opens: "07:00"
beacon: green
cooling: water
mode: Manual
night: false
quiet: true
quota: 7
robot: {speed: 3}
rounds: 1h0m0s
shelves: [{name: first, light: "on"}]
zones: {yard: {size: 9, heat: low, mode: Manual}}
`,
		"--config=$D/elements.yaml": `doors: 2
fans: [north]
gatehouse: {opens: "07:00"}
beacon: green
cooling: air
mode: Manual
night: false
quiet: true
quota: 7
robot: {speed: 3}
rounds: 1h0m0s
shelves: [{name: a, light: "on", bins: [{lid: closed}]}]
zones: {hall: {size: 4, heat: low, mode: Manual}}
sensors: {door: {name: d, degrees: 20}}
`,
	} {
		config, problems := y.load(line + " --feature-gates=" + allOn)
		if problems != "" {
			t.Fatal(problems)
		}
		same(t, line+", on", config, want)
	}
	for line, want := range map[string]string{
		"": "doors: 2\nmode: Manual\nshelves: [{name: first}]\nzones: {yard: {size: 9, mode: " +
			"Manual}}\n",
		"--config=$D/plain.yaml": "doors: 3\nmode: Manual\nshelves: [{name: first}]\nzones: {yard: {size: 9, mode: " +
			"Manual}}\n",
		"--config=$D/elements.yaml": "doors: 2\nmode: Manual\nshelves: [{name: a, bins: [{}]}]\nzones: {hall: {size: 4, " +
			"mode: Manual}}\nsensors: {door: {name: d}}\n",
	} {
		config, problems := y.load(line + " --feature-gates=" + allOff)
		if problems != "" {
			t.Errorf("%s, off: %s", line, problems)
			continue
		}
		same(t, line+", off", config, want)
	}
}

// same compares a configuration with the text of one, gates and header aside.
func same(t *testing.T, what string, config *depot.DepotConfiguration, text string) {
	t.Helper()
	want := &depot.DepotConfiguration{}
	if err := yaml.UnmarshalStrict([]byte(text), want); err != nil {
		t.Fatal(err)
	}
	got := config.DeepCopy()
	got.TypeMeta, got.FeatureGates = want.TypeMeta, nil
	if !equality.Semantic.DeepEqual(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, shown(t, got), shown(t, want))
	}
}

// What is written with features on, or off, loads back to the same configuration with the same gates. Written with them
// on and loaded with them off, everything is an error at its line. Written with them off and loaded with them on,
// nothing is lost.
func TestWrittenAndRead(t *testing.T) {
	for _, emulated := range []string{"1.2", "1.1"} {
		for gatesSet, body := range map[string]string{allOn: everything, allOff: "doors: 5\nshelves: [{name: a, bins: " +
			"[{}]}]\nzones: {hall: {size: 4}}\n"} {
			y := newYard(t, map[string]string{"config.yaml": body})
			line := "--emulated-version=" + emulated + " --feature-gates=" + gatesSet + " --config=$D/"
			first, problems := y.load(line + "config.yaml")
			if problems != "" {
				t.Fatal(problems)
			}
			command := y.loader.Command(func(context.Context,
				*componentconfig.Loaded[depot.DepotConfiguration]) error {
				return nil
			})
			var out bytes.Buffer
			command.SetOut(&out)
			command.SetErr(&out)
			command.SetArgs(y.arguments(line + "config.yaml --write-config-to=$D/written.yaml"))
			if err := command.Execute(); err != nil {
				t.Fatal(err, out.String())
			}
			second, problems := y.load("--emulated-version=" + emulated + " --config=$D/written.yaml")
			if problems != "" || !equality.Semantic.DeepEqual(first, second) {
				t.Errorf("%s, %s: %s\n%s\nread back\n%s", emulated, gatesSet, problems, shown(t, first), shown(t, second))
				continue
			}
			want(t, y.gates, map[featuregate.Feature]bool{depot.Automation: gatesSet == allOn, depot.Climate: gatesSet == allOn})
			if gatesSet == allOn {
				_, problems = y.load("--emulated-version=" + emulated + " --config=$D/written.yaml --feature-gates=" + allOff)
				// the other shelf has its defaults written
				if got, wanted := strings.Count(problems, "\n"), strings.Count(refused, "\n")+2; got != wanted {
					t.Errorf("%s: turned off:\n%s\n%d lines, want %d", emulated, problems, got+1, wanted+1)
				}
			} else if third, problems := y.load("--emulated-version=" + emulated + " --config=$D/written.yaml --feature-gates=" +
				allOn); problems != "" || third.Doors != 5 || third.Shelves[0].Name != "a" || third.Cooling != "air" {
				t.Errorf("%s: turned on: %s\n%s", emulated, problems, shown(t, third))
			}
		}
	}
}
