package gates_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig/gates"
)

// TestRemoved: a gate that is gone is named with the release that removed it. Its setting is ignored with a warning in
// that release, and refused in later ones; a gate that never was is unknown.
func TestRemoved(t *testing.T) {
	removed := map[featuregate.Feature]*version.Version{"GonePath": version.MajorMinor(1, 4),
		"LostPath": version.MajorMinor(1, 3), "PastPath": version.MajorMinor(0, 9)}
	for _, options := range [][]gates.Option{nil, {gates.WithVersion(version.MustParse("1.4.2"))}} {
		g := ours(t, append(options, gates.WithRemoved(removed))...)
		plan := g.Plan(settings("GonePath=true", "LostPath=true", "PastPath=false", "GonePat=true", "OptionalPath=true"))
		wantProblems := `config.yaml:4: unrecognized feature gate: GonePat
config.yaml:2: the feature gate LostPath was removed in version 1.3; delete its setting
config.yaml:3: the feature gate PastPath was removed in version 0.9; delete its setting`
		if err := plan.Err(); err == nil || err.Error() != wantProblems {
			t.Errorf("%v\nwant\n%s", err, wantProblems)
		}
		plan = g.Plan(settings("GonePath=true", "OptionalPath=true"))
		const wantWarning = "config.yaml:1: the feature gate GonePath was removed in version 1.4; delete its setting, " +
			"which the next version refuses"
		if plan.Err() != nil || len(plan.Warnings) != 1 || plan.Warnings[0].String() != wantWarning {
			t.Errorf("%v, %v, want %s", plan.Err(), plan.Warnings, wantWarning)
		}
		g.Commit(plan)
		want(t, g, map[featuregate.Feature]bool{optional: true, "GonePath": false})
	}
}

// restricted gives a gate a stage that requires compatibility with a version, if its component-base knows such stages.
func restricted(t *testing.T) (featuregate.MutableVersionedFeatureGate, bool) {
	t.Helper()
	gate, at := plain(t), version.MustParse
	stages := featuregate.VersionedSpecs{{Version: at("1.3"), PreRelease: featuregate.Beta},
		{Version: at("1.3"), PreRelease: featuregate.Beta, Default: true}}
	requires := reflect.ValueOf(&stages[1]).Elem().FieldByName("MinCompatibilityVersion")
	if !requires.IsValid() {
		return gate, false
	}
	requires.Set(reflect.ValueOf(at("1.3")))
	if err := gate.AddVersioned(map[featuregate.Feature]featuregate.VersionedSpecs{"FastPath": stages}); err != nil {
		t.Fatal(err)
	}
	return gate, true
}

// TestMinCompatibilityVersion: the flag exists where the help of the gates names it, and only there. The stages apply
// that it allows.
func TestMinCompatibilityVersion(t *testing.T) {
	const name = "min-compatibility-version"
	plainFlags := pflag.NewFlagSet("", pflag.ContinueOnError)
	ours(t).AddEmulatedVersionFlag(plainFlags)
	if plainFlags.Lookup(name) != nil || strings.Contains(gates.Usage(plain(t)), name) {
		t.Error("no stage requires compatibility, and there is a flag for it")
	}
	declared, known := restricted(t)
	if !known {
		return // This component-base has no such stages.
	}
	for line, enabled := range map[string]bool{"": true, "--emulated-version=1.3": false,
		"--min-compatibility-version=1.2": false, "--min-compatibility-version=1.3": true,
		"--emulated-version=1.3 --min-compatibility-version=1.3": true,
		"--min-compatibility-version=1.3 --emulated-version=1.4": true} {
		g, err := gates.New(declared)
		if err != nil {
			t.Fatal(err)
		}
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		g.AddEmulatedVersionFlag(fs)
		if err := fs.Parse(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		if err := apply(g); err != nil {
			t.Error(line, err)
		}
		if g.Enabled("FastPath") != enabled {
			t.Errorf("%s: FastPath is %t", line, g.Enabled("FastPath"))
		}
		if enabled && line != "" && !strings.Contains(fs.FlagUsages(), "--"+name+" version") {
			t.Errorf("%s\n%s", line, fs.FlagUsages())
		}
	}
	g, err := gates.New(declared)
	if err != nil {
		t.Fatal(err)
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	g.AddEmulatedVersionFlag(fs)
	if err := fs.Parse([]string{"--min-compatibility-version=1.4", "--emulated-version=1.3"}); err != nil {
		t.Fatal(err)
	}
	const wantError = "--min-compatibility-version: 1.4 is later than the emulated version 1.3"
	if err := apply(g); err == nil || err.Error() != wantError {
		t.Errorf("error %v, want %s", err, wantError)
	}
	if err := fs.Set(name, "1"); err == nil || err.Error() != "invalid argument \"1\" for \"--"+name+"\" flag: must be a "+
		"major and minor version, such as 1.3" {
		t.Errorf("error %v", err)
	}
}

// TestStagesOfTheEmulatedVersion: messages and the help of flags name the stages that the gates have there.
func TestStagesOfTheEmulatedVersion(t *testing.T) {
	y := newYard(t, map[string]string{"main.yaml": "mode: Automatic\n"})
	for emulated, want := range map[string]string{"1.2": "BETA - default=true", "1.1": "ALPHA - default=false",
		"1.0": "ALPHA - default=false"} {
		_, got := y.load("--config=$D/main.yaml --feature-gates=Automation=false --emulated-version=" + emulated)
		if got != "$D/main.yaml:3:1: mode: Invalid value: \"Automatic\": needs the feature gate Automation ("+want+")"+
			" (flag --mode)" {
			t.Errorf("%s: %s", emulated, got)
		}
		help := y.help("--emulated-version=" + emulated + " --help")
		if !strings.Contains(help, "Needs the feature gate Automation ("+want+")") {
			t.Errorf("%s:\n%s", emulated, help)
		}
		climate := map[string]string{"1.0": "not in version 1.0"}[emulated]
		if !strings.Contains(help, "Needs the feature gate Climate ("+climate) {
			t.Errorf("%s:\n%s", emulated, help)
		}
	}
}

// TestEmptyElements: a list of structs behind a gate that is off is refused if it has elements without any value, too.
func TestEmptyElements(t *testing.T) {
	for body, want := range map[string]string{
		"wagons: [{}]\n":                     "3:10: wagons[0]: can be set only if the feature gate Automation is on",
		"wagons: [{}, {}]\n":                 "3:10: wagons[0]: can be set only if the feature gate Automation is on",
		"wagons: []\n":                       "3:1: wagons: can be set only if the feature gate Automation is on",
		"wagons: [{load: 3}]\n":              "3:11: wagons[0].load: can be set only if the feature gate Automation is on",
		"shelves: [{name: a, bins: [{}]}]\n": "",
	} {
		y := newYard(t, map[string]string{"main.yaml": body})
		_, got := y.load("--config=$D/main.yaml --feature-gates=" + allOff)
		if first, _, _ := strings.Cut(got, "\n"); first != want && first != "$D/main.yaml:"+want {
			t.Errorf("%sgot\n%s\nwant\n%s", body, got, want)
		}
		if _, got := y.load("--config=$D/main.yaml --feature-gates=" + allOn); got != "" {
			t.Errorf("%s, on: %s", body, got)
		}
	}
}
