// Package validation validates the configuration of config-fleet. Generated code checks what the markers declare, and
// calls the functions in this file.
package validation

import (
	managerconfig "github.com/configgen/configgen/componentconfig/manager/config"
	managervalidation "github.com/configgen/configgen/componentconfig/manager/config/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/fleet/internal/config"
)

// ValidateCustom_ConfigFleetConfiguration checks the manager and the log, that the assignments of nodes have
// namespaces, and that nothing is set that config-fleet does not use.
func ValidateCustom_ConfigFleetConfiguration(in *config.ConfigFleetConfiguration, fldPath *field.Path) field.ErrorList {
	errs := managervalidation.ValidateManagerConfiguration(&in.ManagerConfiguration, fldPath)
	errs = append(errs, logsapi.Validate(&in.Logging, nil, fldPath.Child("logging"))...)
	if in.Instances == config.InstancesNodes && len(in.Cache.Namespaces) == 0 {
		errs = append(errs, field.Required(fldPath.Child("cache", "namespaces"),
			"instances: nodes needs the namespaces in which each node gets an assignment"))
	}
	if in.Webhook != (managerconfig.WebhookConfiguration{Port: 9443}) {
		errs = append(errs, field.Forbidden(fldPath.Child("webhook"), "config-fleet has no webhooks"))
	}
	if len(in.Controller.GroupKindConcurrency) > 0 {
		errs = append(errs, field.Forbidden(fldPath.Child("controller", "groupKindConcurrency"),
			"config-fleet uses maxConcurrentReconciles alone"))
	}
	return errs
}
