// Package validation validates the configuration of package v1alpha1.
package validation

import (
	precedencereparsev1alpha1 "example.com/golden/precedence-reparse/v1alpha1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateCustom_Relay adds the rules of Relay.
func ValidateCustom_Relay(in *precedencereparsev1alpha1.Relay, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Flagless adds the rules of Flagless.
func ValidateCustom_Flagless(in *precedencereparsev1alpha1.Flagless, fldPath *field.Path) field.ErrorList {
	return nil
}
