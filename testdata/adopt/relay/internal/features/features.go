// Package features has the features of the relay.
package features

import (
	"strings"

	"k8s.io/component-base/featuregate"
)

// The features.
const (
	ServeStale       featuregate.Feature = "ServeStale"
	RandomForwarding featuregate.Feature = "RandomForwarding"
)

// New returns the gate of the relay.
func New() featuregate.MutableFeatureGate {
	gate := featuregate.NewFeatureGate()
	if err := gate.Add(map[featuregate.Feature]featuregate.FeatureSpec{
		ServeStale:       {PreRelease: featuregate.Alpha},
		RandomForwarding: {PreRelease: featuregate.Beta, Default: true},
	}); err != nil {
		panic(err)
	}
	return gate
}

// Usage is the help of the flag.
func Usage() string {
	return "Features to enable or disable, as name=true or name=false:\n" + strings.Join(New().KnownFeatures(), "\n")
}
