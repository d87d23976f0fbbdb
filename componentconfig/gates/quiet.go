package gates

import (
	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig"
)

// dependent is implemented by gates of a component-base that knows dependencies.
type dependent interface {
	Dependencies() map[featuregate.Feature][]featuregate.Feature
	AddDependencies(map[featuregate.Feature][]featuregate.Feature) error
}

// quiet is implemented by gates of component-base v0.36 and later, which can be told where to log.
type quiet interface {
	SetFromMapWithLogger(klog.Logger, map[string]bool) error
}

// setQuietly sets gates without writing to the log: a plan may never be committed, and this package reports a commit
// itself, with the origin of the setting. An older component-base logs only GA and deprecated features, which settle
// removes.
func setQuietly(gate featuregate.MutableFeatureGate, settings map[string]bool) error {
	if with, ok := gate.(quiet); ok {
		return with.SetFromMapWithLogger(klog.Logger{}, settings)
	}
	return gate.SetFromMap(settings)
}

// settle returns a gate with the settings of GA and deprecated features as its defaults, and removes them from
// settings: an older component-base logs a warning for each of them at every load. The gate differs from one that was
// set only in ExplicitlySet and in the defaults that GetAll returns.
func (p *planning) settle(settings map[string]bool) featuregate.MutableVersionedFeatureGate {
	settled := map[featuregate.Feature]featuregate.FeatureSpec{}
	for feature, s := range p.settings {
		if spec := p.specs[feature]; spec.PreRelease == featuregate.GA || spec.PreRelease == featuregate.Deprecated {
			delete(settings, string(feature))
			spec.Default = s.Enabled
			settled[feature] = flat(spec)
		}
	}
	if len(settled) == 0 {
		return p.fresh
	}
	gate := featuregate.NewVersionedFeatureGate(p.fresh.EmulationVersion())
	for feature, specs := range p.declared {
		if spec, ok := settled[feature]; ok {
			specs = featuregate.VersionedSpecs{spec}
		}
		err := gate.AddVersioned(map[featuregate.Feature]featuregate.VersionedSpecs{feature: specs})
		if err == nil || feature == allAlpha || feature == allBeta {
			continue
		}
		// AddVersioned may refuse a history with overridden defaults. The present stage alone is valid.
		only := map[featuregate.Feature]featuregate.VersionedSpecs{feature: {p.now(feature)}}
		if err := gate.AddVersioned(only); err != nil {
			panic("a stage by itself is refused: " + err.Error())
		}
	}
	return gate
}

// now returns the present stage of a feature as a stage that applies to every version.
func (p *planning) now(feature featuregate.Feature) featuregate.FeatureSpec {
	if spec, available := p.specs[feature]; available {
		return flat(spec)
	}
	return flat(featuregate.FeatureSpec{PreRelease: featuregate.PreAlpha})
}

// report passes the warnings of a plan on, or logs them.
func (g *Gates) report(plan *Plan) {
	for _, w := range plan.Warnings {
		if g.warn != nil {
			g.warn(w)
			continue
		}
		klog.Background().Info("Warning: "+w.Message, "featureGate", w.Name, "origin", origin(w))
	}
}

// origin returns the source of the setting in a few words.
func origin(p componentconfig.GateProblem) string {
	if len(p.Origins) == 0 {
		return "default"
	}
	return p.Origins[0].String()
}
