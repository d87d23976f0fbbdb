// Package v1alpha1 is a group of one external package, whose flags use all that a registration can: sections, systems,
// delegation, values of the user's own.
// +groupName=relay.config.example.com
// +configgen:output(flags: "example.com/golden/flags-relay/options", validation: "example.com/golden/flags-relay/validation")
package v1alpha1
