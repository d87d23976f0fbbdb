package gates

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

// AddLibrary adds the features of a library to those that a component declares.
//
// A library's features follow the version of the library, about which that of the component says nothing: put beside the
// component's own, a feature of Kubernetes 1.30 is still to come in a component of version 1.3, and is off. So each is added in
// the stage and with the default that it has in the gate library, at every version that the component may have or emulate:
//
//	logs := featuregate.NewFeatureGate() // at the version of the Kubernetes libraries in the build
//	err := logsapi.AddFeatureGates(logs)
//	...
//	err = gates.AddLibrary(declared, logs)
//
// The error says that both declare a feature of the same name, or that declared belongs to a flag already.
func AddLibrary(declared, library featuregate.MutableVersionedFeatureGate) error {
	available := library.GetAll()
	specs := map[featuregate.Feature]featuregate.VersionedSpecs{}
	for feature := range library.GetAllVersioned() {
		if feature == allAlpha || feature == allBeta {
			continue
		}
		spec, ok := available[feature]
		if !ok { // still to come, in the library, too
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
		return nil // nothing to add, which AddDependencies does not take
	}
	return to.AddDependencies(cloned(from.Dependencies())) // which keeps, and changes, what it is given
}

// flat is a stage that holds at every version.
func flat(spec featuregate.FeatureSpec) featuregate.FeatureSpec {
	return featuregate.FeatureSpec{Version: version.MajorMinor(0, 0), PreRelease: spec.PreRelease, Default: spec.Default, LockToDefault: spec.LockToDefault}
}
