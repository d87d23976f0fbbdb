// Package v1alpha1 is the first, experimental version of the relay's configuration files.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=github.com/configgen/configgen/examples/sampleconfig/apis/config
// +k8s:defaulter-gen=TypeMeta
// +groupName=relay.config.configgen.dev
package v1alpha1
