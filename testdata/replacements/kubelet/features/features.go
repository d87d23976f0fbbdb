// Package features has the feature gates of the kubelet, as it declares them.
package features

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

// The gates that rules and defaults depend on.
const (
	CustomCPUCFSQuotaPeriod                featuregate.Feature = "CustomCPUCFSQuotaPeriod"
	DefaultPodSysctls                      featuregate.Feature = "DefaultPodSysctls"
	GracefulNodeShutdown                   featuregate.Feature = "GracefulNodeShutdown"
	GracefulNodeShutdownBasedOnPodPriority featuregate.Feature = "GracefulNodeShutdownBasedOnPodPriority"
	ImageMaximumGCAge                      featuregate.Feature = "ImageMaximumGCAge"
	KubeletCrashLoopBackOffMax             featuregate.Feature = "KubeletCrashLoopBackOffMax"
	KubeletEnsureSecretPulledImages        featuregate.Feature = "KubeletEnsureSecretPulledImages"
	MemoryQoS                              featuregate.Feature = "MemoryQoS"
	NodeLogQuery                           featuregate.Feature = "NodeLogQuery"
	NodeSwap                               featuregate.Feature = "NodeSwap"
	RotateKubeletServerCertificate         featuregate.Feature = "RotateKubeletServerCertificate"
)

// stages are the stages of the table. A gate without a stage is a promise for good.
var stages = map[string]featuregate.FeatureSpec{
	"ALPHA":      {PreRelease: featuregate.Alpha},
	"BETA":       {PreRelease: featuregate.Beta},
	"":           {PreRelease: featuregate.GA},
	"DEPRECATED": {PreRelease: featuregate.Deprecated},
}

//go:embed gates.csv
var table string

// declared are the gates of the table: name, default, stage, whether it is locked, and the gates that it requires.
var declared = sync.OnceValues(func() (featuregate.MutableVersionedFeatureGate, error) {
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		return nil, err
	}
	gate := featuregate.NewVersionedFeatureGate(version.MajorMinor(1, 37))
	specs := map[featuregate.Feature]featuregate.FeatureSpec{}
	requires := map[featuregate.Feature][]featuregate.Feature{}
	for _, row := range rows[1:] {
		name := featuregate.Feature(row[0])
		byDefault, err := strconv.ParseBool(row[1])
		if err != nil {
			return nil, err
		}
		spec := stages[row[2]]
		spec.Default, spec.LockToDefault = byDefault, row[3] == "true"
		specs[name] = spec
		for _, required := range strings.Fields(row[4]) {
			requires[name] = append(requires[name], featuregate.Feature(required))
		}
	}
	if err := gate.Add(specs); err != nil {
		return nil, err
	}
	return gate, gate.AddDependencies(requires)
})

// Declared returns the gates in their default state.
func Declared() (featuregate.MutableVersionedFeatureGate, error) {
	return declared()
}

// Enabled returns a function that reports whether a gate is enabled, with the settings of a configuration.
func Enabled(settings map[string]bool) func(featuregate.Feature) bool {
	return With(settings).Enabled
}

// With returns the gates with the settings of a configuration. Unknown gates are ignored: the loader reports them.
func With(settings map[string]bool) featuregate.MutableVersionedFeatureGate {
	gate, err := declared()
	if err != nil {
		panic(err) // The table is part of the program.
	}
	gate = gate.DeepCopyAndReset()
	for name, on := range settings {
		gate.SetFromMap(map[string]bool{name: on}) //nolint:errcheck // See above.
	}
	return gate
}

// Usage names the gates.
func Usage() string {
	gate, err := declared()
	if err != nil {
		panic(err) // The table is part of the program.
	}
	return "Features to turn on or off, as Name=true or Name=false joined by commas. Known features:\n" +
		strings.Join(gate.KnownFeatures(), "\n")
}
