package componentconfig_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	shipperoptions "github.com/configgen/configgen/componentconfig/testdata/shipper/options"
)

func TestOSDefaultingAndValidationPassOverTheFieldElsewhere(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "windowsPriorityClass: BAD\n", "other.yaml": v1Header})
	on := func(goos string) *componentconfig.Loader[relay.RelayConfiguration] {
		return loader(componentconfig.ForOS(goos))
	}
	for _, args := range [][]string{nil, {"--config=$D/other.yaml"}} {
		for goos, want := range map[string]string{"linux": "", "windows": "NORMAL_PRIORITY_CLASS"} {
			out, err := on(goos).Load(s.args(args))
			if err != nil || out.Config.WindowsPriorityClass != want {
				t.Errorf("%s %v: defaulted to %q, %v; want %q", goos, args, out.Config.WindowsPriorityClass, err, want)
			}
		}
	}
	if got, want := s.problems(on("windows"), files[0]), `$D/config.yaml:3:1: windowsPriorityClass: Invalid value: `+
		`"BAD": not a priority class (flag --windows-priority-class)`; got != want {
		t.Errorf("windows: got %s, want %s", got, want)
	}
	for _, c := range []struct {
		os   []string
		goos string
		want string
	}{
		{[]string{"linux", "windows"}, "linux", "NORMAL_PRIORITY_CLASS"},
		{[]string{"linux", "windows"}, "darwin", ""},
		{[]string{"!windows"}, "linux", "NORMAL_PRIORITY_CLASS"},
		{[]string{"!windows"}, "windows", ""},
		{[]string{"!windows", "!linux"}, "linux", ""},
	} {
		root := options.RelayConfigurationRoot()
		for i := range root.Fields {
			if root.Fields[i].Path == "WindowsPriorityClass" {
				root.Fields[i].OS = c.os
			}
		}
		out, err := componentconfig.New("relay", root, componentconfig.ForOS(c.goos),
			componentconfig.WithFeatureGates("FeatureGates", allOn)).Load(nil)
		if err != nil || out.Config.WindowsPriorityClass != c.want {
			t.Errorf("+os=%v on %s: got %q, %v; want %q", c.os, c.goos, out.Config.WindowsPriorityClass, err, c.want)
		}
	}
	out, err := on("linux").Load(s.args(files[:1]))
	if err != nil || out.Config.WindowsPriorityClass != "BAD" || len(out.Warnings) != 1 {
		t.Errorf("linux: got %v; want the value to be left alone, with a warning", err)
	}
}

