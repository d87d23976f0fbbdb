// Package features declares features in every way that component-base accepts: what the scripts of findings get wrong, made
// right.
//
// +configgen:features(released: "1.3", keep: "2")
package features

import "k8s.io/component-base/featuregate"

const (
	// Settled goes the whole way: alpha, beta, GA, locked.
	// +feature(stage: alpha, since: "1.0")
	// +feature(stage: beta, since: "1.1", default: true)
	// +feature(stage: ga, since: "1.2", default: true, locked: true)
	Settled featuregate.Feature = "Settled"

	// Patch names no patch version.
	// +feature(stage: alpha, since: "1.0")
	Patch featuregate.Feature = "Patch"

	// Compatible is on by default as soon as everything around it is of version 1.3.
	//
	// Until then it has to be turned on.
	// +feature(stage: beta, since: "1.3")
	// +feature(stage: beta, since: "1.3", default: true, minCompatibility: "1.3")
	// +feature(stage: ga, since: "1.4", default: true)
	Compatible featuregate.Feature = "Compatible"

	// Forward lists its versions in order.
	// +feature(stage: alpha, since: "1.9")
	// +feature(stage: beta, since: "1.10")
	Forward featuregate.Feature = "Forward"

	// Changed changes its default within one stage.
	// +feature(stage: beta, since: "1.2")
	// +feature(stage: beta, since: "1.3", default: true)
	Changed featuregate.Feature = "Changed"

	// Kept stays locked when it is deprecated.
	// +feature(stage: ga, since: "1.2", default: true, locked: true)
	// +feature(stage: deprecated, since: "1.3", locked: true)
	Kept featuregate.Feature = "Kept"

	// Retired tells its stages before the deprecation.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.3")
	Retired featuregate.Feature = "Retired"

	// Inherited was deprecated from the start.
	// +feature(stage: deprecated, since: "1.0", default: true)
	Inherited featuregate.Feature = "Inherited"

	// Sound requires what promises at least as much.
	// +feature(stage: alpha, since: "1.0")
	// +feature(stage: beta, since: "1.1", default: true)
	// +feature(stage: ga, since: "1.3", default: true, locked: true)
	// +featureRequires=Settled
	Sound featuregate.Feature = "Sound"

	// Follower requires a feature that requires another.
	// +feature(stage: alpha, since: "1.1")
	// +featureRequires=Sound,Changed
	Follower featuregate.Feature = "Follower"

	// Dashed has a name that is not an identifier.
	// +feature(stage: alpha, since: "1.0")
	Dashed featuregate.Feature = "dashed-name"
)
