package operator

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/componentconfig/manager/config"
)

// OperatorConfiguration configures the operator.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type OperatorConfiguration struct {
	metav1.TypeMeta

	// ManagerConfiguration configures the manager.
	// +subfield(Metrics.BindAddress)=+flag=metrics-bind-address
	// +subfield(Health.HealthProbeBindAddress)=+flag=health-probe-bind-address
	// +subfield(LeaderElection.LeaderElect)=+flag=leader-elect
	config.ManagerConfiguration
	// ClientConnection configures the connection to the API server.
	// +subfield(Kubeconfig)=+flag=kubeconfig
	// +subfield(QPS)=+flag=kube-api-qps
	// +subfield(Burst)=+flag=kube-api-burst
	ClientConnection config.ClientConnectionConfiguration
	// Logging configures the log.
	// +subfield(Verbosity)=+flag(shorthand: "v")=v
	// +subfield(Verbosity)=+reload=hot
	Logging logsapi.LoggingConfiguration
}
