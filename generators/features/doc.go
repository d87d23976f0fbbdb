// Package features generates the tables of a component's feature gates from constants marked +feature.
//
// It writes zz_generated.features.go into the package of the constants, with
//
//	VersionedFeatures() map[featuregate.Feature]featuregate.VersionedSpecs
//	FeatureDependencies() map[featuregate.Feature][]featuregate.Feature
//	RemovedFeatures() map[featuregate.Feature]*version.Version
//	NewFeatureGate(own *version.Version) (featuregate.MutableVersionedFeatureGate, error)
//
// NewFeatureGate returns the feature gates of a process at the component's own version; the default of
// k8s.io/component-base compares with the version of Kubernetes. Each call returns new maps, because component-base
// modifies them. Dependencies require k8s.io/component-base v0.35.
//
// component-base accepts the tables: what AddVersioned and AddDependencies would refuse when the component starts is a
// finding at the line of the marker.
//
// It also writes zz_generated.features.md, a reference for users, and zz_generated.features.yaml, the history, in the
// form of the list of versioned features in Kubernetes. The history only grows: a released stage is never changed or
// removed, and a feature is kept until it has been GA or deprecated for a number of releases. The marker
// +configgen:features(released: "1.3", keep: "3") on the package names the newest release and this number; without it,
// every stage that was ever generated is considered released. The history keeps the newest release that was ever named:
// an older one is refused, and so is one that is more than this number of releases ahead. The history also applies if
// the last +feature of the package, or the package, is removed. A feature that may be removed stays in the history, and
// RemovedFeatures names the release that removed it, the one after the newest. When all features may be removed, the
// three files are orphaned, and generate removes them. To change the history anyway, delete the entry from the file, or
// the file.
package features
