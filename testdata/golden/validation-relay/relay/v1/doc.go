// Package v1 is the version v1 of the relay's configuration.
// +k8s:conversion-gen=example.com/golden/validation-relay/relay
// +k8s:conversion-gen=k8s.io/component-base/config/v1alpha1
// +groupName=relay.config.example.com
package v1
