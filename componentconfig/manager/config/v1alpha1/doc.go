// Package v1alpha1 has the types of package config as they are in files, their recommended defaults, and conversions.
// Names and shape follow the former ControllerManagerConfigurationSpec of controller-runtime where operators still use
// it, so that their files stay as they are. Durations are texts, such as 2m.
//
// The types have no group and no version: they belong to the group of the operator. Their defaults are functions that
// SetDefaults functions of the operator call.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=github.com/configgen/configgen/componentconfig/manager/config
// +configgen:peers(conversions: "k8s.io/component-base/config/v1alpha1")
package v1alpha1
