package v1alpha1

import (
	"time"

	"github.com/cert-manager/cert-manager/pkg/apis/config/shared/v1alpha1"
)

// SetDefaults_LeaderElectionConfig elects a leader.
func SetDefaults_LeaderElectionConfig(obj *v1alpha1.LeaderElectionConfig) {
	if obj.Enabled == nil {
		obj.Enabled = new(true)
	}
	if obj.Namespace == "" {
		obj.Namespace = "kube-system"
	}
	Or(&obj.LeaseDuration, time.Minute)
	Or(&obj.RenewDeadline, 40*time.Second)
	Or(&obj.RetryPeriod, 15*time.Second)
}

// SetDefaults_DynamicServingConfig renews certificates weekly.
func SetDefaults_DynamicServingConfig(obj *v1alpha1.DynamicServingConfig) {
	Or(&obj.LeafDuration, 7*24*time.Hour)
}

// Or sets a duration that is zero or not set.
func Or(d **v1alpha1.Duration, otherwise time.Duration) {
	if (*d).IsZero() {
		*d = v1alpha1.DurationFromTime(otherwise)
	}
}
