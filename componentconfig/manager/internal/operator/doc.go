// Package operator is the configuration of an operator, for tests: it has all types of package config.
//
// +k8s:deepcopy-gen=package
// +configgen:output(loader: true)
// +groupName=operator.config.example.io
package operator
