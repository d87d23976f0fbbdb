package gates_test

import (
	"slices"
	"strings"
	"testing"

	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
)

// start is one start of the component: what is set where, and what that comes to.
type start struct {
	file, dropIn, flags string
	on, off             []featuregate.Feature
	warnings, problems  string // $D is the directory
}

var starts = map[string]start{
	"all alpha, one of them off above": {
		file: "{AllAlpha: true}", dropIn: "{EarlyHints: false}",
		off: []featuregate.Feature{early, earlier, upcoming},
		warnings: "$D/config.yaml:3:16: featureGates[AllAlpha]: AllAlpha=true does not enable EarlyAnswers, which " +
			"depends on features that are disabled: [EarlyHints] (EarlyHints=false at 10.conf:3)",
	},
	"all alpha, taken back above": {
		file: "{AllAlpha: true}", dropIn: "{AllAlpha: false}", flags: "EarlyHints=true",
		on: []featuregate.Feature{early}, off: []featuregate.Feature{earlier},
	},
	"all alpha, by nobody any more": {
		file: "{AllAlpha: true}", dropIn: "{AllAlpha: null}",
		off: []featuregate.Feature{early, earlier},
	},
	"no beta, and all on the command line": {
		file: "{AllBeta: false}", dropIn: "{OptionalPath: false}", flags: "AllBeta=true",
		on: []featuregate.Feature{usual, detour}, off: []featuregate.Feature{optional},
	},
	"locked": {
		dropIn: "{SettledPath: false}",
		problems: "$D/conf.d/10.conf:3:16: featureGates[SettledPath]: cannot set feature gate SettledPath to false, " +
			"feature is locked to true",
	},
	"locked, put right above": {
		dropIn: "{SettledPath: false}", flags: "SettledPath=true",
		on: []featuregate.Feature{settled},
		warnings: "--feature-gates: featureGates[SettledPath]: Setting GA feature gate SettledPath=true. It will be " +
			"removed in a future release.",
	},
	"unknown, in every layer": {
		file: "{EarlyHint: true, Twice: true}", dropIn: "{Nonsense: false, Twice: true}",
		flags: "OldePath=true,EarlyHints=true",
		problems: "$D/conf.d/10.conf:3:16: featureGates[Nonsense]: unrecognized feature gate: Nonsense\n" +
			"$D/conf.d/10.conf:3:33: featureGates[Twice]: unrecognized feature gate: Twice\n" +
			"$D/config.yaml:3:16: featureGates[EarlyHint]: unrecognized feature gate: EarlyHint; did you mean " +
			"\"EarlyHints\"?\n" +
			"--feature-gates: featureGates[OldePath]: unrecognized feature gate: OldePath; did you mean \"OldPath\"?",
	},
	"unknown, not any more": {
		file: "{Nonsense: true}", dropIn: "{Nonsense: null, EarlyHints: true}",
		on: []featuregate.Feature{early},
	},
	"deprecated and GA": {
		file: "{OldPath: false, GeneralPath: false}", dropIn: "{OldPath: true}",
		on: []featuregate.Feature{old}, off: []featuregate.Feature{general},
		warnings: "$D/config.yaml:3:32: featureGates[GeneralPath]: Setting GA feature gate GeneralPath=false. It will be " +
			"removed in a future release.\n" +
			"$D/conf.d/10.conf:3:16: featureGates[OldPath]: Setting deprecated feature gate OldPath=true. It will be " +
			"removed in a future release.",
	},
	"deprecated, on the command line": {
		file: "{OldPath: true}", flags: "OldPath=false",
		off: []featuregate.Feature{old},
		warnings: "--feature-gates: featureGates[OldPath]: Setting deprecated feature gate OldPath=false. It will be " +
			"removed in a future release.",
	},
	"still to come": {
		dropIn: "{UpcomingPath: true}",
		problems: "$D/conf.d/10.conf:3:16: featureGates[UpcomingPath]: cannot set feature gate UpcomingPath to true, " +
			"feature is PreAlpha at emulated version 1.4",
	},
	"dependencies across layers": {
		file: "{EarlyAnswers: true}", dropIn: "{EarlyHints: true}",
		on: []featuregate.Feature{early, earlier},
	},
	"a dependency taken away above": {
		file: "{EarlyAnswers: true}", dropIn: "{EarlyHints: true}", flags: "EarlyHints=false",
		problems: "$D/config.yaml:3:16: featureGates[EarlyAnswers]: EarlyAnswers is enabled, but depends on features " +
			"that are disabled: [EarlyHints] (EarlyHints=false at flag --feature-gates)",
	},
	"a field whose gate another layer turns on": {
		file: "{}\nshadowServer: 10.0.0.1:53", dropIn: "{Shadow: true}",
		on: []featuregate.Feature{shadow},
	},
	"a field whose gate another layer turns off": {
		file: "{Shadow: true}\nshadowServer: 10.0.0.1:53", dropIn: "{Shadow: true}", flags: "Shadow=false",
		problems: "$D/config.yaml:4:1: shadowServer: can be set only if the feature gate Shadow is on",
	},
	"a field whose gate goes with all of its stage": {
		file: "{}\nshadowServer: 10.0.0.1:53", flags: "AllBeta=true",
		on: []featuregate.Feature{shadow, optional},
	},
}

// TestLifeThroughTheLoader is the life of gates in the proposal, with all layers at once: a main file, a drop-in file
// and the command line.
func TestLifeThroughTheLoader(t *testing.T) {
	for name, start := range starts {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"config.yaml": "port: 5353\n", "conf.d/10.conf": "port: 5354\n"}
			if start.file != "" {
				files["config.yaml"] = "featureGates: " + start.file + "\n"
			}
			if start.dropIn != "" {
				files["conf.d/10.conf"] = "featureGates: " + start.dropIn + "\n"
			}
			c := newComponent(t, files)
			args := []string{"--config=" + c.dir + "/config.yaml", "--config-dir=" + c.dir + "/conf.d"}
			if start.flags != "" {
				args = append(args, "--feature-gates="+start.flags)
			}
			before := c.gates.Snapshot()
			loaded, err := c.loader.Load(args)
			if err != nil {
				if got := withoutMinimum(strings.ReplaceAll(err.Error(), c.dir, "$D")); got != start.problems {
					t.Errorf("problems:\n%s\nwant:\n%s", got, start.problems)
				}
				if c.gates.Snapshot() != before {
					t.Error("what was refused has changed the gates")
				}
				return
			}
			if start.problems != "" {
				t.Errorf("no problems, want:\n%s", start.problems)
			}
			warnings := slices.Clone(loaded.Warnings)
			slices.SortStableFunc(warnings, func(a, b componentconfig.Problem) int {
				return strings.Compare(after(a.String(), "featureGates"), after(b.String(), "featureGates"))
			})
			if got := strings.ReplaceAll(warnings.Error(), c.dir, "$D"); got != start.warnings {
				t.Errorf("warnings:\n%s\nwant:\n%s", got, start.warnings)
			}
			for _, feature := range start.on {
				want(t, c.gates, map[featuregate.Feature]bool{feature: true})
			}
			for _, feature := range start.off {
				want(t, c.gates, map[featuregate.Feature]bool{feature: false})
			}
		})
	}
}

// after is what follows a word in a text.
func after(text, word string) string {
	_, rest, _ := strings.Cut(text, word)
	return rest
}