func TestInstanceConfig(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml":   v1Header + "port: 1\n",
		"instance.yaml": instanceHeader + "hostName: a\nnodeIP: 10.0.0.1\n",
		"override.yaml": v1Header + "port: 2\n",
		"alpha.yaml":    strings.Replace(instanceHeader, "/v1\n", "/v1alpha1\n", 1) + "hostName: b\n",
	})
	for _, c := range []struct {
		name, file, key, want string
		flags                 []string
	}{
		{"an instance value", "instance.yaml", "nodeIP", "10.0.0.1  # instance.yaml:4", nil},
		{"the command line on top", "instance.yaml", "hostName", "c  # flag --hostname-override (overrides instance.yaml:3)",
			[]string{"--hostname-override=c"}},
		{"any version", "alpha.yaml", "hostName", "b  # alpha.yaml:3", nil},
		{"of the shared kind: one more layer", "override.yaml", "port", "2  # override.yaml:3 (overrides config.yaml:3)",
			nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			loaded := s.load(append([]string{files[0], "--instance-config=$D/" + c.file}, c.flags...)...)
			if got := explained(s, loaded, c.key); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	got := s.problems(loader(), "--config=$D/instance.yaml")
	if want := `$D/instance.yaml:2:7: kind: must be RelayConfiguration, not "RelayInstanceConfiguration"`; got != want {
		t.Errorf("an instance file as main file: got %s, want %s", got, want)
	}
	s.write("other.yaml", "apiVersion: v1\nkind: Pod\n")
	got = s.problems(loader(), "--instance-config=$D/other.yaml")
	if want := `$D/other.yaml:2:7: kind: must be RelayInstanceConfiguration with the ` +
		`apiVersion relay.config.example.io/v1, not "Pod" with "v1"`; got != want {
		t.Errorf("another kind: got %s, want %s", got, want)
	}
	if got := s.load().InstanceOrigins()["stateDir"][0].String(); got != "legacy default" {
		t.Errorf("flags alone: got %s", got)
	}
}

func TestTwoFlagsOfOneNameAreAnError(t *testing.T) {
	s := newSite(t, nil)
	for want, add := range map[string]func(*pflag.FlagSet){
		"the flag --port is registered twice":   func(fs *pflag.FlagSet) { fs.Int("port", 0, "") },
		"the flag --config is registered twice": func(fs *pflag.FlagSet) { fs.Int("config", 0, "") },
		"-v is the shorthand of two flags: --v and --verbose": func(fs *pflag.FlagSet) {
			fs.BoolP("verbose", "v", false, "")
		},
		"the flag --hostname-override is registered twice":    func(fs *pflag.FlagSet) { fs.Int("hostname-override", 0, "") },
		"-h is the shorthand of two flags: --host and --help": func(fs *pflag.FlagSet) { fs.StringP("host", "h", "", "") },
	} {
		if got := s.problems(loader(componentconfig.WithFlags(add))); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if _, stderr, err := s.run(loader(componentconfig.WithFlags(add))); err == nil || stderr != want+"\n" {
			t.Errorf("command: got %s, %v", stderr, err)
		}
	}
}

// fakeGates are the feature gates of the component.
type fakeGates struct {
	seen      string
	on        map[string]bool
	committed int
}

func (g *fakeGates) set(merged []componentconfig.Gate) componentconfig.Gates {
	g.on = map[string]bool{}
	var seen []string
	answer := componentconfig.Gates{Enabled: func(name string) bool { return g.on[name] },
		Commit: func() { g.committed++ }}
	for _, gate := range merged {
		g.on[gate.Name] = gate.Enabled
		seen = append(seen, gate.Name+" "+gate.Origins[0].String())
		if gate.Name == "Old" {
			answer.Warnings = append(answer.Warnings, componentconfig.GateProblem{Name: gate.Name, Message: "will be gone"},
				componentconfig.GateProblem{Message: "in general"})
		}
		if gate.Name == "Whole" {
			answer.Problems = append(answer.Problems, componentconfig.GateProblem{Message: "nothing fits"})
		}
		if gate.Name == "Shdow" {
			answer.Problems = append(answer.Problems, componentconfig.GateProblem{Name: gate.Name,
				Message: "unknown feature gate"})
		}
	}
	g.seen = strings.Join(seen, ", ")
	return answer
}

func TestFeatureGates(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "featureGates: {Shadow: true}\n",
		"off.yaml":    v1Header + "shadowServer: 10.0.0.1:53\n",
		"typo.yaml":   v1Header + "featureGates:\n  Shdow: true\n",
		"all.yaml":    v1Header + "featureGates: {Whole: true}\n",
	})
	var g fakeGates
	l := loader(componentconfig.WithFeatureGates("FeatureGates", g.set))
	loaded, err := l.Load(s.args([]string{files[0], "--feature-gates=Other=false"}))
	if err != nil || g.seen != "Other flag --feature-gates, Shadow config.yaml:3" || g.committed != 1 {
		t.Errorf("got %s, %d commits, %v", g.seen, g.committed, err)
	}
	if loaded.Config.ShadowServer != "127.0.0.1:5300" {
		t.Errorf("a field whose gate is on has no default: %q", loaded.Config.ShadowServer)
	}
	if loaded, err = l.Load(nil); err != nil || loaded.Config.ShadowServer != "" {
		t.Errorf("a field whose gate is off has a default: %q, %v", loaded.Config.ShadowServer, err)
	}
	if _, stderr, err := s.run(l, "--write-config-to=$D/out.yaml"); err != nil || strings.Contains(s.read("out.yaml"),
		"shadowServer") {
		t.Errorf("a field whose gate is off and that nobody set is in the dump: %v, %s", err, stderr)
	}
	if loaded, err = l.Load(s.args([]string{"--config=$D/out.yaml"})); err != nil || len(loaded.Warnings) > 0 {
		t.Errorf("the dump does not load back: %v, %v", err, loaded)
	}
	g.committed = 0
	for file, want := range map[string]string{
		"off.yaml":  "$D/off.yaml:3:1: shadowServer: can be set only if the feature gate Shadow is on",
		"typo.yaml": "$D/typo.yaml:4:3: featureGates[Shdow]: unknown feature gate",
		"all.yaml":  "featureGates: nothing fits",
	} {
		if got := s.problems(l, "--config=$D/"+file); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if g.committed != 0 {
		t.Error("gates of an invalid configuration were committed")
	}
}

