package depot

import "k8s.io/component-base/featuregate"

const (
	// Automation lets machines work in the depot.
	// +feature(stage: alpha, since: "1.0")
	// +feature(stage: beta, since: "1.2", default: true)
	Automation featuregate.Feature = "Automation"
	// Climate heats and cools the depot.
	// +feature(stage: alpha, since: "1.1")
	Climate featuregate.Feature = "Climate"
)
