package gates_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	"k8s.io/component-base/metrics/legacyregistry"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
)

// Every refusal of a setting, with the text of component-base and its origin.
func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		settings []string
		want     string
	}{
		"unknown": {[]string{"Nonsense=true"}, "config.yaml:1: unrecognized feature gate: Nonsense"},
		"wrong case": {[]string{"earlyhints=true"}, `config.yaml:1: unrecognized feature gate: earlyhints; did ` +
			`you mean "EarlyHints"?`},
		"empty name": {[]string{"=true"}, "config.yaml:1: unrecognized feature gate: "},
		"locked": {[]string{"SettledPath=false"}, "config.yaml:1: cannot set feature gate SettledPath to " +
			"false, feature is locked to true"},
		"pre-alpha": {[]string{"UpcomingPath=true"}, "config.yaml:1: cannot set feature gate UpcomingPath to " +
			"true, feature is PreAlpha at emulated version 1.4"},
		"pre-alpha, off": {[]string{"UpcomingPath=false"}, "config.yaml:1: cannot set feature gate UpcomingPath to " +
			"false, feature is PreAlpha at emulated version 1.4"},
		"dependency off": {[]string{"EarlyAnswers=true"}, "config.yaml:1: EarlyAnswers is enabled, but depends on " +
			"features that are disabled: [EarlyHints]"},
		"dependency set off": {[]string{"EarlyAnswers=true", "EarlyHints=false"},
			"config.yaml:1: EarlyAnswers is enabled, but depends on features that are disabled: [EarlyHints] " +
				"(EarlyHints=false at config.yaml:2)"},
		"default needs it": {[]string{"UsualPath=false"}, "config.yaml:1: Detour is enabled, but depends on features " +
			"that are disabled: [UsualPath] (UsualPath=false at config.yaml:1)"},
		"explicit over all": {[]string{"AllBeta=false", "Detour=true"}, "config.yaml:2: Detour is enabled, but depends on " +
			"features that are disabled: [UsualPath] (AllBeta=false at config.yaml:1)"},
		"all at once": {[]string{"SettledPath=false", "Nonsense=true"},
			"config.yaml:2: unrecognized feature gate: Nonsense\nconfig.yaml:1: cannot set feature gate SettledPath to false," +
				" feature is locked to true"},
	} {
		t.Run(name, func(t *testing.T) {
			g := ours(t)
			before := g.Snapshot()
			err := apply(g, c.settings...)
			if err == nil || withoutMinimum(err.Error()) != c.want {
				t.Errorf("error:\n%v\nwant:\n%s", err, c.want)
			}
			if g.Snapshot() != before {
				t.Error("refused settings have changed the gates")
			}
		})
	}
}

// withoutMinimum leaves out what newer versions of upstream add to a message.
func withoutMinimum(text string) string {
	return strings.ReplaceAll(text, ", min compatibility version 1.3", "")
}

