package gates_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/gates"

	"github.com/configgen/configgen/componentconfig"
)

// logged is what do writes to the log.
func logged(do func()) string {
	var out bytes.Buffer
	klog.Flush()
	klog.SetOutput(&out)
	defer klog.SetOutput(io.Discard)
	do()
	klog.Flush()
	return out.String()
}

// A setting that will be refused later is reported once: by the log if nothing else reports it, with its origin.
func TestOneWarning(t *testing.T) {
	pairs := []string{"OldPath=true", "GeneralPath=false", "SettledPath=true", "OptionalPath=true"}
	g, err := gates.New(plain(t), gates.WithDependencies(needs()))
	if err != nil {
		t.Fatal(err)
	}
	out := logged(func() {
		if err := apply(g, pairs...); err != nil {
			t.Error(err)
		}
	})
	for name, stage := range map[string]string{"OldPath": "deprecated", "GeneralPath": "GA", "SettledPath": "GA"} {
		lines := 0
		for line := range strings.Lines(out) {
			if strings.Contains(line, name+"=") {
				lines++
				if !strings.Contains(line, "Setting "+stage+" feature gate") || !strings.Contains(line, "config.yaml:") {
					t.Errorf("the log says %s", line)
				}
			}
		}
		if lines != 1 {
			t.Errorf("the log speaks of %s %d times:\n%s", name, lines, out)
		}
	}
	if strings.Contains(out, "OptionalPath") {
		t.Errorf("the log speaks of a gate that may be set:\n%s", out)
	}
	want(t, g, map[featuregate.Feature]bool{old: true, general: false, settled: true, optional: true, usual: true})

	for what, do := range map[string]func(){
		"a plan":               func() { g.Plan(settings(pairs...)) },
		"a refused plan":       func() { _ = apply(g, append(pairs, "Nonsense=true")...) },
		"settings of a loader": func() { g.Set(settings(pairs...)).Commit() },
	} {
		if out := logged(do); out != "" {
			t.Errorf("%s: the log says %s", what, out)
		}
	}
}

// Settings that an older component-base warns of are set, whatever was done to the declared gates.
func TestSettledSettings(t *testing.T) {
	declared := plain(t)
	for feature, on := range map[featuregate.Feature]bool{optional: true, general: false, usual: false, detour: false} {
		if err := declared.OverrideDefault(feature, on); err != nil {
			t.Fatal(err)
		}
	}
	g, err := gates.New(declared, gates.WithDependencies(needs()),
		gates.WithWarningHandler(func(componentconfig.GateProblem) {}))
	if err != nil {
		t.Fatal(err)
	}
	if err := apply(g, "OldPath=true", "SettledPath=true"); err != nil {
		t.Fatal(err)
	}
	state := map[featuregate.Feature]bool{old: true, settled: true, general: false, optional: true, usual: false,
		detour: false, early: false, upcoming: false}
	want(t, g, state)
	want(t, g.DeepCopy(), state)
	if err := apply(g, "GeneralPath=true", "AllBeta=true", "OptionalPath=false"); err != nil {
		t.Fatal(err)
	}
	state = map[featuregate.Feature]bool{old: false, general: true, optional: false, usual: true, detour: true,
		upcoming: false}
	want(t, g, state)
	want(t, g.DeepCopy(), state)
	if err := g.DeepCopy().SetFromMap(map[string]bool{"UpcomingPath": true}); err == nil {
		t.Error("a copy can set a feature that is still to come")
	}
	if err := g.DeepCopy().SetFromMap(map[string]bool{"SettledPath": false}); err == nil {
		t.Error("a copy can set a locked feature")
	}
}
