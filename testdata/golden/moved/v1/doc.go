// Package v1 is a version.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=example.com/golden/moved
// +k8s:defaulter-gen=TypeMeta
// +groupName=moved.config.example.com
package v1