// The life of a gate in the proposal: each row is one start of the component.
func TestLife(t *testing.T) {
	for name, c := range map[string]struct {
		settings []string
		on       []featuregate.Feature
		off      []featuregate.Feature
		warnings []string
	}{
		"defaults": {nil, []featuregate.Feature{usual, settled, general, detour},
			[]featuregate.Feature{early, earlier, optional, old, upcoming}, nil},
		"alpha turned on": {[]string{"EarlyHints=true"}, []featuregate.Feature{early},
			[]featuregate.Feature{earlier}, nil},
		"beta turned off": {[]string{"UsualPath=false", "Detour=false"}, nil,
			[]featuregate.Feature{usual, detour}, nil},
		"all alpha": {[]string{"AllAlpha=true"}, []featuregate.Feature{early, earlier},
			[]featuregate.Feature{optional, old, upcoming}, nil},
		"all beta": {[]string{"AllBeta=true"}, []featuregate.Feature{usual, optional, detour},
			[]featuregate.Feature{early}, nil},
		"no beta": {[]string{"AllBeta=false"}, []featuregate.Feature{settled, general},
			[]featuregate.Feature{usual, optional, detour}, nil},
		"all beta, one explicitly": {[]string{"AllBeta=true", "OptionalPath=false"}, []featuregate.Feature{usual},
			[]featuregate.Feature{optional}, nil},
		"all alpha off, one on": {[]string{"AllAlpha=false", "EarlyHints=true"}, []featuregate.Feature{early},
			[]featuregate.Feature{earlier}, nil},
		"locked, to what it is": {[]string{"SettledPath=true"}, []featuregate.Feature{settled}, nil,
			[]string{"config.yaml:1: Setting GA feature gate SettledPath=true. It will be removed in a future release."}},
		"GA turned off": {[]string{"GeneralPath=false"}, nil, []featuregate.Feature{general},
			[]string{"config.yaml:1: Setting GA feature gate GeneralPath=false. It will be removed in a future release."}},
		"deprecated turned on": {[]string{"OldPath=true"}, []featuregate.Feature{old}, nil,
			[]string{"config.yaml:1: Setting deprecated feature gate OldPath=true. It will be removed in a future release."}},
		"the last of two settings": {[]string{"EarlyHints=true", "EarlyHints=false"}, nil, []featuregate.Feature{early},
			nil},
		"all alpha and all beta both": {[]string{"AllAlpha=true", "AllBeta=true"}, []featuregate.Feature{early, earlier,
			usual, optional, detour}, []featuregate.Feature{upcoming, old}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var warned []string
			g := ours(t, gates.WithWarningHandler(func(w componentconfig.GateProblem) { warned = append(warned, w.String()) }))
			if err := apply(g, c.settings...); err != nil {
				t.Fatal(err)
			}
			for _, feature := range c.on {
				want(t, g, map[featuregate.Feature]bool{feature: true})
			}
			for _, feature := range c.off {
				want(t, g, map[featuregate.Feature]bool{feature: false})
			}
			if fmt.Sprint(warned) != fmt.Sprint(c.warnings) {
				t.Errorf("warnings %q, want %q", warned, c.warnings)
			}
			for feature := range specs() {
				if got := g.DeepCopy().Enabled(feature); got != g.Enabled(feature) {
					t.Errorf("a copy for libraries says %t of %s", got, feature)
				}
			}
		})
	}
}

// Stages and defaults follow the emulation version.
func TestEmulationVersion(t *testing.T) {
	declared := plain(t)
	g, err := gates.New(declared, gates.WithDependencies(needs()),
		gates.WithWarningHandler(func(componentconfig.GateProblem) {}))
	if err != nil {
		t.Fatal(err)
	}
	if err := declared.SetEmulationVersion(version.MustParse("1.2")); err != nil {
		t.Fatal(err)
	}
	if got := g.EmulationVersion().String(); got != "1.4" {
		t.Errorf("gates in use have moved to %s before a load", got)
	}
	if err := apply(g, "SettledPath=false"); err != nil {
		t.Errorf("locked only from 1.3 on: %v", err)
	}
	if got := g.EmulationVersion().String(); got != "1.2" {
		t.Errorf("the emulation version is %s, want 1.2", got)
	}
	want(t, g, map[featuregate.Feature]bool{settled: false, old: true, detour: false, usual: true})
	err = apply(g, "EarlyHints=true")
	wantError := "config.yaml:1: cannot set feature gate EarlyHints to true, feature is PreAlpha at emulated version 1.2"
	if err == nil || strings.ReplaceAll(err.Error(), ", min compatibility version 1.1", "") != wantError {
		t.Errorf("error %v, want %s", err, wantError)
	}
	if strings.Contains(gates.Usage(g), "EarlyHints") {
		t.Error("help offers a feature that the emulated version does not have")
	}
}

// A later version cannot be emulated. Nothing is set then.
func TestVersionAbove(t *testing.T) {
	declared := plain(t)
	g, err := gates.New(declared, gates.WithDependencies(needs()), gates.WithVersion(version.MustParse("1.4")))
	if err != nil {
		t.Fatal(err)
	}
	if err := declared.SetEmulationVersion(version.MustParse("1.5")); err != nil {
		t.Fatal(err)
	}
	before := g.Snapshot()
	const wantError = "version 1.5 cannot be emulated: the component has version 1.4"
	if err := apply(g, "EarlyHints=true"); err == nil || err.Error() != wantError {
		t.Errorf("error %v, want %s", err, wantError)
	}
	if got := g.Set(nil).Problems; len(got) != 1 || got[0].Name != "" || got[0].Message != wantError {
		t.Errorf("the loader hears %+v", got)
	}
	if g.Snapshot() != before {
		t.Error("the gates have changed")
	}
	if _, err := gates.New(declared, gates.WithVersion(version.MustParse("1.4"))); err == nil || err.Error() != wantError {
		t.Errorf("New: error %v, want %s", err, wantError)
	}
	if err := declared.SetEmulationVersion(version.MustParse("1.4")); err != nil {
		t.Fatal(err)
	}
	if err := apply(g, "EarlyHints=true"); err != nil {
		t.Errorf("its own version: %v", err)
	}
}

