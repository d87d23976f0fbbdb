package v1alpha1

import (
	controllerv1alpha1 "github.com/cert-manager/cert-manager/pkg/apis/config/controller/v1alpha1"
	sharedv1alpha1 "github.com/cert-manager/cert-manager/pkg/apis/config/shared/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// WebhookConfiguration configures the webhook.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type WebhookConfiguration struct {
	metav1.TypeMeta           `json:",inline"`
	SecurePort                *int32                                 `json:"securePort,omitempty"`
	HealthzPort               *int32                                 `json:"healthzPort,omitempty"`
	TLSConfig                 sharedv1alpha1.TLSConfig               `json:"tlsConfig"`
	KubeConfig                string                                 `json:"kubeConfig,omitempty"`
	APIServerHost             string                                 `json:"apiServerHost,omitempty"`
	EnablePprof               bool                                   `json:"enablePprof"`
	PprofAddress              string                                 `json:"pprofAddress,omitempty"`
	Logging                   logsapi.LoggingConfiguration           `json:"logging"`
	FeatureGates              map[string]bool                        `json:"featureGates,omitempty"`
	MetricsListenAddress      string                                 `json:"metricsListenAddress,omitempty"`
	MetricsTLSConfig          sharedv1alpha1.TLSConfig               `json:"metricsTLSConfig"`
	EnableClientVerification  bool                                   `json:"enableClientVerification,omitempty"`
	ClientCAPath              string                                 `json:"clientCAPath,omitempty"`
	ClientCertificateSubjects []string                               `json:"clientCertificateSubjects,omitempty"`
	PEMSizeLimitsConfig       controllerv1alpha1.PEMSizeLimitsConfig `json:"pemSizeLimitsConfig,omitzero"`
}
