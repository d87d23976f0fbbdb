// Package v1 is a version of the kubelet's configuration.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=example.com/migration/kubelet
// +k8s:defaulter-gen=TypeMeta
// +groupName=kubelet.config.k8s.io
package v1
