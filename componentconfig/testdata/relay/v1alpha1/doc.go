// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=github.com/configgen/configgen/componentconfig/testdata/relay
// +k8s:defaulter-gen=TypeMeta
// +groupName=relay.config.example.io

// Package v1alpha1 is the version v1alpha1 of the relay's configuration.
package v1alpha1
