// Package v1alpha1 is the version v1alpha1 of the configuration of the operator.
//
// +k8s:deepcopy-gen=package
// +k8s:conversion-gen=github.com/configgen/configgen/componentconfig/manager/internal/operator
// +k8s:conversion-gen=github.com/configgen/configgen/componentconfig/manager/config/v1alpha1
// +k8s:defaulter-gen=TypeMeta
// +groupName=operator.config.example.io
package v1alpha1
