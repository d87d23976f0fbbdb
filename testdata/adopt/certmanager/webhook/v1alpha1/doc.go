// Package v1alpha1 is the configuration of the webhook with limits of PEM data, which the published one does not have
// yet.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=example.com/adopt/certmanager/webhook
// +k8s:defaulter-gen=TypeMeta
// +configgen:peers(defaults: "example.com/adopt/certmanager/shared/v1alpha1,example.com/adopt/certmanager/controller/v1alpha1")
// +configgen:peers(conversions: "example.com/adopt/certmanager/shared/v1alpha1,example.com/adopt/certmanager/controller/v1alpha1")
// +groupName=webhook.config.cert-manager.io
package v1alpha1
