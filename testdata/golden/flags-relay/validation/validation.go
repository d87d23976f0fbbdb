// Package validation validates the configuration of package v1alpha1.
package validation

import (
	flagsrelayv1alpha1 "example.com/golden/flags-relay/v1alpha1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Flags are added to the errors of a path in the file.

// ValidateCustom_Cache adds the rules of v1alpha1.Cache.
func ValidateCustom_Cache(in *flagsrelayv1alpha1.Cache, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_RelayConfiguration adds the rules of RelayConfiguration.
func ValidateCustom_RelayConfiguration(in *flagsrelayv1alpha1.RelayConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
