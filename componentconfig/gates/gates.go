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

// Gates are the feature gates of a process. It is safe for concurrent use. It is a [featuregate.FeatureGate] and can be
// passed to libraries that take one.
type Gates struct {
	declared     featuregate.MutableVersionedFeatureGate // Copied, never set itself.
	dependencies map[featuregate.Feature][]featuregate.Feature
	removed      map[featuregate.Feature]*version.Version
	own, oldest  *version.Version                // Nil if unknown.
	emulated     atomic.Pointer[version.Version] // Nil: the version of declared.
	minimum      atomic.Pointer[version.Version] // Nil: as follows from the emulated one.
	warn         func(componentconfig.GateProblem)
	current      atomic.Pointer[Snapshot]
	planned      atomic.Pointer[Snapshot]
	metrics      atomic.Bool
	others       []featuregate.MutableFeatureGate
}

var _ featuregate.FeatureGate = (*Gates)(nil)

// Option changes what New returns.
type Option func(*Gates)

// WithDependencies adds dependencies for a component-base that does not know any. The keys are features, the values are
// the features that they depend on.
func WithDependencies(dependencies map[featuregate.Feature][]featuregate.Feature) Option {
	return func(g *Gates) {
		for feature, needs := range dependencies {
			g.dependencies[feature] = append(g.dependencies[feature], needs...)
		}
	}
}

// WithRemoved names features that the component had, each with the release that removed it, as the generated
// RemovedFeatures does. A setting of one is ignored with a warning in that release, and refused in later ones.
func WithRemoved(removed map[featuregate.Feature]*version.Version) Option {
	return func(g *Gates) { g.removed = removed }
}

// WithVersion sets the version of the component. Later versions cannot be emulated: settings are refused while the
// emulation version of the declared gates is later than own.
func WithVersion(own *version.Version) Option { return func(g *Gates) { g.own = own } }

// WithOldestVersion sets the oldest version that can be emulated. Without it, every older version can be. Kubernetes
// components support three minor versions (KEP-4330). The generated tables keep a feature for as long after it became
// GA or deprecated.
func WithOldestVersion(oldest *version.Version) Option { return func(g *Gates) { g.oldest = oldest } }

// WithWarningHandler passes the warnings of each commit to warn instead of the log. The warnings of a load are in
// Loaded.Warnings as well.
func WithWarningHandler(warn func(componentconfig.GateProblem)) Option {
	return func(g *Gates) { g.warn = warn }
}

// WithMutable sets other gates, too, for libraries that read their own gates, such as the gates of
// k8s.io/apiserver/pkg/util/feature. At each commit, the features that both know get the same state in others. Add the
// features of the library with AddLibrary.
func WithMutable(others ...featuregate.MutableFeatureGate) Option {
	return func(g *Gates) { g.others = append(g.others, others...) }
}

