// Package validation validates the configuration of package v1beta1.
package validation

import (
	relayv1beta1 "example.com/golden/featuregates-relay/relay/v1beta1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateCustom_Zone adds the rules of v1beta1.Zone.
func ValidateCustom_Zone(in *relayv1beta1.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_TLS adds the rules of v1beta1.TLS.
func ValidateCustom_TLS(in *relayv1beta1.TLS, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Identity adds the rules of v1beta1.Identity.
func ValidateCustom_Identity(in *relayv1beta1.Identity, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Server adds the rules of v1beta1.Server.
func ValidateCustom_Server(in *relayv1beta1.Server, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_Cache adds the rules of v1beta1.Cache.
func ValidateCustom_Cache(in *relayv1beta1.Cache, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCustom_RelayConfiguration adds the rules of RelayConfiguration.
func ValidateCustom_RelayConfiguration(in *relayv1beta1.RelayConfiguration, fldPath *field.Path) field.ErrorList {
	return nil
}
