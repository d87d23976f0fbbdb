package v1alpha1

import logsapi "k8s.io/component-base/logs/api/v1"

// SetDefaults_WebhookConfiguration sets ports and addresses.
func SetDefaults_WebhookConfiguration(obj *WebhookConfiguration) {
	if obj.SecurePort == nil {
		obj.SecurePort = new(int32(6443))
	}
	if obj.HealthzPort == nil {
		obj.HealthzPort = new(int32(6080))
	}
	if obj.PprofAddress == "" {
		obj.PprofAddress = "localhost:6060"
	}
	if obj.MetricsListenAddress == "" {
		obj.MetricsListenAddress = "0.0.0.0:9402"
	}
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
}
