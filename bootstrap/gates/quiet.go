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

// quiet is a gate of a component-base that can be told where to log.
type quiet interface {
	SetFromMapWithLogger(klog.Logger, map[string]bool) error
}

// setQuietly sets gates without a word in the log where the component-base in the build allows that: what is planned may come
// to nothing, and then what the log says of it would be wrong.
func setQuietly(gate featuregate.MutableFeatureGate, settings map[string]bool) error {
	if with, ok := gate.(quiet); ok {
		return with.SetFromMapWithLogger(klog.Logger{}, settings)
	}
	return gate.SetFromMap(settings)
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