// A warning about a gate has the position of its setting.
func TestGateWarnings(t *testing.T) {
	s := newSite(t, map[string]string{"old.yaml": v1Header + "featureGates: {Old: true}\n"})
	var g fakeGates
	loaded, err := loader(componentconfig.WithFeatureGates("FeatureGates",
		g.set)).Load(s.args([]string{"--config=$D/old.yaml"}))
	if err != nil {
		t.Fatal(err)
	}
	want := s.args([]string{"$D/old.yaml:3:16: featureGates[Old]: will be gone", "featureGates: in general"})
	if got := texts(loaded.Warnings); !slices.Equal(got, want) {
		t.Errorf("warnings %q, want %q", got, want)
	}
}

// The gates of the same configuration apply to its values.
func TestGatedValues(t *testing.T) {
	s := newSite(t, map[string]string{"on.yaml": v1Header + "port: 5353\nfeatureGates: {Ports: true}\n",
		"off.yaml": v1Header + "port: 5353\n"})
	root := options.RelayConfigurationRoot()
	root.GatedValues = func(c *relay.RelayConfiguration, enabled func(string) bool) field.ErrorList {
		if c.Port == 5353 && !enabled("Ports") {
			return field.ErrorList{field.Invalid(field.NewPath("port"), c.Port, "needs the feature gate Ports")}
		}
		return nil
	}
	var g fakeGates
	guarded := componentconfig.New("relay", root, componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", g.set))
	if _, err := guarded.Load(s.args([]string{"--config=$D/on.yaml"})); err != nil {
		t.Errorf("on: %v", err)
	}
	const want = "$D/off.yaml:3:1: port: Invalid value: 5353: needs the feature gate Ports (flag --port)"
	if got := s.problems(guarded, "--config=$D/off.yaml"); got != want {
		t.Errorf("off: got %s, want %s", got, want)
	}
}

// A program that sets no gates must not accept fields and values behind them.
func TestForgottenGates(t *testing.T) {
	root := options.RelayConfigurationRoot()
	root.Fields = nil
	root.GatedValues = func(*relay.RelayConfiguration, func(string) bool) field.ErrorList { return nil }
	for want, root := range map[string]binding.Root[relay.RelayConfiguration]{
		"RelayConfiguration has values that require feature gates":         root,
		"RelayConfiguration.ShadowServer requires the feature gate Shadow": options.RelayConfigurationRoot(),
	} {
		_, err := componentconfig.New("relay", root).Load(nil)
		if want += ": the loader needs the option WithFeatureGates"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestExternalPackageAlone loads a group without an internal type: the component works with the version.
func TestExternalPackageAlone(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml":   "apiVersion: shipper.config.example.io/v1\nkind: ShipperConfiguration\nlines: 0\npath: logs\n",
		"conf.d/a.conf": "apiVersion: shipper.config.example.io/v1\nkind: ShipperConfiguration\npath: other\n",
	})
	l := componentconfig.New("shipper", shipperoptions.ShipperConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig())
	loaded, err := l.Load(s.args(files))
	if err != nil {
		t.Fatal(err)
	}
	want := `apiVersion: shipper.config.example.io/v1
kind: ShipperConfiguration
lines: 100  # default (overrides config.yaml:3)
path: $D/conf.d/other  # a.conf:3 (overrides config.yaml:4)
# read: $D/config.yaml
# read: $D/conf.d/a.conf
`
	if got := s.hide(loaded.Explain()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if loaded, err = l.Load([]string{"--lines=9"}); err != nil || loaded.Config.Lines != 9 {
		t.Errorf("flags alone: %v, %v", loaded.Config, err)
	}
}

func TestLibraryFlags(t *testing.T) {
	library := binding.FromGoFlags(func(fs *flag.FlagSet) {
		fs.Int("library-level", 0, "")
		fs.Bool("library-debug", false, "")
	})
	picked := func(names ...string) *componentconfig.Loader[relay.RelayConfiguration] {
		return loader(componentconfig.WithLibraryFlags(library, names...))
	}
	if _, err := picked("library-level").Load([]string{"--library-level=3"}); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ name, arg, want string }{
		{"library-level", "--library-debug", "unknown flag in argument 1; did you mean --library-level?"},
		{"library-levle", "--help", `the library does not register the flag "library-levle"; it has library-debug, ` +
			`library-level`},
	} {
		if _, err := picked(c.name).Load([]string{c.arg}); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}
