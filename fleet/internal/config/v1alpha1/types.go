package v1alpha1

import (
	managerconfigv1alpha1 "github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// ConfigFleetConfiguration configures config-fleet.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type ConfigFleetConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// managerConfiguration configures the manager. It has no webhooks.
	managerconfigv1alpha1.ManagerConfiguration `json:",inline"`
	// clientConnection configures the connection to the API server. Its limits can change while config-fleet runs.
	// +optional
	ClientConnection managerconfigv1alpha1.ClientConnectionConfiguration `json:"clientConnection,omitzero"`
	// logging configures the log. Its verbosity can change while config-fleet runs.
	// +optional
	Logging logsapi.LoggingConfiguration `json:"logging,omitzero"`

	// instances says what the instances are. With assignments, each ConfigAssignment that exists is an instance. With
	// nodes, config-fleet creates a ConfigAssignment for each Node, with the name and the labels of the Node, in each of
	// the namespaces in cache.namespaces, and deletes it with the Node. It defaults to assignments.
	// +optional
	Instances Instances `json:"instances,omitempty"`
}

// Instances says what the instances are.
type Instances string

const (
	// InstancesAssignments selects the instances that have an assignment, which others create.
	InstancesAssignments Instances = "assignments"
	// InstancesNodes are the nodes of the cluster, which get their assignments from config-fleet.
	InstancesNodes Instances = "nodes"
)
