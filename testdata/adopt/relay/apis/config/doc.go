// Package config has the internal types of the configuration of the relay. The program uses these types for files of
// every version.
//
// +k8s:deepcopy-gen=package
// +groupName=relay.config.configgen.dev
package config
