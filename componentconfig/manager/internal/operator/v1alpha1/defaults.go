package v1alpha1

import (
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
)

// SetDefaults_OperatorConfiguration sets what is recommended.
func SetDefaults_OperatorConfiguration(obj *OperatorConfiguration) {
	v1alpha1.RecommendedDefaultManagerConfiguration(&obj.ManagerConfiguration)
	if obj.LeaderElection.ResourceName == "" {
		obj.LeaderElection.ResourceName = "operator.example.io"
	}
	v1alpha1.RecommendedDefaultClientConnectionConfiguration(&obj.ClientConnection)
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
}
