// Package v1 is the version in which files are written.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=example.com/golden/validation-declarative/relay
// +k8s:validation-gen=TypesWithField=TypeMeta
// +groupName=relay.config.example.com
package v1
