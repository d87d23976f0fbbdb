// Package validation validates the configuration of the cainjector.
package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/replacements/certmanager/cainjector"
)

// ValidateCustom_CAInjectorConfiguration allows one of two ways to choose namespaces.
func ValidateCustom_CAInjectorConfiguration(in *cainjector.CAInjectorConfiguration,
	fldPath *field.Path) field.ErrorList {
	errs := logsapi.Validate(&in.Logging, nil, fldPath.Child("logging"))
	if in.Namespace != "" && len(in.IgnoreNamespaces) > 0 {
		errs = append(errs, field.Forbidden(fldPath.Child("ignoreNamespaces"), "should not be used with --namespace."))
	}
	return errs
}
