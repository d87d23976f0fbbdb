package v1alpha1

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	"k8s.io/utils/ptr"
)

// RecommendedDefaultManagerConfiguration sets the fields of a manager that are not set. The operator calls it after it
// has set fields that it recommends other values for. The name of the lease is the operator's alone.
func RecommendedDefaultManagerConfiguration(obj *ManagerConfiguration) {
	RecommendedDefaultWebhookConfiguration(&obj.Webhook)
	RecommendedDefaultMetricsConfiguration(&obj.Metrics)
	RecommendedDefaultHealthConfiguration(&obj.Health)
	if obj.LeaderElection == nil {
		obj.LeaderElection = &componentbaseconfigv1alpha1.LeaderElectionConfiguration{}
	}
	RecommendedDefaultLeaderElectionConfiguration(obj.LeaderElection)
	if obj.GracefulShutdownTimeout == nil {
		obj.GracefulShutdownTimeout = &metav1.Duration{Duration: 30 * time.Second}
	}
}

// RecommendedDefaultWebhookConfiguration serves webhooks at the port that others expect.
func RecommendedDefaultWebhookConfiguration(obj *WebhookConfiguration) {
	if obj.Port == nil {
		obj.Port = ptr.To(9443)
	}
}

// RecommendedDefaultMetricsConfiguration serves metrics with TLS.
func RecommendedDefaultMetricsConfiguration(obj *MetricsConfiguration) {
	if obj.BindAddress == "" {
		obj.BindAddress = ":8443"
	}
	if obj.SecureServing == nil {
		obj.SecureServing = ptr.To(true)
	}
}

// RecommendedDefaultHealthConfiguration serves health probes at the port that others expect.
func RecommendedDefaultHealthConfiguration(obj *HealthConfiguration) {
	if obj.HealthProbeBindAddress == "" {
		obj.HealthProbeBindAddress = ":8081"
	}
}

// RecommendedDefaultLeaderElectionConfiguration elects a leader by a lease.
func RecommendedDefaultLeaderElectionConfiguration(obj *componentbaseconfigv1alpha1.LeaderElectionConfiguration) {
	if obj.ResourceLock == "" {
		obj.ResourceLock = "leases"
	}
	componentbaseconfigv1alpha1.RecommendedDefaultLeaderElectionConfiguration(obj)
}

// RecommendedDefaultClientConnectionConfiguration limits requests as most operators do.
func RecommendedDefaultClientConnectionConfiguration(obj *ClientConnectionConfiguration) {
	if obj.QPS == nil {
		obj.QPS = ptr.To[float32](20)
	}
	if obj.Burst == nil {
		obj.Burst = ptr.To[int32](30)
	}
}
