// Package webhook is the configuration of the webhook of cert-manager.
// +k8s:deepcopy-gen=package
// +groupName=webhook.config.cert-manager.io
package webhook
