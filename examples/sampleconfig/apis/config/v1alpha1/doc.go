// Package v1alpha1 is the first, experimental version of the relay's configuration files.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=github.com/configgen/configgen/examples/sampleconfig/apis/config
// +k8s:conversion-gen=k8s.io/component-base/config/v1alpha1
// +k8s:defaulter-gen=TypeMeta
// +groupName=relay.config.configgen.dev
package v1alpha1
