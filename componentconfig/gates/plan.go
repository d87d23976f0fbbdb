package gates

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// The gates that set all others of a stage.
const (
	allAlpha featuregate.Feature = "AllAlpha"
	allBeta  featuregate.Feature = "AllBeta"
)

// Plan is the result of settings before they take effect.
type Plan struct {
	// Problems are all mistakes, sorted by name. A plan with problems cannot be committed.
	Problems []componentconfig.GateProblem
	// Warnings are for the operator, sorted by name.
	Warnings []componentconfig.GateProblem

	snapshot *Snapshot
	specs    map[featuregate.Feature]featuregate.FeatureSpec // At the emulation version, without PreAlpha.
}

// Err returns an error with one line for each problem and its origin. It returns nil if there are no problems.
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

// Enabled reports whether a feature will be enabled. Settings with problems are ignored.
func (p *Plan) Enabled(feature featuregate.Feature) bool { return p.snapshot.Enabled(feature) }

// describe returns the stage and the default of a feature at the emulation version.
func (p *Plan) describe(name string) string {
	spec, available := p.specs[featuregate.Feature(name)]
	if !available {
		return fmt.Sprintf("not in version %s", p.snapshot.gate.EmulationVersion())
	}
	stage := string(spec.PreRelease)
	if spec.PreRelease == featuregate.GA {
		stage = "GA" // It is the empty text.
	}
	return fmt.Sprintf("%s - default=%t", stage, spec.Default)
}

// planning builds a Plan.
type planning struct {
	Plan
	gates    *Gates
	fresh    featuregate.MutableVersionedFeatureGate
	declared map[featuregate.Feature]featuregate.VersionedSpecs
	settings map[featuregate.Feature]componentconfig.Gate // The valid ones.
	wholesale
}

// Plan returns the result of settings that are applied to the defaults of the declared gates at their emulation
// version. If a name is set twice, the last setting applies.
func (g *Gates) Plan(settings []componentconfig.Gate) *Plan {
	p := &planning{gates: g, fresh: g.fresh(), settings: map[featuregate.Feature]componentconfig.Gate{}}
	p.declared, p.specs = p.fresh.GetAllVersioned(), p.fresh.GetAll()
	if problem := g.outOfRange(p.fresh.EmulationVersion()); problem != "" {
		p.problem(componentconfig.Gate{}, problem)
	}
	if minimum := g.minimum.Load(); minimum != nil && p.fresh.EmulationVersion().LessThan(minimum) {
		p.problem(componentconfig.Gate{}, fmt.Sprintf("--min-compatibility-version: %s is later than the emulated version %s",
			minimum, p.fresh.EmulationVersion()))
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
	byGate := func(a, b componentconfig.GateProblem) int { return strings.Compare(a.Name, b.Name) }
	slices.SortStableFunc(p.Problems, byGate)
	slices.SortStableFunc(p.Warnings, byGate)
	return &p.Plan
}

// fresh returns a copy of the declared gates without settings, at the version to emulate.
func (g *Gates) fresh() featuregate.MutableVersionedFeatureGate {
	gate := g.declared.DeepCopyAndReset()
	v, minimum := g.emulationVersion(), g.minimum.Load()
	if g.emulated.Load() == nil && minimum == nil {
		return gate
	}
	if err := emulate(gate, v, minimum); err != nil {
		panic("a gate with nothing set refuses to emulate a version: " + err.Error())
	}
	return gate
}

// setting checks one setting.
func (p *planning) setting(s componentconfig.Gate) {
	feature := featuregate.Feature(s.Name)
	spec, available := p.specs[feature]
	_, known := p.declared[feature]
	if release := p.gates.removed[feature]; !known && release != nil {
		p.gone(s, release)
		return
	}
	if !known {
		p.problem(s, p.words(s, "unrecognized feature gate: "+s.Name)+p.nearest(s.Name))
		return
	}
	switch {
	case !available:
		p.problem(s, p.words(s, fmt.Sprintf("cannot set feature gate %s to %t, feature is PreAlpha at emulated version %s",
			s.Name, s.Enabled, p.fresh.EmulationVersion())))
		return
	case spec.LockToDefault && spec.Default != s.Enabled:
		p.problem(s, p.words(s, fmt.Sprintf("cannot set feature gate %s to %t, feature is locked to %t", s.Name, s.Enabled,
			spec.Default)))
		return
	case spec.PreRelease == featuregate.Deprecated:
		p.warning(s, fmt.Sprintf("Setting deprecated feature gate %s=%t. It will be removed in a future release.", s.Name,
			s.Enabled))
	case spec.PreRelease == featuregate.GA:
		p.warning(s, fmt.Sprintf("Setting GA feature gate %s=%t. It will be removed in a future release.", s.Name, s.Enabled))
	}
	p.settings[feature] = s
}

// gone reports the setting of a feature that a release removed: an error, but not yet in that release.
func (p *planning) gone(s componentconfig.Gate, release *version.Version) {
	message := fmt.Sprintf("the feature gate %s was removed in version %s; delete its setting", s.Name, release)
	own := p.gates.own
	if own == nil {
		own = p.gates.declared.EmulationVersion()
	}
	if own == nil || own.Major() > release.Major() || own.Major() == release.Major() && own.Minor() > release.Minor() {
		p.problem(s, message)
		return
	}
	p.warning(s, message+", which the next version refuses")
}

// words returns the error of the component-base in the build, which operators know from other components. It returns
// otherwise if component-base accepts the setting.
func (p *planning) words(s componentconfig.Gate, otherwise string) string {
	if err := setQuietly(p.gates.fresh(), map[string]bool{s.Name: s.Enabled}); err != nil {
		return err.Error()
	}
	return otherwise
}

// nearest suggests the feature that may have been meant.
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

// apply sets the fresh copy and takes its state.
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
		p.Problems = append(p.Problems, componentconfig.GateProblem{Message: err.Error()})
		return
	}
	for feature := range p.declared {
		state[feature] = p.fresh.Enabled(feature)
	}
	if with, ok := p.fresh.(dependent); ok && len(p.gates.dependencies) > 0 {
		// A reset copy has no dependencies. Callers of DeepCopy need them.
		if err := with.AddDependencies(p.gates.Dependencies()); err != nil {
			p.Problems = append(p.Problems, componentconfig.GateProblem{Message: err.Error()})
		}
	}
}

func (p *planning) problem(s componentconfig.Gate, message string) {
	p.Problems = append(p.Problems, componentconfig.GateProblem{Name: s.Name, Message: message, Origins: s.Origins})
}

func (p *planning) warning(s componentconfig.Gate, message string) {
	p.Warnings = append(p.Warnings, componentconfig.GateProblem{Name: s.Name, Message: message, Origins: s.Origins})
}

// byName compares features by name.
func byName(a, b featuregate.Feature) int { return cmp.Compare(a, b) }
