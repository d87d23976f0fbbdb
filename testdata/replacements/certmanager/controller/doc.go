// Package controller is the configuration of the controller of cert-manager.
// +configgen:output(loader: true)
// +k8s:deepcopy-gen=package
// +groupName=controller.config.cert-manager.io
package controller
