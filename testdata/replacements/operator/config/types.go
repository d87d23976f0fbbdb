package config

import (
	managerconfig "github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Configuration configures the operator.
// +config(typeMeta: optional)
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type Configuration struct {
	metav1.TypeMeta `json:",inline"`

	// managerConfiguration configures the manager.
	// +subfield(Metrics.BindAddress)=+flag=metrics-bind-address
	// +subfield(Health.HealthProbeBindAddress)=+flag=health-probe-bind-address
	// +subfield(LeaderElection.LeaderElect)=+flag=leader-elect
	managerconfig.ManagerConfiguration `json:",inline"`
	// internalCertManagement configures the certificates that the operator makes for its webhooks.
	// +optional
	InternalCertManagement *InternalCertManagement `json:"internalCertManagement,omitempty"`
	// clientConnection configures the connection to the API server.
	// +subfield(QPS)=+flag=kube-api-qps
	// +subfield(Burst)=+flag=kube-api-burst
	// +subfield(QPS)=+reload=restart
	// +subfield(Burst)=+reload=restart
	// +optional
	ClientConnection *managerconfig.ClientConnectionConfiguration `json:"clientConnection,omitempty"`
	// featureGates turns features on and off.
	// +optional
	FeatureGates map[string]bool `json:"featureGates,omitempty"`
}

// InternalCertManagement configures the certificates that the operator makes for its webhooks.
type InternalCertManagement struct {
	// enable makes certificates. Others, such as cert-manager, make them otherwise.
	// +optional
	Enable *bool `json:"enable,omitempty"`
	// webhookServiceName is the name of the Service in the certificate.
	// +optional
	WebhookServiceName *string `json:"webhookServiceName,omitempty"`
	// webhookSecretName is the name of the Secret with the certificate.
	// +optional
	WebhookSecretName *string `json:"webhookSecretName,omitempty"`
}
