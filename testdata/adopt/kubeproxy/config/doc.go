// Package config is the internal configuration of kube-proxy.
// +k8s:deepcopy-gen=package
package config
