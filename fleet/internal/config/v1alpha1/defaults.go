package v1alpha1

import (
	managerconfigv1alpha1 "github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// SetDefaults_ConfigFleetConfiguration sets what is recommended for managers, and the names of config-fleet.
func SetDefaults_ConfigFleetConfiguration(obj *ConfigFleetConfiguration) {
	managerconfigv1alpha1.RecommendedDefaultManagerConfiguration(&obj.ManagerConfiguration)
	if obj.LeaderElection.ResourceName == "" {
		obj.LeaderElection.ResourceName = "config-fleet"
	}
	managerconfigv1alpha1.RecommendedDefaultClientConnectionConfiguration(&obj.ClientConnection)
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
	if obj.Instances == "" {
		obj.Instances = InstancesAssignments
	}
}
