package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
)

// OperatorConfiguration configures the operator.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type OperatorConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// managerConfiguration configures the manager.
	v1alpha1.ManagerConfiguration `json:",inline"`
	// clientConnection configures the connection to the API server.
	// +optional
	ClientConnection v1alpha1.ClientConnectionConfiguration `json:"clientConnection,omitempty"`
	// logging configures the log.
	// +optional
	Logging logsapi.LoggingConfiguration `json:"logging,omitempty"`
}
