// Package features generates what a component says of its feature gates, from constants marked +feature.
//
// Beside the constants it writes zz_generated.features.go with
//
//	VersionedFeatures() map[featuregate.Feature]featuregate.VersionedSpecs
//	FeatureDependencies() map[featuregate.Feature][]featuregate.Feature
//	NewFeatureGate(own *version.Version) (featuregate.MutableVersionedFeatureGate, error)
//
// The last makes the gates of one process, at the component's own version; the one that k8s.io/component-base makes by default
// compares with the version of Kubernetes. The maps are new at each call, because component-base changes what it is given.
// Dependencies need a component-base that knows them, v0.35 or newer; without any, FeatureDependencies is empty and older ones do.
//
// The tables are ones that component-base accepts: whatever AddVersioned and AddDependencies would refuse at the component's
// start is a finding here, at the line of the marker.
//
// It also writes zz_generated.features.md, a reference for users, and zz_generated.features.yaml, the history, in the form of
// Kubernetes' own list of versioned features. The history only grows: a stage that was released is never changed or taken
// back, and a feature stays until it was GA or deprecated for a number of releases. What is released, and that number, is said
// by +configgen:features(released: "1.3", keep: "3") on the package; if it is not, all that was ever generated counts as
// released. That holds as well where the last +feature of a package goes, or the package itself: as long as its history is there it
// is asked; once all features may go, the three files are left over and generate removes them. To break with the past on
// purpose, delete the entry from the file, or the file.
package features
