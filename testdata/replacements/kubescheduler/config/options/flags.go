package options

import (
	"time"

	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/component-base/metrics"
)

// Flags are the flags that are not in the configuration.
// +flags(defaults: newFlags)
type Flags struct {
	// Master is the address of the API server, instead of that in the kubeconfig file.
	// +flag
	Master string
	// PodMaxInUnschedulablePodsDuration is the longest time that a pod waits for an event.
	// +flag
	// +legacyDefault=5m
	PodMaxInUnschedulablePodsDuration time.Duration
	// +flagsFrom=AddFlags
	Metrics *metrics.Options
	// +flagsFrom=k8s.io/component-base/logs/api/v1.AddFlags
	Logging *logsapi.LoggingConfiguration
}

func newFlags() *Flags {
	return &Flags{Metrics: metrics.NewOptions(), Logging: logsapi.NewLoggingConfiguration()}
}
