package gates

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	"k8s.io/klog/v2"
)

// AddLibrary adds the features of a library to the features that a component declares.
//
// The stages of these features depend on the version of the library, not of the component: a feature that Kubernetes
// adds in 1.30 would be unknown in version 1.3 of a component. AddLibrary adds each feature with the stage and default
// that it has in the gate library, for every version of the component.
//
//	logs := featuregate.NewFeatureGate() // at the version of the Kubernetes libraries in the build
//	err := logsapi.AddFeatureGates(logs)
//	...
//	err = gates.AddLibrary(declared, logs)
//
// A feature that both declare with the same stages is one feature, and has the stages of the component. It returns an
// error if they declare it with different ones, or if a flag was already added for declared.
func AddLibrary(declared, library featuregate.MutableVersionedFeatureGate) error {
	available := library.GetAll()
	specs := map[featuregate.Feature]featuregate.VersionedSpecs{}
	own := declared.GetAllVersioned()
	for feature, stages := range library.GetAllVersioned() {
		if feature == allAlpha || feature == allBeta || slices.EqualFunc(own[feature], stages, sameStage) {
			continue
		}
		spec, ok := available[feature]
		if !ok { // Not available in the library either.
			spec.PreRelease = featuregate.PreAlpha
		}
		specs[feature] = featuregate.VersionedSpecs{flat(spec)}
	}
	if err := declared.AddVersioned(specs); err != nil {
		return err
	}
	from, known := library.(dependent)
	to, taken := declared.(dependent)
	if !known || !taken || len(from.Dependencies()) == 0 {
		return nil // AddDependencies does not accept an empty map.
	}
	return to.AddDependencies(cloned(from.Dependencies())) // It keeps and changes its argument.
}

func sameStage(a, b featuregate.FeatureSpec) bool {
	return a.PreRelease == b.PreRelease && a.Default == b.Default && a.LockToDefault == b.LockToDefault &&
		a.Version.EqualTo(b.Version)
}

// setOther gives the features that a gate knows the state of a plan.
func setOther(other featuregate.MutableFeatureGate, plan *Plan) {
	states := map[string]bool{}
	for feature := range other.GetAll() {
		_, known := plan.specs[feature]
		if enabled := plan.Enabled(feature); known && feature != allAlpha && feature != allBeta &&
			enabled != other.Enabled(feature) {
			states[string(feature)] = enabled
		}
	}
	if err := other.SetFromMap(states); err != nil {
		klog.ErrorS(err, "The feature gates of a library cannot be set")
	}
}

// flat returns a stage that applies to every version.
func flat(spec featuregate.FeatureSpec) featuregate.FeatureSpec {
	return featuregate.FeatureSpec{Version: version.MajorMinor(0, 0), PreRelease: spec.PreRelease, Default: spec.Default,
		LockToDefault: spec.LockToDefault}
}
