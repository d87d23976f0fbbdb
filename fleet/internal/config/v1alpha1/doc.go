// Package v1alpha1 is the version v1alpha1 of the configuration files of config-fleet.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=github.com/configgen/configgen/fleet/internal/config
// +k8s:conversion-gen=github.com/configgen/configgen/componentconfig/manager/config/v1alpha1
// +k8s:defaulter-gen=TypeMeta
// +groupName=configfleet.config.configgen.dev
package v1alpha1
