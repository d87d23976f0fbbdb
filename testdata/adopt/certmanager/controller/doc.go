// Package controller is the configuration of the controller of cert-manager.
// +k8s:deepcopy-gen=package
// +groupName=controller.config.cert-manager.io
package controller
