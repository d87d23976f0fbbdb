// Package features has the feature of package ours.
package features

import "k8s.io/component-base/featuregate"

// Fast is a feature.
// +feature(stage: alpha, since: "1.0")
const Fast featuregate.Feature = "Fast"
