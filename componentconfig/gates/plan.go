package gates

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// The gates that set all others of a stage.
const (
	allAlpha featuregate.Feature = "AllAlpha"
	allBeta  featuregate.Feature = "AllBeta"
)

// Plan is what settings come to before anybody is affected by it.
type Plan struct {
	// Problems are all that is wrong, by name. A plan with problems cannot be committed.
	Problems []Problem
	// Warnings are what an operator should know, by name.
	Warnings []Warning

	snapshot *Snapshot
}

// Problem is one thing that is wrong with a setting.
type Problem struct {
	// Name is the setting's, Message says what is wrong with it.
	Name, Message string
	// Origins are who set it, the winner first.
	Origins []componentconfig.Origin
}

// Warning is a setting that works today and will not always.
type Warning Problem

// Err is nil where the plan has no problems, or else an error of one line a problem, each with its origin.
func (p *Plan) Err() error {
	lines := make([]string, len(p.Problems))
	for i, problem := range p.Problems {
		lines[i] = problem.String()
	}
	if len(lines) == 0 {
		return nil
	}
	return errors.New(strings.Join(lines, "\n"))
}

func (p Problem) String() string {
	if len(p.Origins) == 0 {
		return p.Message
	}
	return p.Origins[0].String() + ": " + p.Message
}

func (w Warning) String() string { return Problem(w).String() }

// Enabled reports whether a feature would be on. Settings with problems count as absent.
func (p *Plan) Enabled(feature featuregate.Feature) bool { return p.snapshot.Enabled(feature) }

// planning is a Plan in the making.
type planning struct {
	Plan
	gates    *Gates
	fresh    featuregate.MutableVersionedFeatureGate
	declared map[featuregate.Feature]featuregate.VersionedSpecs
	specs    map[featuregate.Feature]featuregate.FeatureSpec // at the emulation version, without those before alpha
	settings map[featuregate.Feature]componentconfig.Gate    // the valid ones
	wholesale
}

// Plan works out what the settings come to, from the defaults of the declared gates at their emulation version. Of two settings
// with one name the last counts.
func (g *Gates) Plan(settings []componentconfig.Gate) *Plan {
	p := &planning{gates: g, fresh: g.fresh(), settings: map[featuregate.Feature]componentconfig.Gate{}}
	p.declared, p.specs = p.fresh.GetAllVersioned(), p.fresh.GetAll()
	if problem := g.outOfRange(p.fresh.EmulationVersion()); problem != "" {
		p.problem(componentconfig.Gate{}, problem)
	}
	last := map[string]componentconfig.Gate{}
	for _, s := range settings {
		last[s.Name] = s
	}
	for _, name := range slices.Sorted(maps.Keys(last)) {
		p.setting(last[name])
	}
	state := p.resolve()
	p.warnOfEmulatedAlpha(state)
	p.snapshot = &Snapshot{enabled: state, gate: p.fresh}
	if len(p.Problems) == 0 {
		p.apply(state)
	}
	slices.SortStableFunc(p.Problems, func(a, b Problem) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(p.Warnings, func(a, b Warning) int { return strings.Compare(a.Name, b.Name) })
	return &p.Plan
}

// fresh is a copy of the declared gates with nothing set, at the version to emulate.
func (g *Gates) fresh() featuregate.MutableVersionedFeatureGate {
	gate := g.declared.DeepCopyAndReset()
	if v := g.emulated.Load(); v != nil {
		if err := emulate(gate, v); err != nil {
			panic("a gate with nothing set refuses to emulate a version: " + err.Error())
		}
	}
	return gate
}

// setting checks one setting by itself.
func (p *planning) setting(s componentconfig.Gate) {
	feature := featuregate.Feature(s.Name)
	spec, available := p.specs[feature]
	if _, known := p.declared[feature]; !known {
		p.problem(s, p.words(s, "unrecognized feature gate: "+s.Name)+p.nearest(s.Name))
		return
	}
	switch {
	case !available:
		p.problem(s, p.words(s, fmt.Sprintf("cannot set feature gate %s to %t, feature is PreAlpha at emulated version %s", s.Name, s.Enabled, p.fresh.EmulationVersion())))
		return
	case spec.LockToDefault && spec.Default != s.Enabled:
		p.problem(s, p.words(s, fmt.Sprintf("cannot set feature gate %s to %t, feature is locked to %t", s.Name, s.Enabled, spec.Default)))
		return
	case spec.PreRelease == featuregate.Deprecated:
		p.warning(s, fmt.Sprintf("Setting deprecated feature gate %s=%t. It will be removed in a future release.", s.Name, s.Enabled))
	case spec.PreRelease == featuregate.GA:
		p.warning(s, fmt.Sprintf("Setting GA feature gate %s=%t. It will be removed in a future release.", s.Name, s.Enabled))
	}
	p.settings[feature] = s
}

// words is how the component-base in the build refuses the setting, so that operators read what they know from elsewhere; or,
// should it accept the setting, otherwise.
func (p *planning) words(s componentconfig.Gate, otherwise string) string {
	if err := setQuietly(p.gates.fresh(), map[string]bool{s.Name: s.Enabled}); err != nil {
		return err.Error()
	}
	return otherwise
}

// nearest names the feature that somebody may have meant.
func (p *planning) nearest(name string) string {
	known := make([]string, 0, len(p.declared))
	for feature := range p.declared {
		known = append(known, string(feature))
	}
	slices.Sort(known)
	if near := schema.Nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// apply sets the fresh copy, and takes over the state that it comes to.
func (p *planning) apply(state map[featuregate.Feature]bool) {
	settings := map[string]bool{}
	for feature, s := range p.settings {
		settings[string(feature)] = s.Enabled
	}
	for _, feature := range p.heldBack {
		settings[string(feature)] = false
	}
	if _, ok := p.fresh.(quiet); !ok {
		p.fresh = p.settle(settings)
		p.snapshot.gate = p.fresh
	}
	if err := setQuietly(p.fresh, settings); err != nil {
		p.Problems = append(p.Problems, Problem{Message: err.Error()})
		return
	}
	for feature := range p.declared {
		state[feature] = p.fresh.Enabled(feature)
	}
	if with, ok := p.fresh.(dependent); ok && len(p.gates.dependencies) > 0 {
		// A copy that is reset has lost its dependencies. It gets them back for those who ask it, or copy it, later.
		if err := with.AddDependencies(p.gates.Dependencies()); err != nil {
			p.Problems = append(p.Problems, Problem{Message: err.Error()})
		}
	}
}

func (p *planning) problem(s componentconfig.Gate, message string) {
	p.Problems = append(p.Problems, Problem{s.Name, message, s.Origins})
}

func (p *planning) warning(s componentconfig.Gate, message string) {
	p.Warnings = append(p.Warnings, Warning{s.Name, message, s.Origins})
}

// byName orders features.
func byName(a, b featuregate.Feature) int { return cmp.Compare(a, b) }
