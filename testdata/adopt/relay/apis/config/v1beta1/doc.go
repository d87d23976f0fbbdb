// Package v1beta1 is the current version of the relay's configuration files.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=example.com/adopt/relay/apis/config
// +k8s:conversion-gen=k8s.io/component-base/config/v1alpha1
// +k8s:defaulter-gen=TypeMeta
// +groupName=relay.config.configgen.dev
package v1beta1
