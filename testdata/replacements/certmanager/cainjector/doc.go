// Package cainjector is the configuration of the cainjector of cert-manager.
// +configgen:output(loader: true)
// +k8s:deepcopy-gen=package
// +groupName=cainjector.config.cert-manager.io
package cainjector
