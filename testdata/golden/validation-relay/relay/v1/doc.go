// Package v1 is the version v1 of the relay's configuration.
// +k8s:conversion-gen=example.com/golden/validation-relay/relay
// +groupName=relay.config.example.com
package v1
