// Package validation validates shared types.
package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"example.com/golden/validation-byhand/shared"
)

// ValidateTLS is called by the rule of the root, and must not be called twice.
func ValidateTLS(in *shared.TLS, fldPath *field.Path) field.ErrorList {
	if in.MinVersion == "1.0" {
		return field.ErrorList{field.Forbidden(fldPath.Child("minVersion"), "shared")}
	}
	return nil
}

// ValidateProxy is not called by any.
func ValidateProxy(in *shared.Proxy, fldPath *field.Path) field.ErrorList {
	if in.Host == "bad" {
		return field.ErrorList{field.Forbidden(fldPath.Child("host"), "shared")}
	}
	return nil
}