// New returns the gates that a component declares, in their default state. Each load asks declared again: its emulation
// version can be set after New, and features that are added later are known from the next load on. Overridden defaults
// of declared apply, its own settings do not. New returns an error if declared is nil or if a dependency names a
// feature that is not declared.
func New(declared featuregate.MutableVersionedFeatureGate, options ...Option) (*Gates, error) {
	if declared == nil {
		return nil, errors.New("no feature gates were declared")
	}
	g := &Gates{declared: declared, dependencies: map[featuregate.Feature][]featuregate.Feature{}}
	if with, ok := declared.(dependent); ok {
		WithDependencies(with.Dependencies())(g)
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

// Enabled reports whether a feature is enabled. It takes no lock and allocates no memory. A feature that was not
// declared is disabled.
func (g *Gates) Enabled(feature featuregate.Feature) bool { return g.current.Load().Enabled(feature) }

// Snapshot returns the present state of all gates, which does not change. Use one snapshot to read several gates that
// belong together.
func (g *Gates) Snapshot() *Snapshot { return g.current.Load() }

// Set plans the settings of a load. Pass it to [componentconfig.WithFeatureGates].
func (g *Gates) Set(settings []componentconfig.Gate) componentconfig.Gates {
	plan := g.Plan(settings)
	g.planned.Store(plan.snapshot)
	return componentconfig.Gates{
		Enabled: func(name string) bool { return plan.snapshot.Enabled(featuregate.Feature(name)) },
		Commit: func() {
			g.swap(plan)
			if g.warn != nil {
				g.report(plan)
			}
		},
		Describe: plan.describe, Problems: plan.Problems, Warnings: plan.Warnings,
	}
}

// Planned returns the state that the last Set planned, whether or not it was committed. Validation of a configuration
// that is being loaded uses it, because the gates of the same configuration apply. With concurrent loads it is the
// state of the latest one: use one Gates for each.
func (g *Gates) Planned() *Snapshot { return g.planned.Load() }

// Commit sets the feature gates of the process to the state of a plan, at once for all readers. It does nothing if the
// plan has problems.
func (g *Gates) Commit(plan *Plan) {
	if g.swap(plan) {
		g.report(plan)
	}
}

// swap sets the feature gates of the process to the state of a plan without problems, and reports whether it did.
func (g *Gates) swap(plan *Plan) bool {
	if len(plan.Problems) > 0 {
		return false
	}
	g.current.Store(plan.snapshot)
	for _, other := range g.others {
		setOther(other, plan)
	}
	if g.metrics.Load() {
		plan.snapshot.gate.AddMetrics()
	}
	return true
}

// AddMetrics records the state of every feature in the metric kubernetes_feature_enabled, now and at each commit.
func (g *Gates) AddMetrics() {
	g.metrics.Store(true)
	g.current.Load().gate.AddMetrics()
}

// KnownFeatures returns a line with name, stage and default for each feature that can be set, for the help of
// --feature-gates.
func (g *Gates) KnownFeatures() []string { return g.current.Load().gate.KnownFeatures() }

// EmulationVersion returns the version whose stages and defaults apply.
func (g *Gates) EmulationVersion() *version.Version { return g.current.Load().gate.EmulationVersion() }

// Dependencies returns the features that each feature depends on.
func (g *Gates) Dependencies() map[featuregate.Feature][]featuregate.Feature {
	return cloned(g.dependencies)
}

// cloned returns a deep copy of dependencies.
func cloned(dependencies map[featuregate.Feature][]featuregate.Feature) map[featuregate.Feature][]featuregate.Feature {
	copied := maps.Clone(dependencies)
	for feature, needs := range copied {
		copied[feature] = slices.Clone(needs)
	}
	return copied
}

// DeepCopy returns a gate with a copy of the present state.
func (g *Gates) DeepCopy() featuregate.MutableVersionedFeatureGate {
	return g.current.Load().gate.DeepCopy()
}

// Validate checks the present state. It fails only if the emulation version of a declared gate was changed directly.
func (g *Gates) Validate() []error { return g.current.Load().gate.Validate() }

// Snapshot is the state of all gates at one moment.
type Snapshot struct {
	enabled map[featuregate.Feature]bool
	gate    featuregate.MutableVersionedFeatureGate
}

// Enabled reports whether a feature is enabled. A feature that was not declared is disabled.
func (s *Snapshot) Enabled(feature featuregate.Feature) bool { return s.enabled[feature] }

// Usage returns the help text of --feature-gates: every feature that can be set, with stage and default. As in
// component-base, stages and defaults are determined when Usage is called: a flag that is registered before the command
// line is parsed lists the stages of the component's version, and not of a version that the same command line emulates.
func Usage(gate featuregate.FeatureGate) string {
	text := "Feature gates to enable or disable, as name=true or name=false. Known feature gates:"
	for _, line := range gate.KnownFeatures() {
		text += "\n" + line
	}
	return text
}
