package gates

import (
	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"
)

// dependent is a gate of a component-base that knows dependencies.
type dependent interface {
	Dependencies() map[featuregate.Feature][]featuregate.Feature
	AddDependencies(map[featuregate.Feature][]featuregate.Feature) error
}

// quiet is a gate of a component-base that can be told where to log: from v0.36 on.
type quiet interface {
	SetFromMapWithLogger(klog.Logger, map[string]bool) error
}

// setQuietly sets gates without a word in the log: what is planned may come to nothing, and then what the log says of it would be
// wrong; and what is committed is reported by us, with the line that set it. A component-base that cannot be told so speaks of GA
// and deprecated features only, which settle takes out.
func setQuietly(gate featuregate.MutableFeatureGate, settings map[string]bool) error {
	if with, ok := gate.(quiet); ok {
		return with.SetFromMapWithLogger(klog.Logger{}, settings)
	}
	return gate.SetFromMap(settings)
}

// settle gives a gate in which the settings of GA and deprecated features are defaults, and takes them out of settings, because
// an older component-base warns of each of them, in its own log, at every load, whether it comes to anything or not. All that
// tells the gate from one that was set is ExplicitlySet, and that GetAll has the setting in the place of the default.
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
		// Defaults that were overridden may not make a history that AddVersioned likes. What holds now is in order.
		if err := gate.AddVersioned(map[featuregate.Feature]featuregate.VersionedSpecs{feature: {p.now(feature)}}); err != nil {
			panic("a stage by itself is refused: " + err.Error())
		}
	}
	return gate
}

// now is the stage that is in force, as one that holds at every version.
func (p *planning) now(feature featuregate.Feature) featuregate.FeatureSpec {
	if spec, available := p.specs[feature]; available {
		return flat(spec)
	}
	return flat(featuregate.FeatureSpec{PreRelease: featuregate.PreAlpha})
}

// report hands the warnings of a plan on, or logs them.
func (g *Gates) report(plan *Plan) {
	for _, w := range plan.Warnings {
		if g.warn != nil {
			g.warn(w)
			continue
		}
		klog.Background().Info("Warning: "+w.Message, "featureGate", w.Name, "origin", Problem(w).origin())
	}
}

// origin is who set the gate, in a few words.
func (p Problem) origin() string {
	if len(p.Origins) == 0 {
		return "default"
	}
	return p.Origins[0].String()
}
