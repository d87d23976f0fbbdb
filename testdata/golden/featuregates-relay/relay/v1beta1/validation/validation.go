// Package validation validates the configuration of package v1beta1.
package validation

import (
	relayv1beta1 "example.com/golden/featuregates-relay/relay/v1beta1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The functions below are called by zz_generated.validation.go and are yours: write into them what markers cannot say,
// such as rules about several fields. Name a field by its path in the file; its flag is added to the error.

// ValidateZone adds the rules of v1beta1.Zone.
func ValidateZone(in *relayv1beta1.Zone, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateTLS adds the rules of v1beta1.TLS.
func ValidateTLS(in *relayv1beta1.TLS, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateIdentity adds the rules of v1beta1.Identity.
func ValidateIdentity(in *relayv1beta1.Identity, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateServer adds the rules of v1beta1.Server.
func ValidateServer(in *relayv1beta1.Server, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateCache adds the rules of v1beta1.Cache.
func ValidateCache(in *relayv1beta1.Cache, fldPath *field.Path) field.ErrorList {
	return nil
}

// ValidateRelayConfigurationRules adds the rules of RelayConfiguration.
func ValidateRelayConfigurationRules(c *relayv1beta1.RelayConfiguration) field.ErrorList {
	return nil
}
