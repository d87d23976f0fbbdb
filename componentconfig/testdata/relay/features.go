package relay

import "k8s.io/component-base/featuregate"

// Shadow sends a copy of every query elsewhere.
// +feature(stage: alpha, since: "1.0")
const Shadow featuregate.Feature = "Shadow"
