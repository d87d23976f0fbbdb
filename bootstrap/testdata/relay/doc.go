// +k8s:deepcopy-gen=package
// +groupName=relay.config.example.io

// Package relay is the configuration of a DNS relay: the group that the tests of bootstrap load. The functions that
// configgen generates for a group stand here under the names of the generated files.
package relay
