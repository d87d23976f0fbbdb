// Package config has the types that configure a manager of controller-runtime. The configuration of an operator embeds
// [ManagerConfiguration] or has it as a field, and each of the other types can be used alone.
//
// The types have no group and no version: they belong to the group of the operator. They have no flags either, because
// each flag of an operator is a promise to its users. The operator gives flags to the fields that need one:
//
//	// +subfield(Metrics.BindAddress)=+flag=metrics-bind-address
//	managerconfig.ManagerConfiguration
//
// Fields with +reload=hot can change while the manager runs, because the operator passes the change on; see
// [github.com/configgen/configgen/componentconfig/manager]. An operator that does not do this says so:
//
//	// +subfield(QPS)=+reload=restart
//	// +subfield(Burst)=+reload=restart
//	ClientConnection managerconfig.ClientConnectionConfiguration
//
// All other fields take effect after a restart.
//
// +k8s:deepcopy-gen=package
package config
