// Package validation validates shared types, once for all groups.
package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"example.com/golden/validation-nested/shared"
)

// ValidateCustom_TLS knows the versions.
func ValidateCustom_TLS(in *shared.TLS, fldPath *field.Path) field.ErrorList {
	if in.MinVersion == "1.0" {
		return field.ErrorList{field.Forbidden(fldPath.Child("minVersion"), "must not be used any more")}
	}
	return nil
}

// ValidateProxy has the customary name.
func ValidateProxy(in shared.Proxy) field.ErrorList {
	if in.Host == "" {
		return field.ErrorList{field.Required(field.NewPath("host"), "must be set")}
	}
	return nil
}
