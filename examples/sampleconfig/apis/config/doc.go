// Package config holds the internal types of the relay's configuration: what the program works with, whichever version a
// file was written in. The markers on these types are all that configgen needs to know.
//
// +k8s:deepcopy-gen=package
// +groupName=relay.config.configgen.dev
// +configgen:output(loader: true)
package config
