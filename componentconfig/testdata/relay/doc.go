// +k8s:deepcopy-gen=package
// +groupName=relay.config.example.io

// Package relay is the configuration of a DNS relay: the group that the tests of componentconfig load.
//
// +configgen:output(loader: true)
package relay
