// Package validation checks what markers cannot express.
package validation

import (
	managerconfig "github.com/configgen/configgen/componentconfig/manager/config"
	managerconfigv1alpha1 "github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
	managervalidation "github.com/configgen/configgen/componentconfig/manager/config/validation"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"example.com/replacements/operator/config"
)

// ValidateCustom_Configuration checks the manager.
func ValidateCustom_Configuration(in *config.Configuration, fldPath *field.Path) field.ErrorList {
	var manager managerconfig.ManagerConfiguration
	if err := managerconfigv1alpha1.Convert_v1alpha1_ManagerConfiguration_To_config_ManagerConfiguration(
		&in.ManagerConfiguration, &manager, nil); err != nil {
		return field.ErrorList{field.InternalError(fldPath, err)}
	}
	return managervalidation.ValidateManagerConfiguration(&manager, fldPath)
}

// ValidateCustom_InternalCertManagement checks names that are used.
func ValidateCustom_InternalCertManagement(in *config.InternalCertManagement,
	fldPath *field.Path) (errs field.ErrorList) {
	if !ptr.Deref(in.Enable, false) {
		return nil
	}
	check := func(name *string, child string, valid func(string) []string) {
		for _, message := range valid(ptr.Deref(name, "any")) {
			errs = append(errs, field.Invalid(fldPath.Child(child), *name, message))
		}
	}
	check(in.WebhookServiceName, "webhookServiceName", utilvalidation.IsDNS1035Label)
	check(in.WebhookSecretName, "webhookSecretName", utilvalidation.IsDNS1123Subdomain)
	return errs
}
