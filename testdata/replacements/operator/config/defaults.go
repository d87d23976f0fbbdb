package config

import (
	managerconfig "github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	"k8s.io/utils/ptr"
)

// SetDefaults_Configuration sets names and limits of the operator, and what is recommended for the rest.
func SetDefaults_Configuration(obj *Configuration) {
	managerconfig.RecommendedDefaultWebhookConfiguration(&obj.Webhook)
	if obj.Metrics.BindAddress == "" {
		obj.Metrics.BindAddress = ":8443"
	}
	managerconfig.RecommendedDefaultHealthConfiguration(&obj.Health)
	if obj.LeaderElection == nil {
		obj.LeaderElection = &componentbaseconfigv1alpha1.LeaderElectionConfiguration{}
	}
	if obj.LeaderElection.ResourceName == "" {
		obj.LeaderElection.ResourceName = "6d4f6a47.jobset.x-k8s.io"
	}
	managerconfig.RecommendedDefaultLeaderElectionConfiguration(obj.LeaderElection)
	if obj.InternalCertManagement == nil {
		obj.InternalCertManagement = &InternalCertManagement{}
	}
	setDefault(&obj.InternalCertManagement.Enable, true)
	if *obj.InternalCertManagement.Enable {
		setDefault(&obj.InternalCertManagement.WebhookServiceName, "jobset-webhook-service")
		setDefault(&obj.InternalCertManagement.WebhookSecretName, "jobset-webhook-server-cert")
	}
	if obj.ClientConnection == nil {
		obj.ClientConnection = &managerconfig.ClientConnectionConfiguration{}
	}
	setDefault(&obj.ClientConnection.QPS, 500)
	setDefault(&obj.ClientConnection.Burst, 500)
}

func setDefault[T any](field **T, value T) {
	if *field == nil {
		*field = ptr.To(value)
	}
}
