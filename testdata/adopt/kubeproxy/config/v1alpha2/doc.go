// Package v1alpha2 is a version of kube-proxy's configuration.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=example.com/adopt/kubeproxy/config
// +k8s:conversion-gen=k8s.io/component-base/config/v1alpha1
// +k8s:defaulter-gen=TypeMeta
// +groupName=kubeproxy.config.k8s.io
package v1alpha2
