// Package options has a struct of flags that are not configuration.
package options

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// AgentFlags are the flags of the agent that stay out of its configuration.
// +flags
type AgentFlags struct {
	// NodeIP is the address of the node.
	// +flag=node-ip
	// +format=ip
	NodeIP string
	// NodeLabels are put on the node.
	// +flag=node-labels
	// +k8s:maxItems=2
	// +k8s:eachVal=+k8s:maxLength=5
	NodeLabels map[string]string
	// ServiceName is the name of the service.
	// +flag=service-name
	// +os=windows
	// +required
	ServiceName string
	// Bootstrap says how the agent gets its first credentials.
	Bootstrap BootstrapFlags
	// Attempts counts.
	// +k8s:minimum=1
	Attempts int32
}

// BootstrapFlags say how the agent gets its first credentials.
type BootstrapFlags struct {
	// Token is handed to the server.
	// +configgen:allow(rule: secret-flag, reason: "The token is good for one start.")
	// +flag=bootstrap-token
	// +k8s:minLength=6
	Token string `datapolicy:"token"`
	// Rotations counts.
	// +k8s:minimum=1
	Rotations int32
}

// ValidateCustom_AgentFlags refuses addresses that others cannot reach.
func ValidateCustom_AgentFlags(in *AgentFlags, fldPath *field.Path) field.ErrorList {
	if in.NodeIP == "0.0.0.0" {
		return field.ErrorList{field.Forbidden(field.NewPath("--node-ip"), "must be an address that others can reach")}
	}
	return nil
}
