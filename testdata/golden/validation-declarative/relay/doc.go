// Package relay holds the configuration of the relay. What its version v1 declares, validation-gen checks; the rest is checked
// here.
//
// +k8s:deepcopy-gen=package
// +groupName=relay.config.example.com
package relay
