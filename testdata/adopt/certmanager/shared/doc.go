// Package shared has what the configurations of the three components have in common.
// +k8s:deepcopy-gen=package
package shared
