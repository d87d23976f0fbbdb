package config

import (
	managerconfig "github.com/configgen/configgen/componentconfig/manager/config"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// ConfigFleetConfiguration configures config-fleet.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type ConfigFleetConfiguration struct {
	metav1.TypeMeta

	// ManagerConfiguration configures the manager. It has no webhooks.
	// +subfield(Cache.Namespaces)=+flag(usage: "Namespaces whose pools are reconciled. Empty: all.")=namespaces
	// +subfield(Controller.MaxConcurrentReconciles)=+flag(usage: "Pools that are reconciled at once. 0 is 1.")=concurrency
	// +subfield(Metrics.BindAddress)=+flag=metrics-bind-address
	// +subfield(Metrics.SecureServing)=+flag=metrics-secure
	// +subfield(Metrics.CertDir)=+flag=metrics-cert-path
	// +subfield(Health.HealthProbeBindAddress)=+flag=health-probe-bind-address
	// +subfield(LeaderElection.LeaderElect)=+flag=leader-elect
	// +subfield(LeaderElection.ResourceNamespace)=+flag(usage: "Namespace of the lease.")=leader-election-namespace
	managerconfig.ManagerConfiguration
	// ClientConnection configures the connection to the API server. Its limits can change while config-fleet runs.
	// +subfield(Kubeconfig)=+flag=kubeconfig
	ClientConnection managerconfig.ClientConnectionConfiguration
	// Logging configures the log. Its verbosity can change while config-fleet runs.
	// +subfield(Verbosity)=+flag(shorthand: "v")=v
	// +subfield(Verbosity)=+reload=hot
	Logging logsapi.LoggingConfiguration

	// Instances says what the instances are. With assignments, each ConfigAssignment that exists is an instance. With
	// nodes, config-fleet creates a ConfigAssignment for each Node, with the name and the labels of the Node, in each of
	// the namespaces in cache.namespaces, and deletes it with the Node.
	// +flag(usage: "Instances: assignments that others create, or nodes, which get them in --namespaces.")
	// +k8s:required
	Instances Instances
}

// Instances says what the instances are.
// +k8s:enum
type Instances string

const (
	// InstancesAssignments selects the instances that have an assignment, which others create.
	InstancesAssignments Instances = "assignments"
	// InstancesNodes are the nodes of the cluster, which get their assignments from config-fleet.
	InstancesNodes Instances = "nodes"
)
