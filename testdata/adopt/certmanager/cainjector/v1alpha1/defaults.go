package v1alpha1

import (
	"github.com/cert-manager/cert-manager/pkg/apis/config/cainjector/v1alpha1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// SetDefaults_CAInjectorConfiguration sets addresses.
func SetDefaults_CAInjectorConfiguration(obj *v1alpha1.CAInjectorConfiguration) {
	if obj.PprofAddress == "" {
		obj.PprofAddress = "localhost:6060"
	}
	if obj.MetricsListenAddress == "" {
		obj.MetricsListenAddress = "0.0.0.0:9402"
	}
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
}

// SetDefaults_EnableDataSourceConfig enables all sources.
func SetDefaults_EnableDataSourceConfig(obj *v1alpha1.EnableDataSourceConfig) {
	enable(&obj.Certificates)
}

// SetDefaults_EnableInjectableConfig enables all targets.
func SetDefaults_EnableInjectableConfig(obj *v1alpha1.EnableInjectableConfig) {
	enable(&obj.ValidatingWebhookConfigurations)
	enable(&obj.MutatingWebhookConfigurations)
	enable(&obj.CustomResourceDefinitions)
	enable(&obj.APIServices)
}

func enable(b **bool) {
	if *b == nil {
		*b = new(true)
	}
}