// The help lists what can be set, with stage and default, and hides what should not be set any more.
func TestUsage(t *testing.T) {
	const wantUsage = `Feature gates to enable or disable, as name=true or name=false. Known feature gates:
AllAlpha=true|false (ALPHA - default=false)
AllBeta=true|false (BETA - default=false)
Detour=true|false (BETA - default=true)
EarlyAnswers=true|false (ALPHA - default=false)
EarlyHints=true|false (ALPHA - default=false)
OptionalPath=true|false (BETA - default=false)
UsualPath=true|false (BETA - default=true)`
	if got := gates.Usage(ours(t)); got != wantUsage {
		t.Errorf("usage:\n%s\nwant:\n%s", got, wantUsage)
	}
}

// The metric changes with every commit.
func TestMetrics(t *testing.T) {
	g := ours(t)
	g.AddMetrics()
	if got := metric(t, "EarlyHints"); got != "ALPHA 0" {
		t.Errorf("before: %s", got)
	}
	if err := apply(g, "EarlyHints=true"); err != nil {
		t.Fatal(err)
	}
	if got := metric(t, "EarlyHints"); got != "ALPHA 1" {
		t.Errorf("after: %s", got)
	}
}

// metric is the stage and value of a feature in kubernetes_feature_enabled.
func metric(t *testing.T, feature string) string {
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			labels := map[string]string{}
			for _, label := range m.GetLabel() {
				labels[label.GetName()] = label.GetValue()
			}
			if family.GetName() == "kubernetes_feature_enabled" && labels["name"] == feature {
				return fmt.Sprintf("%s %v", labels["stage"], m.GetGauge().GetValue())
			}
		}
	}
	return "absent"
}

// Readers see all settings of one load, never a mix of two.
func TestSwapIsWhole(t *testing.T) {
	g := ours(t)
	var readers sync.WaitGroup
	stop := make(chan struct{})
	for range 4 {
		readers.Add(1)
		go func() {
			defer readers.Done()
			for {
				select {
				case <-stop:
					return
				default:
				}
				if s := g.Snapshot(); s.Enabled(early) != s.Enabled(optional) {
					t.Error("a reader has seen half of a load")
					return
				}
				g.Enabled(early)
			}
		}()
	}
	for i := range 200 {
		on := fmt.Sprint(i%2 == 0)
		if err := apply(g, "EarlyHints="+on, "OptionalPath="+on); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	readers.Wait()
}

// Mistakes of the component's author are errors of New.
func TestNewRefuses(t *testing.T) {
	if _, err := gates.New(nil); err == nil || err.Error() != "no feature gates were declared" {
		t.Errorf("nil: %v", err)
	}
	_, err := gates.New(plain(t),
		gates.WithDependencies(map[featuregate.Feature][]featuregate.Feature{early: {"Nonsense"}}))
	if err == nil || err.Error() != "EarlyHints depends on [Nonsense]: the feature Nonsense is not declared" {
		t.Errorf("undeclared dependency: %v", err)
	}
}

// The answer to the loader. Nothing takes effect before Commit.
func TestSeam(t *testing.T) {
	g := ours(t)
	answer := g.Set(settings("EarlyHints=true"))
	if !answer.Enabled("EarlyHints") || g.Enabled(early) {
		t.Error("a plan is not kept apart from the gates in use")
	}
	answer.Commit()
	want(t, g, map[featuregate.Feature]bool{early: true})

	answer = g.Set(settings("Nonsense=true", "OptionalPath=true"))
	const unrecognized = "unrecognized feature gate: Nonsense"
	if got := answer.Problems; len(got) != 1 || got[0].Name != "Nonsense" || got[0].Message != unrecognized {
		t.Errorf("problems: %+v", got)
	}
	if !answer.Enabled("OptionalPath") {
		t.Error("one mistake keeps the other settings from being looked at")
	}
	answer.Commit()
	want(t, g, map[featuregate.Feature]bool{early: true, optional: false})
}
