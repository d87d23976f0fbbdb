package gates

import (
	"errors"
	"maps"
	"slices"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
)

// Gates are the feature gates of a process. All methods may be called at any time from any goroutine. It is a
// [featuregate.FeatureGate], so that libraries which take one can be given it.
type Gates struct {
	declared     featuregate.MutableVersionedFeatureGate // is copied, and itself never set
	dependencies map[featuregate.Feature][]featuregate.Feature
	own, oldest  *version.Version                // nil: not known
	emulated     atomic.Pointer[version.Version] // nil: that of declared
	warn         func(Warning)
	current      atomic.Pointer[Snapshot]
	planned      atomic.Pointer[Snapshot]
	metrics      atomic.Bool
}

var _ featuregate.FeatureGate = (*Gates)(nil)

// Option changes what New returns.
type Option func(*Gates)

// Dependencies adds dependencies to those that the declared gates know: for a component-base which knows none. The keys are the
// features that need those in their values.
func Dependencies(dependencies map[featuregate.Feature][]featuregate.Feature) Option {
	return func(g *Gates) {
		for feature, needs := range dependencies {
			g.dependencies[feature] = append(g.dependencies[feature], needs...)
		}
	}
}

// Version says which version the component itself has. Nobody can emulate a version that is still to come: settings are then
// refused while the emulation version of the declared gates is above own.
func Version(own *version.Version) Option { return func(g *Gates) { g.own = own } }

// Oldest says which version is the oldest that can be emulated; without it, any older one can. What Kubernetes grants its own
// components are three minor versions (KEP-4330), and as long a feature stays in the generated tables after it became GA or
// deprecated: of what was removed before, nobody could emulate the presence.
func Oldest(oldest *version.Version) Option { return func(g *Gates) { g.oldest = oldest } }

// OnWarning hands warnings to warn, once for each commit, instead of writing them to the log. Those of settings that come from
// the loader are in its Loaded.Warnings, and go nowhere else unless this option is given.
func OnWarning(warn func(Warning)) Option { return func(g *Gates) { g.warn = warn } }

// New makes gates of those that a component has declared, in their default state. Declared is asked again at every load, so that
// its emulation version may be chosen after New; features that are added to it later are known from the next load on. Its
// overridden defaults count, and what it was set to itself does not. The error
// says that declared is missing, or that a dependency names a feature that is not declared.
func New(declared featuregate.MutableVersionedFeatureGate, options ...Option) (*Gates, error) {
	if declared == nil {
		return nil, errors.New("no feature gates were declared")
	}
	g := &Gates{declared: declared, dependencies: map[featuregate.Feature][]featuregate.Feature{}}
	if with, ok := declared.(dependent); ok {
		Dependencies(with.Dependencies())(g)
	}
	for _, option := range options {
		option(g)
	}
	for feature, needs := range g.dependencies {
		needs = slices.Clone(needs)
		slices.Sort(needs)
		g.dependencies[feature] = slices.Compact(needs)
	}
	if err := g.checkDependencies(); err != nil {
		return nil, err
	}
	plan := g.Plan(nil)
	if err := plan.Err(); err != nil {
		return nil, err
	}
	g.current.Store(plan.snapshot)
	g.planned.Store(plan.snapshot)
	return g, nil
}

// Enabled reports whether a feature is on. It takes no lock and allocates nothing. A feature that was never declared is off.
func (g *Gates) Enabled(feature featuregate.Feature) bool { return g.current.Load().Enabled(feature) }

// Snapshot is the state of all gates at this moment; it never changes. Whoever asks for several gates that have to fit
// together asks one snapshot.
func (g *Gates) Snapshot() *Snapshot { return g.current.Load() }

// Set plans the settings for the loader; it is the second argument of [componentconfig.WithFeatureGates].
func (g *Gates) Set(settings []componentconfig.Gate) componentconfig.Gates {
	plan := g.Plan(settings)
	g.planned.Store(plan.snapshot)
	answer := componentconfig.Gates{
		Enabled: func(name string) bool { return plan.snapshot.Enabled(featuregate.Feature(name)) },
		Commit: func() {
			g.swap(plan)
			if g.warn != nil {
				g.report(plan)
			}
		},
	}
	for _, w := range plan.Warnings {
		answer.Warnings = append(answer.Warnings, componentconfig.GateProblem{Name: w.Name, Message: w.Message})
	}
	for _, p := range plan.Problems {
		answer.Problems = append(answer.Problems, componentconfig.GateProblem{Name: p.Name, Message: p.Message})
	}
	return answer
}

// Planned is what the last Set has planned, whether it came to a commit or not: what the validation of a configuration that is
// being loaded asks, because the configuration is to be held to the gates that it sets itself. Of loads that run side by side
// it knows the latest only: give each its own Gates, or let one wait for the other.
func (g *Gates) Planned() *Snapshot { return g.planned.Load() }

// Commit makes the plan's state that of the process, whole: no reader sees a part of it. A plan with problems is left alone.
func (g *Gates) Commit(plan *Plan) {
	if g.swap(plan) {
		g.report(plan)
	}
}

// swap makes the plan's state that of the process, unless the plan has problems.
func (g *Gates) swap(plan *Plan) bool {
	if len(plan.Problems) > 0 {
		return false
	}
	g.current.Store(plan.snapshot)
	if g.metrics.Load() {
		plan.snapshot.gate.AddMetrics()
	}
	return true
}

// AddMetrics records the state of every feature as kubernetes_feature_enabled, now and at each commit that follows.
func (g *Gates) AddMetrics() {
	g.metrics.Store(true)
	g.current.Load().gate.AddMetrics()
}

// KnownFeatures describes the features that may be set, as the help of --feature-gates lists them: name, stage and default.
func (g *Gates) KnownFeatures() []string { return g.current.Load().gate.KnownFeatures() }

// EmulationVersion is the version whose stages and defaults are in force.
func (g *Gates) EmulationVersion() *version.Version { return g.current.Load().gate.EmulationVersion() }

// Dependencies lists what each feature needs.
func (g *Gates) Dependencies() map[featuregate.Feature][]featuregate.Feature {
	return cloned(g.dependencies)
}

// cloned is a deep copy of dependencies.
func cloned(dependencies map[featuregate.Feature][]featuregate.Feature) map[featuregate.Feature][]featuregate.Feature {
	copied := maps.Clone(dependencies)
	for feature, needs := range copied {
		copied[feature] = slices.Clone(needs)
	}
	return copied
}

// DeepCopy copies the gates in their present state into a plain gate, to try settings on.
func (g *Gates) DeepCopy() featuregate.MutableVersionedFeatureGate {
	return g.current.Load().gate.DeepCopy()
}

// Validate checks the present state; it cannot fail unless the emulation version of a declared gate was changed behind it.
func (g *Gates) Validate() []error { return g.current.Load().gate.Validate() }

// Snapshot is the state of all gates at one moment.
type Snapshot struct {
	enabled map[featuregate.Feature]bool
	gate    featuregate.MutableVersionedFeatureGate
}

// Enabled reports whether a feature is on. A feature that was never declared is off.
func (s *Snapshot) Enabled(feature featuregate.Feature) bool { return s.enabled[feature] }

// Usage is the help text of --feature-gates: every feature that may be set, with stage and default.
func Usage(gate featuregate.FeatureGate) string {
	text := "Feature gates to enable or disable, as name=true or name=false. Known feature gates:"
	for _, line := range gate.KnownFeatures() {
		text += "\n" + line
	}
	return text
}
