// Package cainjector is the configuration of the cainjector of cert-manager.
// +k8s:deepcopy-gen=package
// +groupName=cainjector.config.cert-manager.io
package cainjector
