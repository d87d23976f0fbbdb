// Package v1beta1 is the version of the group kubelet.config.k8s.io that files are written in.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=example.com/kubelet/config
// +k8s:defaulter-gen=TypeMeta
// +groupName=kubelet.config.k8s.io
package v1beta1
