// Package v1 is the configuration of the shipper, which has no internal types.
//
// +k8s:deepcopy-gen=package
// +k8s:validation-gen=TypesWithField=TypeMeta
// +groupName=shipper.config.example.com
package v1
