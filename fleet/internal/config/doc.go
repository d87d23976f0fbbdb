// Package config has the internal types of the configuration of config-fleet. hack/configgen.sh generates the rest.
//
// +k8s:deepcopy-gen=package
// +configgen:output(loader: true)
// +groupName=configfleet.config.configgen.dev
package config
